/// The comparison of an address with those that are registered, for operators.
extension RedirectURI {
    /// The first place at which an address is not the registered one that is most like it.
    public struct Difference: Sendable, Equatable {
        /// The registered address. For a native app's loopback address it has the port of the compared one, which is
        /// no difference.
        public let registered: String
        /// Counted from 1. It is one more than the length of the shorter address where that one is the other's
        /// beginning.
        public let character: Int
    }

    /// Compares an address that `matches` refuses with the registered addresses.
    /// - Returns: nil where the service has none.
    public static func difference(of uri: String, at service: Service) -> Difference? {
        let addresses = service.redirectURIs.map { registered in
            service.client.isNative ? NativeRedirectURI.withPort(of: uri, registered) : registered
        }
        return difference(of: uri, among: addresses)
    }

    /// Compares an address that `matchesLogout` refuses with those that are registered for after a logout.
    /// - Returns: nil where the service has none.
    public static func logoutDifference(of uri: String, at service: Service) -> Difference? {
        difference(of: uri, among: service.client.postLogoutRedirectURIs)
    }

    private static func difference(of uri: String, among addresses: [String]) -> Difference? {
        addresses.max { likeness($0, uri) < likeness($1, uri) }.map {
            Difference(registered: $0, character: commonLength(uri.utf8, $0.utf8) + 1)
        }
    }

    /// The bytes that two addresses have in common at both ends; among equals, the address of a similar length is more
    /// alike.
    private static func likeness(_ address: String, _ uri: String) -> (common: Int, length: Int) {
        let start = commonLength(address.utf8, uri.utf8)
        let end = commonLength(address.utf8.dropFirst(start).reversed(), uri.utf8.dropFirst(start).reversed())
        return (start + end, -abs(address.utf8.count - uri.utf8.count))
    }

    private static func commonLength(_ one: some Sequence<UInt8>, _ other: some Sequence<UInt8>) -> Int {
        zip(one, other).prefix { $0 == $1 }.count
    }
}
