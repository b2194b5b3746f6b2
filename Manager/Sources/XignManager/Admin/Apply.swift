import XignCrypto
import XignDomain
import XignProtocol
import XignStorage
import YAML

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Brings the database in line with a declaration: all of it, or nothing. Applying the same again changes nothing.
package struct Apply {
    private let manager: Manager

    package init(_ manager: Manager) { self.manager = manager }

    /// - Returns: what was done, a line each; empty where everything was as declared.
    /// - Throws: `DeclarationError`, which names the place; `StorageError`.
    package func callAsFunction(_ yaml: [UInt8]) throws -> [String] {
        let declaration = try YAMLDecoder().decode(Declaration.self, from: yaml)
        let (vault, now) = (manager.vault, manager.environment.now())
        let changes = try manager.database.write { transaction in
            var run = ApplyRun(transaction: transaction, vault: vault, now: now)
            try run.apply(declaration)
            if !run.changes.isEmpty {
                try transaction.audit.append(
                    AuditEvent(.configurationApplied, at: now, detail: "\(run.changes.count) changes"))
            }
            return run.changes
        }
        return changes
    }
}

/// A declaration that cannot be applied: where, and why.
package struct DeclarationError: Error, Equatable, CustomStringConvertible {
    package let path: String
    package let reason: String

    package var description: String { "\(path): \(reason) [manager.declaration]" }
}

private struct ApplyRun {
    let transaction: any Transaction
    let vault: Vault
    let now: Timestamp
    var changes: [String] = []

    mutating func apply(_ declaration: Declaration) throws {
        if let settings = declaration.settings { try apply(settings) }
        for (index, organization) in (declaration.organizations ?? []).enumerated() {
            try apply(organization, "organizations[\(index)]")
        }
        for (index, user) in (declaration.users ?? []).enumerated() { try apply(user, "users[\(index)]") }
    }

    // MARK: Settings

    private mutating func apply(_ settings: Declaration.Settings) throws {
        let old = try Policy.load(transaction)
        var policy = old
        if let seconds = settings.lockoutSeconds {
            try require(
                !seconds.isEmpty && seconds.count <= 20 && seconds.allSatisfy { (1...86_400).contains($0) },
                "settings.lockoutSeconds", "1 to 20 durations of 1 to 86,400 seconds")
            policy.lockoutSeconds = seconds
        }
        if let count = settings.permanentLockoutAfter {
            try require((3...100).contains(count), "settings.permanentLockoutAfter", "3 to 100")
            policy.permanentLockoutAfter = count
        }
        if let pin = settings.pin {
            policy.pin.minimumLength = pin.minimumLength ?? policy.pin.minimumLength
            policy.pin.maximumLength = pin.maximumLength ?? policy.pin.maximumLength
            try require(
                PIN.lengthRange.contains(policy.pin.minimumLength) && PIN.lengthRange.contains(policy.pin.maximumLength)
                    && policy.pin.minimumLength <= policy.pin.maximumLength, "settings.pin", "lengths from 5 to 32")
        }
        guard policy != old else { return }
        try policy.save(transaction)
        changes.append("changed the settings")
    }

    // MARK: Organizations and services

