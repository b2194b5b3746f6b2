/// The origin of a manager: scheme, host and port in normal form, such as `https://login.example.org` (protocol.md,
/// "Origins and identifiers").
///
/// The scheme is `https`; `http` is allowed for loopback (`localhost`, `127.0.0.1`, `[::1]`), for demonstrations and
/// tests. There is no user information, path, query or fragment. The text is ASCII in lower case, with a port only if
/// it is not the scheme's default. IPv4 addresses are four decimal numbers. `[::1]` is the only IPv6 address, since
/// others have several spellings. Two origins are equal if their bytes are.
public struct ManagerOrigin: Hashable, Sendable, CustomStringConvertible {
    /// The whole origin, without a slash at the end.
    public let description: String
    /// The manager's identifier in everything that is signed or sealed (`idm`): the host, and `:port` unless it is 443.
    public let idmIdentifier: String
    /// The host, without the brackets of an IPv6 address.
    public let host: String
    /// The port, also where it is the scheme's default.
    public let port: Int
    /// True if the scheme is `https`.
    public let isSecure: Bool

    /// Reads an origin; nil for a text in any other form.
    public init?(_ text: String) {
        let isSecure = text.utf8.starts(with: "https://".utf8)
        guard isSecure || text.utf8.starts(with: "http://".utf8), text.utf8.count <= 200,
            let parts = Self.split(text.utf8.dropFirst(isSecure ? 8 : 7))
        else { return nil }
        guard isSecure || Self.isLoopback(host: parts.host) else { return nil }
        let port = parts.port ?? (isSecure ? 443 : 80)
        // The scheme's default port would be a second spelling of the same origin.
        guard parts.port == nil || parts.port != (isSecure ? 443 : 80) else { return nil }
        description = text
        host = parts.host.hasPrefix("[") ? String(parts.host.dropFirst().dropLast()) : parts.host
        self.port = port
        self.isSecure = isSecure
        idmIdentifier = port == 443 ? parts.host : "\(parts.host):\(port)"
    }

    /// Returns whether a host is the loopback interface, for which `http` is allowed.
    /// - Parameter host: a host; an IPv6 address with or without its brackets.
    public static func isLoopback(host: String) -> Bool {
        ["localhost", "127.0.0.1", "[::1]", "::1"].contains(host)
    }

    private static func split(_ authority: Substring.UTF8View) -> (host: String, port: Int?)? {
        let host: Substring.UTF8View
        if authority.first == UInt8(ascii: "[") {
            guard authority.starts(with: "[::1]".utf8) else { return nil }
            host = authority.prefix(5)
        } else {
            host = authority.prefix { $0 != UInt8(ascii: ":") }
            let labels = host.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
            guard host.count <= 253, labels.allSatisfy(isLabel) else { return nil }
            // A host that ends in a number is an IPv4 address for every URL parser, in many spellings (WHATWG URL,
            // section 3.5).
            if let last = labels.last, isNumber(last) {
                guard labels.count == 4, labels.allSatisfy(isOctet) else { return nil }
            }
        }
        let rest = authority[host.endIndex...]
        if rest.isEmpty { return (String(Substring(host)), nil) }
        let digits = rest.dropFirst()
        guard rest.first == UInt8(ascii: ":"), (1...5).contains(digits.count), digits.allSatisfy(\.isDigit),
            digits.first != UInt8(ascii: "0"), let port = Int(Substring(digits)), port <= 65535
        else { return nil }
        return (String(Substring(host)), port)
    }

    private static func isLabel(_ label: Substring.UTF8View) -> Bool {
        !label.isEmpty && label.count <= 63 && label.first != UInt8(ascii: "-") && label.last != UInt8(ascii: "-")
            && label.allSatisfy { $0.isDigit || $0.isLowercaseLetter || $0 == UInt8(ascii: "-") }
    }

    private static func isNumber(_ label: Substring.UTF8View) -> Bool {
        label.allSatisfy(\.isDigit) || label.starts(with: "0x".utf8)
    }

    private static func isOctet(_ label: Substring.UTF8View) -> Bool {
        guard label.count <= 3, label.allSatisfy(\.isDigit), let number = Int(Substring(label)) else { return false }
        return number <= 255 && (label.count == 1 || label.first != UInt8(ascii: "0"))
    }
}
