import DatabaseFixture
import Foundation
import Testing
import XignDomain
import XignProtocol

@testable import XignStorage
@testable import XignUseCases

/// Upgrades of a database whose services, roles and organizations have a column for each setting.
struct DocumentUpgradeTests {
    @Test("Declarations in columns become documents", .serialized, arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase(
            "The export of a former version's database stays, but for new settings, and so does the number of rows",
            export,
            each: FormerDatabase.exported, engines),
        TestCase("A document of the upgrade is byte for byte what a later change writes", documents, each: engines),
        TestCase("An upgrade keeps what no declaration could have today", unusual, each: engines),
        TestCase("An upgrade does not hide what the former version refused", unknown, each: engines),
    ]

    private static let engines = Engine.allCases

    func export(_ version: Int, _ engine: Engine) throws {
        try FormerDatabase.withUpgraded(from: version, engine, adding: { _ in }) { before, database in
            #expect(try FullDatabase.counts(database).filter { before[$0.key] != nil } == before)
            let written = try Data(contentsOf: FormerDatabase.file(version, engine, "json"))
            let limits = StrictJSON.Limits(size: 1 << 20, depth: 10)
            guard case .object(let members) = try StrictJSON.parse(Array(written), limits: limits) else {
                Issue.record("no export")
                return
            }
            // The grants are sealed: they are exported with a manager alone.
            let expected = JSONValue.object(
                members.filter { $0.name != "administrators" }
                    .map { ($0.name, $0.name == "settings" ? completed($0.value) : $0.value) })
            let issuer = try #require(ManagerOrigin(try database.read { try $0.settings.value(of: "issuer") } ?? ""))
            let export = try ExportDeclaration(withoutKey: database, issuer: issuer)(.attributes)
            let (present, former) = (export.serialized, expected.serialized)
            #expect(String(decoding: present, as: UTF8.self) == String(decoding: former, as: UTF8.self))
        }
    }

    /// Adds the settings that the former version did not have, with their usual values: an export has all settings, so
    /// that it replaces those of another manager.
    private func completed(_ settings: JSONValue) -> JSONValue {
        guard case .object(let former) = settings,
            case .object(let added) = PolicyDeclaration().rendered(.complete, without: Set(former.map(\.name)))
        else { return settings }
        return .object(former + added)
    }

    func documents(_ engine: Engine) throws {
        try FormerDatabase.withUpgraded(from: 27, engine, adding: { try FormerService.unusual.insert($0) }) {
            _, database in
            let former = try all(database)
            #expect(former.count >= 18)
            try database.write { transaction in
                for organization in try transaction.organizations.all() {
                    try transaction.organizations.save(organization)
                }
                for service in try transaction.services.all() {
                    try transaction.services.save(service)
                    for role in try transaction.services.roles(of: service.id) { try transaction.services.save(role) }
                }
            }
            let present = try all(database)
            for (id, document) in former { #expect(present[id] == document) }
        }
    }

    private func all(_ database: any Database) throws -> [String: String] {
        try database.read { transaction in
            let rows = try transaction.rows(
                """
                SELECT id, document FROM organization UNION ALL SELECT id, document FROM service
                UNION ALL SELECT id, document FROM role
                """)
            return Dictionary(uniqueKeysWithValues: try rows.map { (try $0("id"), try $0("document")) })
        }
    }

    func unusual(_ engine: Engine) throws {
        try FormerDatabase.withUpgraded(from: 27, engine, adding: { try FormerService.unusual.insert($0) }) {
            _, database in
            let (service, organization, roles) = try database.read { transaction in
                let (service, organization) = try #require(try transaction.services.findWithOrganization(id: "unusual"))
                return (service, organization, try transaction.services.roles(of: service.id))
            }
            #expect(organization.name.hasSameBytes(as: "Old\u{200B}name"))
            #expect(service.displayName.hasSameBytes(as: " \u{AD}Old "))
            #expect(service.description == "")
            #expect(service.proofKey == .required && !service.declared.isConfidential)
            #expect(service.client.profile == .fapi2)
            #expect(service.client.dpop == .optional && service.client.pushedRequests == .optional)
            #expect(service.attributes.map(\.name) == [.nickname, .phoneNumber])
            #expect(service.attributes.map(\.mustBeVerified) == [true, false])
            #expect(roles.map(\.platforms) == [[]])
            #expect(roles.map(\.channels) == [nil])
        }
    }

    func unknown(_ engine: Engine) throws {
        for client in [#"{"tlsClientAuth":"required"}"#, #"{"dpop":"always"}"#, "no JSON", "[]"] {
            let former = FormerService(client: client)
            try FormerDatabase.withUpgraded(from: 27, engine, adding: { try former.insert($0) }) { _, database in
                #expect(throws: StorageError(.unknownDeclaration, "service unusual")) {
                    try database.read { try $0.declared.service("unusual") }
                }
                let names = try database.read { try $0.services.readable().map(\.name) }
                #expect(names == ["all", "app", "demanding", "demo", "high", "legacy", "page"])
            }
        }
    }

    /// A service with its organization and a role, in columns.
    private struct FormerService {
        let client: String

        static let unusual = FormerService(client: #"{"profile":"fapi2"}"#)

        func insert(_ transaction: any Transaction) throws {
            try transaction.execute("INSERT INTO organization (id, name) VALUES ('old', \("Old\u{200B}name"))")
            try transaction.execute(
                """
                INSERT INTO service (id, organization_id, name, display_name, description, redirect_uris,
                    signing_algorithm, proof_key, is_active, session_seconds, attributes, client, policy_version)
                VALUES ('unusual', 'old', 'unusual', \(" \u{AD}Old "), '', 'https://old.example/', 'RS256', 'optional',
                    \(true), 300, 'nickname required verified|phoneNumber optional', \(client), 3)
                """)
            try transaction.execute(
                """
                INSERT INTO role (id, service_id, name, alternatives, is_default, platforms)
                VALUES ('old-role', 'unusual', 'user', 'device|device pin', \(true), '')
                """)
        }
    }
}
