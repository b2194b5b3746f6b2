/// Addresses with a common prefix: "10.0.0.0/8", "2001:db8::/32", or one address; `local` for a Unix-domain socket.
public struct AddressRange: Sendable, Hashable {
    private let address: RemoteAddress
    private let high: UInt64, low: UInt64  // masks

    /// The peers on a Unix-domain socket.
    public static let local = AddressRange(.local, prefix: 128)
    /// The addresses that only this machine reaches.
    public static let loopback = ["127.0.0.0/8", "::1"].compactMap(AddressRange.init)

    public init(_ address: RemoteAddress) { self.init(address, prefix: 128) }

    /// The forms that are parsed, to end a message.
    public static let forms = "addresses or ranges such as 192.0.2.7, 10.0.0.0/8, 2001:db8::/32 or ::1, and no names"

    /// Parses an address or a range; an IPv6 address may be in brackets. Fails for an address with bits behind its
    /// prefix, too, which is a typing error.
    public init?(_ text: String) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        let isBracketed = parts[0].hasPrefix("[") && parts[0].hasSuffix("]")
        guard parts.count <= 2, let address = RemoteAddress(isBracketed ? parts[0].dropFirst().dropLast() : parts[0]),
            !isBracketed || address.kind == .v6
        else { return nil }
        let bits = address.kind == .v4 ? 32 : 128
        var length = bits
        if parts.count == 2 {
            guard let number = Int(parts[1]), (0...bits).contains(number), String(number) == parts[1] else {
                return nil
            }
            length = number
        }
        self.init(address, prefix: 128 - bits + length)
        guard address.high & ~high == 0, address.kind == .v4 || address.low & ~low == 0,
            address.kind == .v6 || address.low & ~low & 0xFFFF_FFFF == 0
        else { return nil }
    }

    /// - Parameter prefix: The length in bits, of 128; IPv4 addresses are the last 32.
    private init(_ address: RemoteAddress, prefix: Int) {
        self.address = address
        high = prefix >= 64 ? .max : ~(.max >> UInt64(prefix))
        low = prefix <= 64 ? 0 : prefix >= 128 ? .max : ~(.max >> UInt64(prefix - 64))
    }

    public func contains(_ other: RemoteAddress) -> Bool {
        other.kind == address.kind && (other.high ^ address.high) & high == 0 && (other.low ^ address.low) & low == 0
    }
}
