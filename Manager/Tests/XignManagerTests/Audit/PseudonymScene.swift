import Foundation
import Testing
import XignDomain
import XignProtocol

@testable import XignStorage
@testable import XignUseCases

/// Two organizations with a service each, an auditor of each, and people whom both know.
///
/// - ada has logged in at both services.
/// - bob is a member of both, and no service knows him.
/// - eve is a member of none.
/// - lin administers both, and is a member of both.
struct PseudonymScene {
    /// An organization as its auditor reads the log.
    struct Tenant {
        let organization: OrganizationID
        let service: ServiceID
        let auditor: Actor
    }

    static let people = ["ada", "bob", "eve", "lin"]

    let audit: AuditScene
    let phone: RawDevice
    let tenants: [Tenant]

    var manager: TestManager { audit.manager }

    init() throws {
        let audit = try AuditScene()
        let manager = audit.manager
        let declaration = """
            organizations:
              - name: Other Inc.
                services:
                  - name: other
                    displayName: Other website
                    redirectUris: ["https://other.example/callback"]
                    signingAlgorithm: ES256
                    roles: [{ name: user, alternatives: [[pin, device]] }]
            users:
              - { name: bob, memberships: [Example Inc., Other Inc.] }
              - { name: lin, memberships: [Example Inc., Other Inc.] }
              - { name: eve }
            """
        _ = try Apply(manager.context)(Array(declaration.utf8))
        try manager.add("ada", to: "Other Inc.")
        phone = try RawDevice(manager)
        let ada = try manager.account("ada").id
        tenants = try [("Example Inc.", "demo", "max"), ("Other Inc.", "other", "mallory")].map {
            name, service, auditor in
            let organization = try manager.organization(named: name).id
            try manager.grant(.administrator, to: "lin", in: .organization(organization))
            let found = try manager.context.database.write { transaction in
                let found = try #require(try transaction.services.find(name: service))
                _ = try transaction.services.addMappingID(MappingID("sub-of-ada-at-\(service)"), of: ada, at: found.id)
                return found.id
            }
            return Tenant(
                organization: organization, service: found,
                auditor: try audit.operatorSession(auditor, of: .organization(organization)))
        }
        self.audit = audit
        try recordEvents()
    }

    /// Logins of all people at both services with ada's phone, and grants of all by lin, by grace of the manager, and
    /// at the machine.
    private func recordEvents() throws {
        try manager.context.database.write { transaction in
            try transaction.accounts.insert(
                Account(id: .random(), name: "grace", isActive: true), at: manager.clock.now)
        }
        let (lin, grace) = (try manager.account("lin").id, try manager.account("grace").id)
        var events: [AuditEvent] = []
        for tenant in tenants {
            for name in Self.people {
                let account = try manager.account(name).id
                events.append(
                    AuditEvent(
                        .loginRefused, at: audit.now + Int64(events.count), accountID: account,
                        activationID: phone.activation, serviceID: tenant.service, network: "198.51.100.0/24",
                        detail: "wrong pin, failure 3 in a row, locked for 60 s"))
                for actor: Actor in [.administrator(lin), .administrator(grace), .machine("root")] {
                    events.append(
                        AuditEvent(
                            .grantGiven, at: audit.now + Int64(events.count), accountID: account,
                            activationID: phone.activation, organizationID: tenant.organization, actor: actor,
                            network: "198.51.100.0/24"))
                }
            }
        }
        try audit.record(events)
        manager.clock.advance(seconds: 100)
    }

    // MARK: Reading

    func entries(_ tenant: Tenant, _ change: (inout AuditFilter) -> Void = { _ in }) throws -> [AuditEntry] {
        try page(tenant, change).entries
    }

    func page(_ tenant: Tenant, _ change: (inout AuditFilter) -> Void = { _ in }) throws -> SearchAudit.Page {
        try #require(try audit.search(audit.filter([.security, .administration], change), for: tenant.auditor))
    }

    /// The lines of an export, without the last one.
    func export(_ tenant: Tenant) async throws -> [[String: Any]] {
        let filter = try audit.filter([.security, .administration])
        let bytes = try #require(try await ExportAudit(manager.context)(filter, for: tenant.auditor))
        return try bytes.split(separator: UInt8(ascii: "\n")).dropLast().map {
            try #require(try JSONSerialization.jsonObject(with: Data($0)) as? [String: Any])
        }
    }

    // MARK: Ids

    func account(_ name: String) throws -> Account { try manager.account(name) }

    func subject(_ tenant: Tenant) throws -> MappingID {
        let ada = try account("ada").id
        return try #require(
            try manager.context.database.read { try $0.services.mappingID(of: ada, at: tenant.service) })
    }

    func member(_ name: String, _ tenant: Tenant) throws -> MemberID {
        let account = try account(name).id
        return try #require(
            try manager.context.database.read { try $0.organizations.memberID(of: account, in: tenant.organization) })
    }

    /// All ids by which the manager's operators know people, devices and networks.
    func hidden() throws -> [String] {
        let accounts = try (Self.people + ["grace"]).map(account)
        return accounts.flatMap { [$0.publicID.description, $0.publicID.short, $0.id.text] } + [
            "ada", "bob", "eve", "grace", "root", phone.activation.description, phone.activation.short, "198.51.100",
            "in a row",
        ] + (try manager.activation(of: phone).map { [$0.alias] } ?? [])
    }
}
