import DatabaseFixture
import Testing
import XignCrypto
import XignDomain
import XignProtocol
import XignStorage

@testable import XignServer
@testable import XignUseCases

struct ExportTests {
    @Test("The exported declaration", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase(
            "A random state that is exported and applied to an empty database is exported as the same bytes, on either engine",
            roundTrip, each: Engine.allCases, 0..<3 as Range<UInt64>),
        TestCase("An untouched manager is exported, too, and the export changes nothing", untouched),
        TestCase("All settings are exported, so that those of another manager are replaced", settings),
        TestCase(
            "Users are exported only if they are asked for, and their attributes only with a word of their own", users),
        TestCase(
            "A user whom an administrator has disabled is exported as disabled, although no file has said so", disabled),
        TestCase("A value that nothing preselects, such as the address of an invitation, stays so", unselected),
        TestCase(
            "Without the key-encryption key all but attributes and administrators is exported, and nothing changes",
            withoutKey, each: Engine.allCases),
        TestCase("No secret of a client, and nothing that is derived from one, is exported", noSecret),
    ]

    private static let other: [Engine: Engine] = [.sqlite: .postgreSQL, .postgreSQL: .sqlite]

    func roundTrip(_ engine: Engine, seed: UInt64) throws {
        var random = RandomDeclaration(seed: seed)
        let declaration = try random.drawn()
        let (first, second) = (try QuietManager(engine), try QuietManager(Self.other[engine] ?? engine))
        try first.apply(declaration)
        let exported = try first.export()
        #expect(try first.apply(exported) == [], "seed \(seed)")
        #expect(try first.export() == exported)
        try second.apply(exported)
        #expect(try second.export() == exported)
    }

    func withoutKey(_ engine: Engine) throws {
        let (first, second) = (try QuietManager(engine), try QuietManager())
        var random = RandomDeclaration(seed: 11)
        try first.apply(try random.drawn())
        let whole = try first.export(.directory)
        try first.apply("users: [{name: grace}]")
        _ = try first.context.grant(.administrator, toUser: "grace", by: TestManager.operatorName)
        let before = try first.contents()

        let database = try first.place.open(vault: Vault(keyEncryptionKey: SymmetricKey(size: .bits256)))
        defer { database.close() }
        let export = try ExportDeclaration(withoutKey: database, issuer: first.context.issuer)
        let yaml = String(decoding: try export.yaml(.directory), as: UTF8.self)
        #expect(try export.administratorNames().contains("grace"))
        #expect(!yaml.contains("\nadministrators:"))
        #expect(try first.contents() == before)
        #expect(throws: (any Error).self) { try export.yaml(.attributes) }

        try second.apply(yaml)
        let restored = try second.export(.directory)
        #expect(restored == yaml)
        #expect(whole.contains("services:") && restored.contains("services:"))
    }

    func untouched() throws {
        let manager = try QuietManager(.sqlite)
        #expect(try manager.apply(try manager.export()) == [])
    }

    func settings() throws {
        let (plain, other) = (try QuietManager(.sqlite), try QuietManager(.sqlite))
        var random = RandomDeclaration(seed: 7)
        try other.apply(try random.drawnSettings())
        try other.apply(try plain.export(.none))
        let (standard, replaced) = (
            try plain.context.database.read { try $0.settings.policy() },
            try other.context.database.read { try $0.settings.policy() }
        )
        #expect(standard == replaced)
        #expect(try other.context.database.read { try $0.settings.operatorProfile() } == OperatorProfile.none)
    }

    func users() throws {
        let manager = try QuietManager(.sqlite)
        try manager.apply(
            "users: [{name: grace-hopper, attributes: {email: hopper@example.org}}]\nadministrators: [{name: grace-hopper}]"
        )
        #expect(try !manager.export(.none).contains("hopper"))
        #expect(try manager.export(.directory).contains("grace-hopper"))
        #expect(try !manager.export(.directory).contains("hopper@example.org"))
        #expect(try manager.export(.attributes).contains("hopper@example.org"))
    }

    func disabled() throws {
        let manager = try QuietManager(.sqlite)
        try manager.apply("users: [{name: ada}]")
        try manager.context.database.write { transaction in
            let account = try #require(try transaction.accounts.find(name: "ada"))
            try transaction.accounts.setActive(false, account: account.id)
        }
        let other = try QuietManager(.sqlite)
        try other.apply(try manager.export(.directory))
        #expect(try other.context.database.read { try $0.accounts.find(name: "ada")?.isActive } == false)
    }

    func unselected() throws {
        let manager = try QuietManager(.sqlite)
        try manager.apply("users: [{name: ada, attributes: {email: [{value: ada@example.org, primary: false}]}}]")
        let isPrimary = { (manager: QuietManager) in
            try manager.context.database.read { transaction in
                let account = try #require(try transaction.accounts.find(name: "ada"))
                return try transaction.attributeValues.all(of: account.id).map(\.isPrimary)
            }
        }
        #expect(try isPrimary(manager) == [false])
        let exported = try manager.export()
        #expect(try manager.apply(exported) == [])
        let other = try QuietManager(.sqlite)
        try other.apply(exported)
        #expect(try isPrimary(other) == [false])
    }

    func noSecret() throws {
        let manager = try QuietManager(.sqlite)
        try manager.apply(TestManager.declaration())
        try RotateSecret(manager.context)(ofService: "demo", overlapHours: 1)
        let exported = try manager.export()
        let (service, secret) = try manager.context.database.read { transaction in
            let service = try #require(try transaction.services.find(name: "demo"))
            return (service, try #require(try transaction.services.secret(of: service.id)))
        }
        #expect(exported.contains("demo"))
        #expect(!exported.contains(secret))
        for hash in [service.secretHash, service.formerSecret?.hash] {
            let bytes = try #require(hash).bytes
            #expect(!exported.contains(Base64URL.encode(bytes)))
        }
        #expect(!exported.contains(service.id.text))
    }
}
