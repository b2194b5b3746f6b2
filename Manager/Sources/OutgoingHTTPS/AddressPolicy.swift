import XignHTTP

/// The rule for addresses that this machine may connect to. It is asked with the address itself at the moment of the
/// connection: a name may lead anywhere, and elsewhere each time (DNS rebinding).
package struct AddressPolicy: Sendable {
    /// Addresses that are not public, and that the operator has listed.
    private let listed: [AddressRange]
    let admitsAll: Bool

    package init(listed: [AddressRange] = []) { (self.listed, admitsAll) = (listed, false) }

    private init(admitsAll: Bool) { (listed, self.admitsAll) = ([], admitsAll) }

    /// Every address: for the manager's own, which the operator has configured.
    static let all = AddressPolicy(admitsAll: true)

    package func admits(_ address: RemoteAddress) -> Bool {
        admitsAll || address.isPublic || listed.contains { $0.contains(address) }
    }
}
