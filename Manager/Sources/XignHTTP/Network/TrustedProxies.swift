/// The reverse proxies in front of the server, and the field in which they name the client.
///
/// Only the chosen field is read: a proxy writes the one that it knows, and passes the other one on as the client sent
/// it.
public struct TrustedProxies: Sendable {
    /// The field in which the proxies name the client.
    public enum Field: Sendable {
        /// X-Forwarded-For, with X-Forwarded-Proto for the scheme. The proxy must set the latter, not pass it through.
        case xForwarded
        /// Forwarded (RFC 7239).
        case forwarded
    }

    public var ranges: [AddressRange]
    public var field: Field

    /// - Parameter ranges: The trusted peers. Without any, the fields are ignored.
    public init(_ ranges: [AddressRange] = [], field: Field = .xForwarded) {
        self.ranges = ranges
        self.field = field
    }

    func contains(_ address: RemoteAddress) -> Bool { ranges.contains { $0.contains(address) } }

    /// Finds the client whose request the peer passed on.
    ///
    /// - Returns: The peer itself, unless it is trusted. A client that a trusted peer does not name, or not by an
    ///   address, is `RemoteAddress.unknown`: never the proxy, which may be exempt from limits.
    func client(_ peer: RemoteAddress, _ headers: Headers) -> Client {
        guard !ranges.isEmpty, contains(peer) else { return Client(address: peer, scheme: nil) }
        return switch field {
        case .xForwarded: xForwarded(headers)
        case .forwarded: forwarded(headers)
        }
    }

    /// Takes the last entry that is no trusted proxy. An entry that is not an address ends the search, since the
    /// entries to the left of it prove nothing.
    private func xForwarded(_ headers: Headers) -> Client {
        let schemes = headers.all("x-forwarded-proto")
        var client = Client(address: .unknown, scheme: schemes.isEmpty ? nil : Scheme(schemes))
        for entry in headers.all("x-forwarded-for").joined(separator: ",").split(separator: ",").reversed() {
            client.address = ProxiedAddress.parse(entry.trimmingBlanks()) ?? .unknown
            if !contains(client.address) { break }
        }
        return client
    }

    /// Reads the elements of RFC 7239 in the same way. The scheme is that of the element that names the client.
    private func forwarded(_ headers: Headers) -> Client {
        var client = Client(address: .unknown, scheme: nil)
        let elements = headers.all("forwarded").joined(separator: ",").split(separator: ",")
        for element in elements.reversed() {
            guard let element = ForwardedElement(element), let address = element.address else {
                return Client(address: .unknown, scheme: client.scheme)
            }
            client = Client(address: address, scheme: element.scheme.map { Scheme([$0]) })
            if !contains(address) { break }
        }
        return client
    }
}

/// The scheme of a request, as told by a trusted proxy.
public enum Scheme: Sendable {
    case http, https

    /// - Parameter values: All values of the field; anything but one "https" counts as `http`.
    init(_ values: [String]) { self = values.count == 1 && values[0].isEqualIgnoringCase("https") ? .https : .http }
}

/// The origin of a request.
struct Client: Sendable {
    var address: RemoteAddress
    /// Nil without a trusted proxy that tells it.
    var scheme: Scheme?
}

/// An address as proxies write it: IPv6 with or without brackets, a port behind IPv4 or brackets. No quotes, no name,
/// no "unknown".
private enum ProxiedAddress {
    static func parse(_ text: Substring) -> RemoteAddress? {
        if text.hasPrefix("[") {
            guard let end = text.firstIndex(of: "]"), isPort(text[end...].dropFirst()),
                let address = RemoteAddress(text[..<end].dropFirst()), text[..<end].contains(":")
            else { return nil }
            return address
        }
        if let address = RemoteAddress(text) { return address }
        guard let colon = text.firstIndex(of: ":"), isPort(text[colon...]) else { return nil }
        return RemoteAddress(text[..<colon])
    }

    private static func isPort(_ text: Substring) -> Bool {
        text.isEmpty
            || text.hasPrefix(":") && text.count > 1 && text.dropFirst().utf8.allSatisfy { $0.decimalValue != nil }
    }
}

/// An element of Forwarded, such as `for=192.0.2.60;proto=https` (RFC 7239, section 4). A quoted string with a comma or
/// a semicolon is refused, since it is cut there; addresses and schemes have none.
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
                guard address == nil, let found = ProxiedAddress.parse(value) else { return nil }
                address = found
            case "proto":
                guard scheme == nil else { return nil }
                scheme = String(value)
            default:
                break
            }
        }
    }
}
