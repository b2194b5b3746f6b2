import XignDomain
import XignProtocol
import XignStorage

/// The manager's policy. `Apply+Operator.swift` applies the operator's profile.
extension ApplyRun {
    mutating func apply(_ settings: Declaration.Settings) throws {
        if let profile = settings.operator { try apply(profile) }
        let old = policy
        let declared = settings.policy.applied(to: old.declared)
        // A member that the file leaves out stays as it was, and is not judged.
        let names = settings.policy.names
        refuse(declared.flaws.filter { flaw in names.contains { flaw.isBelow($0) } }, of: "settings")
        try expectOrganizations(of: declared.registration)
        policy = Policy(declared)
        // A later version may have stored words that this one leaves out.
        if !names.contains("biometric") { policy.biometric = old.biometric }
        if !names.contains("security") { policy.security = old.security }
        guard isSound, policy != old else { return }
        try transaction.settings.save(policy)
        if policy.security != old.security { try transaction.services.raisePolicyVersions() }
        if policy.attributes != old.attributes { try changeAttributes(from: old.attributes) }
        let change = differences(from: old.declared.rendered(.complete), to: declared.rendered(.complete, without: []))
        // Named things are compared by their names: attributes in another order show no difference.
        try record("changed the settings: \(change.isEmpty ? "attributes: another order" : change)")
    }

    /// Refuses memberships in organizations that neither the database nor the file has.
    private mutating func expectOrganizations(of registration: Registration) throws {
        for (index, name) in registration.memberships.enumerated() {
            guard try organization(named: name) == nil, isComplete, !declaredOrganizations.contains(name) else {
                continue
            }
            refuse("settings.registration.memberships[\(index)]", "there is no organization \"\(name)\"")
        }
    }

    /// Refuses a policy with which nobody could confirm some role: its users would be shut out.
    mutating func expectThatRolesCanBeMet() throws {
        // After an error the database does not hold the roles of the file.
        guard isSound else { return }
        for service in try transaction.services.all() {
            for role in try transaction.services.roles(of: service.id) {
                expect(
                    role.offered(by: policy) != nil, "settings.biometric",
                    "true, or name a platform of the role \(role.name) of \(service.name), as long as the role has no "
                        + "alternative without biometric")
            }
        }
    }
}