    private mutating func apply(_ declared: Declaration.Organization, _ path: String) throws {
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
        }
        guard let algorithm = Service.SigningAlgorithm(rawValue: declared.signingAlgorithm ?? "ES256") else {
            throw DeclarationError(path: "\(path).signingAlgorithm", reason: "must be ES256 or RS256")
        }
        guard let proofKey = Service.ProofKey(rawValue: declared.pkce ?? "required") else {
            throw DeclarationError(path: "\(path).pkce", reason: "must be required or optional")
        }
        try require(
            proofKey == .required || declared.confidential ?? true, "\(path).pkce",
            "required, for a service without a secret")
        let seconds = declared.sessionSeconds ?? Service.defaultSessionSeconds
        try require(Service.sessionSecondsRange.contains(seconds), "\(path).sessionSeconds", "5 to 600")
        return Service(
            id: old?.id ?? Self.uuid(), organizationID: organization.id, name: declared.name, displayName: displayName,
            description: declared.description, redirectURIs: declared.redirectUris, signingAlgorithm: algorithm,
            proofKey: proofKey, secretHash: old?.secretHash, isActive: declared.active ?? true, sessionSeconds: seconds,
            policyVersion: old?.policyVersion ?? 1)
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
        var changes: [RoleChange] = []
        for (index, declaredRole) in declared.enumerated() {
            let path = "\(path)[\(index)]"
            try requireDisplayText(declaredRole.name, "\(path).name")
            let existing = old.first { $0.name.hasSameBytes(as: declaredRole.name) }
            let role = Role(
                id: existing?.id ?? Self.uuid(), serviceID: service.id, name: declaredRole.name,
                alternatives: try alternatives(declaredRole.alternatives, "\(path).alternatives"),
                isDefault: !(declaredRole.assigned ?? false))
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

    // MARK: Users

    private mutating func apply(_ declared: Declaration.User, _ path: String) throws {
        try requireDisplayText(declared.name, "\(path).name")
        let account: Account
        if let old = try transaction.accounts.find(name: declared.name) {
            account = old
        } else {
            account = Account(id: TimeOrderedID.text(at: now), name: declared.name, isActive: declared.active ?? true)
            try transaction.accounts.insert(account, at: now)
            try transaction.audit.append(AuditEvent(.accountCreated, at: now, accountID: account.id))
            changes.append("added user \(declared.name)")
        }
        if let active = declared.active, active != account.isActive {
            try transaction.accounts.setActive(active, account: account.id)
            changes.append("\(active ? "enabled" : "disabled") user \(declared.name)")
        }
        if let memberships = declared.memberships { try apply(memberships, of: account, "\(path).memberships") }
        for (name, roles) in (declared.roles ?? [:]).sorted(by: { $0.key < $1.key }) {
            try assign(roles, at: name, to: account, "\(path).roles.\(name)")
        }
    }

    private mutating func apply(_ memberships: [String], of account: Account, _ path: String) throws {
        let old = try transaction.organizations.organizations(of: account.id)
        for (index, name) in memberships.enumerated() where !old.contains(where: { $0.name == name }) {
            guard let organization = try transaction.organizations.find(name: name) else {
                throw DeclarationError(path: "\(path)[\(index)]", reason: "there is no organization “\(name)”")
            }
            try transaction.organizations.add(account: account.id, to: organization.id)
            changes.append("made \(account.name) a member of \(name)")
        }
        for organization in old where !memberships.contains(organization.name) {
            try transaction.organizations.remove(account: account.id, from: organization.id)
            changes.append("ended the membership of \(account.name) in \(organization.name)")
        }
    }

    private mutating func assign(_ names: [String], at service: String, to account: Account, _ path: String) throws {
        guard let service = try transaction.services.find(name: service) else {
            throw DeclarationError(path: path, reason: "there is no such service")
        }
        let roles = try transaction.services.roles(of: service.id)
        for (index, name) in names.enumerated() {
            guard roles.contains(where: { $0.name == name }) else {
                throw DeclarationError(path: "\(path)[\(index)]", reason: "\(service.name) has no role “\(name)”")
            }
        }
        let held = try transaction.services.assignedRoles(of: service.id, to: account.id)
        for role in roles where !role.isDefault {
            if names.contains(role.name), !held.contains(role.id) {
                try transaction.services.assign(role: role.id, to: account.id)
                changes.append("gave \(account.name) the role \(role.name) at \(service.name)")
            } else if !names.contains(role.name), held.contains(role.id) {
                try transaction.services.withdraw(role: role.id, from: account.id)
                changes.append("took the role \(role.name) at \(service.name) from \(account.name)")
            }
        }
    }

    // MARK: Checks

    private func require(_ condition: Bool, _ path: String, _ expected: String) throws {
        guard condition else { throw DeclarationError(path: path, reason: "must be \(expected)") }
    }

    private func requireDisplayText(_ text: String, _ path: String) throws {
        try require(
            DisplayText.isValid(text), path, "1 to 256 bytes of text without control characters or changes of direction"
        )
    }

    private static func isName(_ text: String) -> Bool {
        (1...64).contains(text.utf8.count)
            && text.utf8.allSatisfy {
                (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0)
                    || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
                    || $0 == UInt8(ascii: "-")
            }
    }

    private static func uuid() -> String { UUID().uuidString.lowercased() }
}
