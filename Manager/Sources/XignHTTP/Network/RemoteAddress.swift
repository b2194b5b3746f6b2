import Glibc

/// An IP address, kept as bytes; its text is made on demand.
public struct RemoteAddress: Sendable, Hashable, CustomStringConvertible {
    enum Kind { case local, unknown, v4, v6 }
    private(set) var kind = Kind.local
    private(set) var high: UInt64 = 0, low: UInt64 = 0  // in network order; IPv4 in the last 32 bits

    /// Every peer on a Unix-domain socket.
    public static let local = RemoteAddress(.local)
    /// A client that a trusted proxy did not name by an address.
    public static let unknown = RemoteAddress(.unknown)
    /// 127.0.0.1
    public static let loopback = RemoteAddress(v4: UInt32(0x7F00_0001).bigEndian)

    private init(_ kind: Kind) { self.kind = kind }

    /// - Parameter text: An IPv4 or IPv6 address without port, brackets and zone. IPv4 within IPv6 counts as IPv4.
    public init?(_ text: some StringProtocol) {
        var four: UInt32 = 0, six = in6_addr()
        if unsafe inet_pton(AF_INET, String(text), &four) == 1 {
            self = RemoteAddress(v4: four)
        } else if unsafe inet_pton(AF_INET6, String(text), &six) == 1 {
            self = RemoteAddress(v6: six)
        } else {
            return nil
        }
    }

    init(_ storage: sockaddr_storage) {
        self = unsafe withUnsafeBytes(of: storage) {
            switch Int32(storage.ss_family) {
            case AF_INET: unsafe RemoteAddress(v4: $0.load(as: sockaddr_in.self).sin_addr.s_addr)
            case AF_INET6: unsafe RemoteAddress(v6: $0.load(as: sockaddr_in6.self).sin6_addr)
            default: .local
            }
        }
    }

    private init(v4 address: UInt32) {
        kind = .v4
        low = UInt64(UInt32(bigEndian: address))
    }

    private init(v6 address: in6_addr) {
        unsafe withUnsafeBytes(of: address) {
            high = unsafe UInt64(bigEndian: $0.loadUnaligned(as: UInt64.self))
            low = unsafe UInt64(bigEndian: $0.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
        }
        if high == 0, low >> 32 == 0xFFFF {  // ::ffff:a.b.c.d
            (kind, low) = (.v4, low & 0xFFFF_FFFF)
        } else {
            kind = .v6
        }
    }

    package var isV4: Bool { kind == .v4 }

    /// The IPv4 address that a NAT64 reaches by this one (RFC 6052, section 2.1); nil for an address of another kind.
    package var translated: RemoteAddress? {
        guard kind == .v6, high == 0x0064_FF9B_0000_0000, low >> 32 == 0 else { return nil }
        return RemoteAddress(v4: UInt32(truncatingIfNeeded: low).bigEndian)
    }

    /// Keeps the first bits of an IPv6 address.
    ///
    /// - Parameter prefix: At most 64; a greater one keeps all.
    func masked(prefix: UInt8) -> RemoteAddress {
        guard prefix <= 64 else { return self }
        var copy = self
        copy.high &= UInt64.max << UInt64(64 - prefix)
        copy.low = 0
        return copy
    }

    public var description: String {
        switch kind {
        case .local: return "local"
        case .unknown: return "unknown"
        case .v4: return [24, 16, 8, 0].map { String(low >> $0 & 255) }.joined(separator: ".")
        case .v6:
            return [high, low].map(Self.groups).joined(separator: ":")
        }
    }

    /// The first half of an IPv6 address, with zeros behind it.
    var prefixText: String { Self.groups(high) + "::" }

    private static func groups(_ half: UInt64) -> String {
        [48, 32, 16, 0].map { String(half >> $0 & 0xFFFF, radix: 16) }.joined(separator: ":")
    }
}
