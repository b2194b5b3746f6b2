import XignHTTP

/// The rule for addresses that this machine may connect to. It is asked with the address itself at the moment of the
/// connection: a name may lead anywhere, and elsewhere each time (DNS rebinding).
package struct AddressPolicy: Sendable {
    /// Addresses that are not public, and that the operator has listed.
    private let listed: [AddressRange]

    package init(listed: [AddressRange] = []) { self.listed = listed }

    package func admits(_ address: RemoteAddress) -> Bool {
        address.isPublic || listed.contains { $0.contains(address) }
    }
}
