import XignDomain
import XignProtocol
import XignStorage

/// The manager's policy. `Apply+Operator.swift` applies the operator's profile.
extension ApplyRun {
    mutating func apply(_ settings: Declaration.Settings) throws {
        if let declared = settings.operator { try apply(declared) }
        let old = policy
        if let seconds = settings.lockoutSeconds {
            expect(
                !seconds.isEmpty && seconds.count <= 20 && seconds.allSatisfy { (1...86_400).contains($0) },
                "settings.lockoutSeconds", "1 to 20 durations of 1 to 86,400 seconds")
            policy.lockoutSeconds = seconds
        }
        if let count = settings.permanentLockoutAfter {
            expect((3...100).contains(count), "settings.permanentLockoutAfter", "3 to 100")
            policy.permanentLockoutAfter = count
        }
        if let isAllowed = settings.permanentUnlock { policy.allowsPermanentUnlock = isAllowed }
        if let audit = settings.audit {
            expect(
                audit.retentionDays.map((Policy.minimumAuditRetentionDays...36_500).contains) ?? true,
                "settings.audit.retentionDays",
                "\(Policy.minimumAuditRetentionDays) to 36,500; without it, events stay")
            policy.auditRetentionDays = audit.retentionDays
        }
        if let pin = settings.pin {
            policy.pin.minimumLength = pin.minimumLength ?? policy.pin.minimumLength
            policy.pin.maximumLength = pin.maximumLength ?? policy.pin.maximumLength
            expect(
                PIN.lengthRange.contains(policy.pin.minimumLength) && PIN.lengthRange.contains(policy.pin.maximumLength)
                    && policy.pin.minimumLength <= policy.pin.maximumLength, "settings.pin", "lengths from 5 to 32")
        }
        switch settings.biometric {
        case nil: break
        case .allowed(let isAllowed)?: policy.biometric = isAllowed ? .all : .none
        case .platforms(let names)?:
            policy.biometric = .platforms(words(names, of: Platform.allCases, "settings.biometric") ?? [])
        }
        if let declared = settings.security?.value {
            refuse(declared.flaws, of: "settings.security")
            policy.security = SecurityRequirements(declared)
        }
        guard isSound, policy != old else { return }
        try transaction.settings.save(policy)
        if policy.security != old.security { try transaction.services.raisePolicyVersions() }
        try record("changed the settings: \(differences(from: old.declared, to: policy.declared))")
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
