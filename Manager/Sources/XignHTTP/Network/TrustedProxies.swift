/// The reverse proxies in front of the server, and the field in which they name the client.
///
/// One field, chosen here: a proxy writes the one it knows and passes the other through as the client sent it, so
/// whoever believes both believes the client.
public struct TrustedProxies: Sendable {
    /// How the proxies name the client.
    public enum Field: Sendable {
        /// X-Forwarded-For, with X-Forwarded-Proto for the scheme. The proxy must set the latter, not pass it through.
        case xForwarded
        /// Forwarded (RFC 7239).
        case forwarded
    }

    public var ranges: [AddressRange]
    public var field: Field

    /// - Parameter ranges: The peers that are believed. With none, the fields mean nothing.
    public init(_ ranges: [AddressRange] = [], field: Field = .xForwarded) {
        self.ranges = ranges
        self.field = field
    }

    func contains(_ address: RemoteAddress) -> Bool { ranges.contains { $0.contains(address) } }

    /// Who sent the request that the peer passed on.
    func client(_ peer: RemoteAddress, _ headers: Headers) -> Client {
        guard !ranges.isEmpty, contains(peer) else { return Client(address: peer, isSecure: false) }
        return switch field {
        case .xForwarded: xForwarded(peer, headers)
        case .forwarded: forwarded(peer, headers)
        }
    }

    /// The last entry that is not such a proxy itself. An entry that is not an address ends the search: what stands
    /// left of it proves nothing.
    private func xForwarded(_ peer: RemoteAddress, _ headers: Headers) -> Client {
        // Not exactly one clear word: not secure.
        let scheme = headers.all("x-forwarded-proto")
        var client = Client(address: peer, isSecure: scheme.count == 1 && scheme[0].isEqualIgnoringCase("https"))
        for entry in headers.all("x-forwarded-for").joined(separator: ",").split(separator: ",").reversed() {
            guard let address = RemoteAddress(entry.trimmingBlanks()) else { break }
            client.address = address
            if !contains(address) { break }
        }
        return client
    }

    /// The same with the elements of RFC 7239; the scheme is that of the element that names the client.
    private func forwarded(_ peer: RemoteAddress, _ headers: Headers) -> Client {
        var client = Client(address: peer, isSecure: false)
        let elements = headers.all("forwarded").joined(separator: ",").split(separator: ",")
        for element in elements.reversed() {
            guard let element = ForwardedElement(element), let address = element.address else { break }
            client = Client(address: address, isSecure: element.scheme?.isEqualIgnoringCase("https") ?? false)
            if !contains(address) { break }
        }
        return client
    }
}

/// Where a request came from.
struct Client: Sendable {
    var address: RemoteAddress
    var isSecure: Bool
}

/// `for=192.0.2.60;proto=https` of RFC 7239 4. A quoted string with a comma or a semicolon in it is cut there and so
/// not understood; addresses and schemes have none.
private struct ForwardedElement {
    private(set) var address: RemoteAddress?
    private(set) var scheme: String?

    init?(_ text: Substring) {
        for pair in text.split(separator: ";") {
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2 else { return nil }
            var value = parts[1].trimmingBlanks()
            if value.hasPrefix("\"") || value.hasSuffix("\"") {
                guard value.count >= 2, value.hasPrefix("\""), value.hasSuffix("\"") else { return nil }
                value = value.dropFirst().dropLast()
            }
            switch parts[0].trimmingBlanks().lowercased() {
            case "for":
                guard address == nil, let found = Self.address(value) else { return nil }
                address = found
            case "proto":
                guard scheme == nil else { return nil }
                scheme = String(value)
            default:
                break
            }
        }
    }

    /// An address, IPv6 in brackets, with or without a port (RFC 7239 6). Not "unknown", and no name.
    private static func address(_ value: Substring) -> RemoteAddress? {
        if value.hasPrefix("[") {
            guard let end = value.firstIndex(of: "]"), isPort(value[end...].dropFirst()) else { return nil }
            return RemoteAddress(value[..<end].dropFirst())
        }
        let end = value.firstIndex(of: ":") ?? value.endIndex
        return isPort(value[end...]) ? RemoteAddress(value[..<end]) : nil
    }

    private static func isPort(_ text: Substring) -> Bool {
        text.isEmpty
            || text.hasPrefix(":") && text.count > 1 && text.dropFirst().utf8.allSatisfy { $0.decimalValue != nil }
    }
}
