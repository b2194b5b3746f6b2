import XignProtocol

/// The redirect URIs of native apps (RFC 8252, section 7): `https` addresses that the app has claimed, loopback
/// addresses, and private-use schemes.
enum NativeRedirectURI {
    /// Returns true if a native app may register `uri`.
    static func isAcceptable(_ uri: String) -> Bool {
        if let origin = RedirectURI.origin(of: uri) { return origin.isSecure || isLoopbackAddress(origin) }
        return isPrivateUse(uri)
    }

    /// Returns true if the request's URI is the registered one. The port of a loopback address may differ: the system
    /// assigns it when the app begins to listen (section 7.3).
    static func matches(_ uri: String, _ registered: String) -> Bool {
        if registered.hasSameBytes(as: uri) { return isAcceptable(uri) }
        return withPort(of: uri, registered).hasSameBytes(as: uri)
    }

    /// Returns a registered loopback address with the port of `uri`; `registered` itself where either is none, or their
    /// hosts differ.
    static func withPort(of uri: String, _ registered: String) -> String {
        guard let origin = RedirectURI.origin(of: uri), let registeredOrigin = RedirectURI.origin(of: registered),
            isLoopbackAddress(origin), isLoopbackAddress(registeredOrigin), origin.host == registeredOrigin.host
        else { return registered }
        return origin.description + registered.dropFirst(registeredOrigin.description.count)
    }

    /// Returns true for `http` at the loopback interface by its number. The name `localhost` may lead elsewhere
    /// (section 8.3).
    private static func isLoopbackAddress(_ origin: ManagerOrigin) -> Bool {
        !origin.isSecure && (origin.host == "127.0.0.1" || origin.host == "::1")
    }

    /// Returns true for a scheme with a dot, which is a reversed domain name of the app's maker (section 7.1), followed
    /// by a path. Other schemes may belong to anybody, or mean something to the browser, such as `javascript`.
    private static func isPrivateUse(_ uri: String) -> Bool {
        guard RedirectURI.hasAllowedCharacters(uri), let colon = uri.utf8.firstIndex(of: UInt8(ascii: ":")),
            uri.utf8[colon...].dropFirst().first == UInt8(ascii: "/")
        else { return false }
        let labels = uri.utf8[..<colon].split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        return labels.count >= 2 && labels.allSatisfy(isLabel)
    }

    /// Returns true for a label of a domain name in lower case, which a scheme can contain (RFC 3986, section 3.1).
    private static func isLabel(_ label: Substring.UTF8View) -> Bool {
        let letters = UInt8(ascii: "a")...UInt8(ascii: "z"), digits = UInt8(ascii: "0")...UInt8(ascii: "9")
        guard let first = label.first, letters.contains(first) else { return false }
        return label.allSatisfy { letters.contains($0) || digits.contains($0) || $0 == UInt8(ascii: "-") }
    }
}
