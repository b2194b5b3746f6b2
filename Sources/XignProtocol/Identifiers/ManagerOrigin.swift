/// Where a manager is reached: scheme, host and port in their one normal form, such as `https://login.example.org`.
///
/// `https` only, but for loopback (`localhost`, `127.0.0.1`, `[::1]`), where `http` serves demonstrations and tests. No user
/// information, path, query or fragment; ASCII in lower case; a port only if it is not the scheme's own; IPv4 addresses as four
/// decimal numbers, and no IPv6 address but `[::1]`, since others have several spellings. Two origins are the same if their bytes
/// are.
public struct ManagerOrigin: Hashable, Sendable, CustomStringConvertible {
    /// Whole, without a slash at the end.
    public let description: String
    /// Host and, where it is not 443, `:port`: what names the manager in every signature (`idm`).
    public let idmIdentifier: String
    /// Without the brackets of an IPv6 address.
    public let host: String
    public let port: Int
    public let isSecure: Bool

    /// Nil where `text` is not such an origin in its normal form.
    public init?(_ text: String) {
        let isSecure = text.utf8.starts(with: "https://".utf8)
        guard isSecure || text.utf8.starts(with: "http://".utf8), text.utf8.count <= 200,
            let parts = Self.split(text.utf8.dropFirst(isSecure ? 8 : 7))
        else { return nil }
        guard isSecure || Self.isLoopback(host: parts.host) else { return nil }
        let port = parts.port ?? (isSecure ? 443 : 80)
        // The scheme's own port, written out, would be a second name for the same origin.
        guard parts.port == nil || parts.port != (isSecure ? 443 : 80) else { return nil }
        description = text
        host = parts.host.hasPrefix("[") ? String(parts.host.dropFirst().dropLast()) : parts.host
        self.port = port
        self.isSecure = isSecure
        idmIdentifier = port == 443 ? parts.host : "\(parts.host):\(port)"
    }

    /// Whether a host is this machine, which is the one that may be reached by `http`.
    /// - Parameter host: an IPv6 address with its brackets or without them.
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
            // What ends in a number is an address to every URL parser (WHATWG URL, section 3.5), in many spellings.
            if let last = labels.last, isNumber(last) {
                guard labels.count == 4, labels.allSatisfy(isOctet) else { return nil }
            }
        }
        let rest = authority[host.endIndex...]
        if rest.isEmpty { return (String(Substring(host)), nil) }
        let digits = rest.dropFirst()
        guard rest.first == UInt8(ascii: ":"), (1...5).contains(digits.count), digits.allSatisfy(isDigit),
            digits.first != UInt8(ascii: "0"), let port = Int(Substring(digits)), port <= 65535
        else { return nil }
        return (String(Substring(host)), port)
    }

    private static func isLabel(_ label: Substring.UTF8View) -> Bool {
        !label.isEmpty && label.count <= 63 && label.first != UInt8(ascii: "-") && label.last != UInt8(ascii: "-")
            && label.allSatisfy {
                isDigit($0) || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) || $0 == UInt8(ascii: "-")
            }
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

    private static func isNumber(_ label: Substring.UTF8View) -> Bool {
        label.allSatisfy(isDigit) || label.starts(with: "0x".utf8)
    }

    private static func isOctet(_ label: Substring.UTF8View) -> Bool {
        guard label.count <= 3, label.allSatisfy(isDigit), let number = Int(Substring(label)) else { return false }
        return number <= 255 && (label.count == 1 || label.first != UInt8(ascii: "0"))
    }
}
