import XignDomain
import XignProtocol
import XignStorage

/// Services.
extension ApplyRun {
    mutating func apply(_ declaration: Declaration.Service, _ organization: Organization, _ path: String) throws {
        let old = try transaction.services.find(name: declaration.declared.name)
        expect(
            old == nil || old?.organizationID == organization.id, "\(path).name",
            "a name that no other organization's service has")
        var service = service(declaration.declared, organization, old, path)
        let oldRoles = try transaction.services.roles(of: service.id)
        let roles = roles(declaration.roles, of: service, oldRoles, "\(path).roles")
        guard isSound else { return }
        let change = differences(
            from: old?.rendered(.complete, with: oldRoles), to: service.rendered(.complete, with: roles))
        if service != old || !change.isEmpty {
            service.policyVersion = (old?.policyVersion ?? 0) + 1
            try transaction.services.save(service)
            if old?.isActive == true, !service.isActive {
                try transaction.processes.notifyAll(at: service.id, now: now)
            }
            if old?.client.offlineAccess != nil, service.client.offlineAccess == nil || !service.isActive {
                try transaction.endOfflineAccesses(of: service.id)
            }
            if old?.client.sharesLogin == true, !service.client.sharesLogin || !service.isActive {
                try transaction.endParts(of: service.id)
            }
            if old?.accountName != nil, service.accountName == nil { try endAccountNames(at: service) }
            for role in roles where !oldRoles.contains(role) { try transaction.services.save(role) }
            for role in oldRoles where !roles.contains(where: { $0.id == role.id }) {
                try transaction.services.remove(role: role.id)
            }
            // Named things are compared by their names: attributes in another order show no difference.
            let changed = change.isEmpty ? "attributes: another order" : change
            try record(
                old == nil ? "added service \(service.name)" : "changed service \(service.name): \(changed)",
                service: service)
        }
        let hasSecret = service.declared.isConfidential && service.client.keys.isEmpty
        if hasSecret != (old?.secretHash != nil) { try setSecret(of: service, isConfidential: hasSecret) }
    }

    private mutating func service(
        _ declared: ServiceDeclaration, _ organization: Organization, _ old: Service?, _ path: String
    ) -> Service {
        var declared = declared
        // An existing service keeps its algorithm; the other rules are judged with it.
        declared.signingAlgorithm = declared.signingAlgorithm ?? old?.signingAlgorithm
        expect(declared.signingAlgorithm != nil, "\(path).signingAlgorithm", Service.SigningAlgorithm.expected)
        refuse(declared.flaws, of: path)
        expectGroups(of: declared, organization, path)
        if hasReadAttributes { refuse(declared.flaws(with: policy.attributes), of: path) }
        if !declared.displayName.hasSameBytes(as: declared.name) {
            expectOtherThanOwn(declared.displayName, "\(path).displayName")
        }
        return Service(
            id: old?.id ?? .random(), organizationID: organization.id, declared: declared, secretHash: old?.secretHash,
            formerSecret: old?.formerSecret, policyVersion: old?.policyVersion ?? 1)
    }

    private mutating func setSecret(of service: Service, isConfidential: Bool) throws {
        if isConfidential {
            let secret = BearerToken.generate()
            try transaction.services.setSecret(secret, of: service.id)
            try record(
                "drew a client secret for \(service.name): see `xignin-manager service secret \(service.name)`",
                .serviceSecretChanged, service: service)
        } else {
            try transaction.services.removeSecret(of: service.id)
            try record("removed the client secret of \(service.name)", .serviceSecretChanged, service: service)
        }
    }
}
