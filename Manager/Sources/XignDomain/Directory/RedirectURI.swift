import XignProtocol

/// The rules for redirect URIs. `NativeRedirectURI` has those of native apps.
public enum RedirectURI {
    /// Returns true if a website may register `uri`: https, or http on loopback; a host; no fragment, user information,
    /// wildcard or control character; ASCII only, at most 2,000 bytes.
    public static func isAcceptable(_ uri: String) -> Bool { origin(of: uri) != nil }

    /// Returns true if a native app may register `uri` (RFC 8252, section 7): https, http on `127.0.0.1` and `[::1]`,
    /// or a private-use scheme with a dot.
    public static func isAcceptableForNativeApp(_ uri: String) -> Bool { NativeRedirectURI.isAcceptable(uri) }

    /// Returns true if the browser may be sent to a request's URI: it is registered for the service, byte for byte,
    /// without normal form, prefix or pattern (RFC 9700, section 2.1), and acceptable by the rules of today. The port
    /// of a native app's loopback address may differ.
    public static func matches(_ uri: String, _ service: Service) -> Bool {
        if service.client.isNative { return service.redirectURIs.contains { NativeRedirectURI.matches(uri, $0) } }
        return isAcceptable(uri) && service.redirectURIs.contains { $0.hasSameBytes(as: uri) }
    }

    /// Returns true if the browser may be sent to an address after a logout: it is registered for the service, byte for
    /// byte (OpenID Connect RP-Initiated Logout 1.0, section 3).
    public static func matchesLogout(_ uri: String, _ service: Service) -> Bool {
        service.client.postLogoutRedirectURIs.contains { $0.hasSameBytes(as: uri) }
    }

    /// Returns scheme, host and port, as users see them and as the consent statement names them; nil for a URI that is
    /// not acceptable.
    public static func origin(of uri: String) -> ManagerOrigin? {
        let bytes = uri.utf8
        guard hasAllowedCharacters(uri), let schemeEnd = bytes.firstIndex(of: UInt8(ascii: ":")),
            bytes[schemeEnd...].starts(with: "://".utf8)
        else { return nil }
        let afterScheme = bytes.index(schemeEnd, offsetBy: 3)
        let end = bytes[afterScheme...].firstIndex { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "?") }
        return ManagerOrigin(String(uri[..<(end ?? bytes.endIndex)]))
    }

    /// Returns the origin that a consent statement names for a request's URI. It is `app` for an address on the user's
    /// machine, or with a scheme that any app may take.
    public static func statedOrigin(of uri: String, _ service: Service) -> String {
        let origin = origin(of: uri)
        if service.client.isNative, origin?.isSecure != true { return Consent.originOfApps }
        return origin?.description ?? ""
    }

    /// Returns true for at most 2,000 bytes that a redirect URI may have.
    static func hasAllowedCharacters(_ uri: String) -> Bool { uri.utf8.count <= 2000 && uri.utf8.allSatisfy(isAllowed) }

    /// Returns true for visible ASCII, except `#`, the wildcard, and characters that a URI cannot have (RFC 3986,
    /// section 2).
    private static func isAllowed(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "#"), UInt8(ascii: "\\"), UInt8(ascii: "*"), UInt8(ascii: "\""), UInt8(ascii: "<"),
            UInt8(ascii: ">"),
            UInt8(ascii: "^"), UInt8(ascii: "`"), UInt8(ascii: "{"), UInt8(ascii: "|"), UInt8(ascii: "}"):
            false
        default: byte > 0x20 && byte < 0x7F
        }
    }

    /// Returns the first parameter of the URI's own query that an answer has too; nil where there is none.
    ///
    /// A URI with such a parameter is not registered: a client that gets it twice may take the wrong one (RFC 6749,
    /// section 4.1.2; RFC 9207).
    public static func answerParameter(in uri: String) -> String? {
        guard let query = uri.utf8.firstIndex(of: UInt8(ascii: "?")) else { return nil }
        let names = uri.utf8[query...].dropFirst().split(separator: UInt8(ascii: "&")).map { pair in
            percentDecoded(pair.prefix { $0 != UInt8(ascii: "=") })
        }
        return names.first(where: answerParameters.contains)
    }

    /// The parameters of an answer (RFC 6749, sections 4.1.2 and 4.1.2.1; RFC 9207, section 2).
    public static let answerParameters = ["code", "state", "iss", "error", "error_description"]

    /// Decodes percent-encoded bytes, and leaves malformed encodings as they are.
    private static func percentDecoded(_ bytes: some Sequence<UInt8>) -> String {
        let bytes = Array(bytes)
        var result: [UInt8] = []
        var index = 0
        while index < bytes.count {
            if bytes[index] == UInt8(ascii: "%"), index + 2 < bytes.count,
                let octet = UInt8(String(decoding: bytes[index + 1...index + 2], as: UTF8.self), radix: 16)
            {
                result.append(octet)
                index += 3
            } else {
                result.append(bytes[index])
                index += 1
            }
        }
        return String(decoding: result, as: UTF8.self)
    }

    /// Returns the URI with further query parameters, each percent-encoded.
    public static func appending(_ parameters: [(name: String, value: String)], to uri: String) -> String {
        var result = uri
        var hasQuery = uri.utf8.contains(UInt8(ascii: "?"))
        for (name, value) in parameters {
            result += "\(hasQuery ? "&" : "?")\(percentEncoded(name))=\(percentEncoded(value))"
            hasQuery = true
        }
        return result
    }

    /// Encodes all but the unreserved characters (RFC 3986, section 2.3).
    public static func percentEncoded(_ text: String) -> String {
        var result: [UInt8] = []
        result.reserveCapacity(text.utf8.count * 2)
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
                UInt8(ascii: "~"):
                result.append(byte)
            default: result += [UInt8(ascii: "%"), hexDigits[Int(byte >> 4)], hexDigits[Int(byte & 15)]]
            }
        }
        return String(decoding: result, as: UTF8.self)
    }

    /// Returns an address for a page to show: bytes that a redirect URI cannot have are percent-encoded, so that it is
    /// no text of words, and hides nothing.
    public static func visible(_ uri: String) -> String {
        uri.utf8.map { byte in
            isAllowed(byte) ? String(UnicodeScalar(byte)) : percentEncoded(byte)
        }.joined()
    }

    private static func percentEncoded(_ byte: UInt8) -> String {
        String(decoding: [UInt8(ascii: "%"), hexDigits[Int(byte >> 4)], hexDigits[Int(byte & 15)]], as: UTF8.self)
    }

    private static let hexDigits = Array("0123456789ABCDEF".utf8)
}
