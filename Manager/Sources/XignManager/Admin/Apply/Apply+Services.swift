import XignDomain
import XignProtocol
import XignStorage

/// Organizations, and their services with roles.
extension ApplyRun {
    mutating func apply(_ declared: Declaration.Organization, _ path: String) throws {
        try requireDisplayText(declared.name, "\(path).name")
        for text in [declared.address, declared.description].compactMap({ $0 }) { try requireDisplayText(text, path) }
        if let website = declared.website {
            try require(RedirectURI.isAcceptable(website), "\(path).website", "an https address")
        }
        let old = try transaction.organizations.find(name: declared.name)
        let organization = Organization(
            id: old?.id ?? Self.uuid(), name: declared.name, website: declared.website, address: declared.address,
            description: declared.description)
        if organization != old {
            try transaction.organizations.save(organization)
            changes.append("\(old == nil ? "added" : "changed") organization \(declared.name)")
        }
        for (index, service) in (declared.services ?? []).enumerated() {
            try apply(service, organization, "\(path).services[\(index)]")
        }
    }

    private mutating func apply(_ declared: Declaration.Service, _ organization: Organization, _ path: String) throws {
        let old = try transaction.services.find(name: declared.name)
        try require(
            old == nil || old?.organizationID == organization.id, "\(path).name",
            "a name that no other organization's service has")
        var service = try service(declared, organization, old, path)
        let rolesChange = try roles(declared.roles, of: service, "\(path).roles")
        var comparable = service
        comparable.secretHash = old?.secretHash
        if comparable != old || !rolesChange.isEmpty {
            service.policyVersion = (old?.policyVersion ?? 0) + 1
            try transaction.services.save(service)
            for change in rolesChange { try change(transaction) }
            changes.append("\(old == nil ? "added" : "changed") service \(declared.name)")
        }
        if (declared.confidential ?? true) != (old?.isConfidential ?? false) {
            try setSecret(of: service, isConfidential: declared.confidential ?? true)
        }
    }

    private func service(
        _ declared: Declaration.Service, _ organization: Organization, _ old: Service?, _ path: String
    ) throws -> Service {
        try require(Self.isName(declared.name), "\(path).name", "1 to 64 lower-case letters, digits and hyphens")
        let displayName = declared.displayName ?? declared.name
        try requireDisplayText(displayName, "\(path).displayName")
        if let description = declared.description { try requireDisplayText(description, "\(path).description") }
        try require((1...20).contains(declared.redirectUris.count), "\(path).redirectUris", "1 to 20 addresses")
        for (index, uri) in declared.redirectUris.enumerated() {
            try require(
                RedirectURI.isAcceptable(uri), "\(path).redirectUris[\(index)]",
                "a whole https address without fragment or wildcard; http only on localhost, 127.0.0.1 and [::1]")
            if let name = RedirectURI.answerParameter(in: uri) {
                throw DeclarationError(
                    path: "\(path).redirectUris[\(index)]", reason: "its query must not have \(name): answers have it")
            }
        }
        guard
            let algorithm = declared.signingAlgorithm.map(Service.SigningAlgorithm.init(rawValue:))
                ?? old?.signingAlgorithm
        else {
            throw DeclarationError(
                path: "\(path).signingAlgorithm", reason: "must be \(Service.SigningAlgorithm.choice)")
        }
        let seconds = declared.sessionSeconds ?? Service.defaultSessionSeconds
        try require(Service.sessionSecondsRange.contains(seconds), "\(path).sessionSeconds", "5 to 600")
        guard let claimsIn = ClaimDestination(rawValue: declared.claimsIn ?? "userInfo") else {
            throw DeclarationError(path: "\(path).claimsIn", reason: "must be userInfo or idToken")
        }
        return Service(
            id: old?.id ?? Self.uuid(), organizationID: organization.id, name: declared.name, displayName: displayName,
            description: declared.description, redirectURIs: declared.redirectUris, signingAlgorithm: algorithm,
            proofKey: try proofKey(declared, path), secretHash: old?.secretHash, isActive: declared.active ?? true,
            sessionSeconds: seconds,
            attributes: try attributes(declared.attributes ?? [], "\(path).attributes"), claimsIn: claimsIn,
            policyVersion: old?.policyVersion ?? 1)
    }

    private func proofKey(_ declared: Declaration.Service, _ path: String) throws -> Service.ProofKey {
        let isConfidential = declared.confidential ?? true
        if declared.legacy ?? false {
            try require(isConfidential, "\(path).legacy", "false, for a service without a secret")
            try require(declared.pkce != "required", "\(path).legacy", "false where pkce is required")
        }
        switch declared.pkce {
        case nil, "required": return declared.legacy ?? false ? .legacy : .required
        case "optional":
            try require(isConfidential, "\(path).pkce", "required, for a service without a secret")
            return declared.legacy ?? false ? .legacy : .optional
        default: throw DeclarationError(path: "\(path).pkce", reason: "must be required or optional")
        }
    }

    private mutating func setSecret(of service: Service, isConfidential: Bool) throws {
        if isConfidential {
            let secret = ClientSecret.generate()
            try transaction.services.setSecret(secret.text, hash: secret.hash, of: service.id, vault)
            changes.append(
                "drew a client secret for \(service.name): see `xignin-manager service secret \(service.name)`")
        } else {
            try transaction.services.removeSecret(of: service.id)
            changes.append("removed the client secret of \(service.name)")
        }
        try transaction.audit.append(AuditEvent(.serviceSecretChanged, at: now, serviceID: service.id))
    }

    private typealias RoleChange = (any Transaction) throws -> Void

    /// What makes the roles those that are declared; nothing is done yet, since the service must be there first.
    private func roles(_ declared: [Declaration.Role], of service: Service, _ path: String) throws -> [RoleChange] {
        try require((1...20).contains(declared.count), path, "1 to 20 roles")
        try require(Set(declared.map(\.name)).count == declared.count, path, "each role once")
        let old = try transaction.services.roles(of: service.id)
        let factors = try Policy.load(transaction).factors
        var changes: [RoleChange] = []
        for (index, declaredRole) in declared.enumerated() {
            let path = "\(path)[\(index)]"
            try requireDisplayText(declaredRole.name, "\(path).name")
            let existing = old.first { $0.name.hasSameBytes(as: declaredRole.name) }
            let role = Role(
                id: existing?.id ?? Self.uuid(), serviceID: service.id, name: declaredRole.name,
                alternatives: try alternatives(declaredRole.alternatives, "\(path).alternatives"),
                isDefault: !(declaredRole.assigned ?? false))
            try require(
                role.offered(to: factors) != nil, "\(path).alternatives",
                "a list with an alternative without biometric, or `settings: { biometric: true }`")
            if role != existing { changes.append { try $0.services.save(role) } }
        }
        for role in old where !declared.contains(where: { $0.name.hasSameBytes(as: role.name) }) {
            changes.append { try $0.services.remove(role: role.id) }
        }
        return changes
    }

    private func alternatives(_ declared: [[String]], _ path: String) throws -> [[FactorType]] {
        try require((1...10).contains(declared.count), path, "1 to 10 lists of factors")
        return try declared.enumerated().map { index, names in
            let factors = names.compactMap(FactorType.init(rawValue:)).filter { $0.algorithm != nil }.sorted()
            try require(
                factors.count == names.count && Set(factors).count == factors.count && factors.contains(.device),
                "\(path)[\(index)]", "factors out of device, pin and biometric, each once, the device always among them"
            )
            return factors
        }
    }
}
