/// The unit that limits count clients by: an IPv4 address, or a prefix of IPv6 addresses.
///
/// An IPv6 customer has many addresses: a link has a /64, a household a /56, a site up to a /48 (RFC 6177). A limit for
/// one of these prefixes could be escaped within a wider one, so limits count each client in all three.
public struct ClientNetwork: Sendable, Hashable, CustomStringConvertible {
    private let address: RemoteAddress  // zero behind the prefix
    private let prefix: UInt8  // in bits; 128 for everything but IPv6

    fileprivate init(_ address: RemoteAddress, prefix: UInt8) {
        self.address = address.masked(prefix: prefix)
        self.prefix = prefix
    }

    /// The factor of a limit: 1, for the /56 2 and for the /48 4, since several customers may share it.
    public var allowance: Int {
        switch prefix {
        case 48: 4
        case 56: 2
        default: 1
        }
    }

    /// The text by which logs and databases name the network: "192.0.2.1", "2001:db8:0:1::/64", "unknown", "local".
    public var description: String { prefix == 128 ? "\(address)" : "\(address.prefixText)/\(prefix)" }
}

extension RemoteAddress {
    /// The networks that the client is counted in, the narrowest first: three for IPv6, otherwise one.
    public var networks: [ClientNetwork] {
        kind == .v6
            ? [ClientNetwork(self, prefix: 64), ClientNetwork(self, prefix: 56), ClientNetwork(self, prefix: 48)]
            : [ClientNetwork(self, prefix: 128)]
    }

    /// The narrowest network: the IPv4 address, or the /64.
    public var network: ClientNetwork { ClientNetwork(self, prefix: kind == .v6 ? 64 : 128) }

    /// The widest network: the IPv4 address, or the /48.
    public var widestNetwork: ClientNetwork { ClientNetwork(self, prefix: kind == .v6 ? 48 : 128) }
}

extension [AddressRange] {
    /// Returns true for a client in one of these ranges, and for a peer on a Unix-domain socket.
    public func covers(_ client: RemoteAddress) -> Bool { client == .local || contains { $0.contains(client) } }
}
