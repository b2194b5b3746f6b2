import XignHTTP

extension RemoteAddress {
    /// True for an address of the public internet: none of this machine, of a private network, or of a special purpose
    /// (IANA's registries of special-purpose addresses; RFC 6890).
    var isPublic: Bool {
        // Behind NAT64 the address within is reached (RFC 6052, section 3.1).
        if let translated { return translated.isPublic }
        return isV4 ? !Self.special.contains { $0.contains(self) } : isPublicV6
    }

    /// True for global unicast (RFC 4291, section 2.4) without its special parts: IANA has given out nothing else.
    private var isPublicV6: Bool {
        Self.globalUnicast.contains { $0.contains(self) } && !Self.special.contains { $0.contains(self) }
    }

    private static let globalUnicast = ranges(["2000::/3"])

    private static let special = ranges([
        "0.0.0.0/8",  // this host (RFC 791)
        "10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16",  // private (RFC 1918)
        "100.64.0.0/10",  // carrier-grade NAT (RFC 6598)
        "127.0.0.0/8",  // loopback
        "169.254.0.0/16",  // link-local: the metadata services of clouds, too
        "192.0.0.0/24", "192.88.99.0/24",  // protocol assignments; relays of 6to4
        "192.0.2.0/24", "198.51.100.0/24", "203.0.113.0/24",  // documentation
        "198.18.0.0/15",  // benchmarks
        "224.0.0.0/4", "240.0.0.0/4",  // multicast; reserved, and broadcast
        "2001::/23",  // protocol assignments: Teredo, benchmarks, identifiers
        "2001:db8::/32", "3fff::/20",  // documentation
        "2002::/16",  // 6to4, which holds an IPv4 address
    ])

    private static func ranges(_ texts: [String]) -> [AddressRange] {
        texts.map { text in
            guard let range = AddressRange(text) else { preconditionFailure("\(text) is a literal of this file") }
            return range
        }
    }
}
