import DatabaseFixture
import Testing
import XignDomain
import XignProtocol

@testable import XignStorage

extension Storage {
    struct Clients {
        @Test(arguments: TestCase.all(tests))
        func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

        static let tests: [TestCase<Self>] = [
            TestCase(
                "the settings of a client are stored without loss", roundTrip, each: Engine.allCases,
                [
                    .standard,
                    ClientSettings(
                        rememberedLogin: .init(minutes: 480, idleMinutes: 60),
                        offlineAccess: .init(days: 90, idleDays: 7), postLogoutRedirectURIs: ["https://a.example/"],
                        backChannelLogoutURI: "https://a.example/logout",
                        keys: [
                            key(
                                "k", .es256, "f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU",
                                "x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0"),
                            key(nil, .edDSA, "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo"),
                        ], pushedRequests: .required, dpop: .required, profile: .fapi2, opensPopups: true,
                        isNative: true),
                ]),
            TestCase(
                "settings that this version does not know are not ignored", unknown, each: Engine.allCases,
                [
                    #""tlsClientAuth":"required""#, #""dpop":"always""#, #""security":{"refused":["unchecked"]}"#,
                    #""rememberedLogin":{"idleMinutes":1,"minutes":1,"network":true}"#,
                    #""keys":[{"crv":"Ed25519","kty":"OKP","x":"11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo","exp":1}]"#,
                ]),
            TestCase(
                "an alternative with a factor that cannot sign is not weakened", foreignFactor,
                each: Engine.allCases, ["otp", "none"]),
            TestCase(
                "a replaced secret is accepted until the overlap ends, or is ended", overlap, each: Engine.allCases),
            TestCase("saving a service keeps both of its secrets", savedAgain, each: Engine.allCases),
        ]

        private static let now = Timestamp(rawValue: 1_790_000_001_250)

        func roundTrip(_ engine: Engine, _ settings: ClientSettings) throws {
            try withShop(engine, settings) { database in
                let stored = try database.read { try $0.services.find(id: "shop") }
                #expect(stored?.client == settings)
            }
        }

        private static func key(
            _ id: String?, _ algorithm: ClientKey.Algorithm, _ coordinates: String...
        ) -> ClientKey {
            ClientKey(id: id, algorithm: algorithm, bytes: coordinates.flatMap { Base64URL.decode($0) ?? [] })
        }

        func unknown(_ engine: Engine, _ member: String) throws {
            try withShop(engine) { database in
                let document = #"{"name":"shop","redirectUris":["https://a.example/"],"signingAlgorithm":"ES256"}"#
                try database.write { try $0.execute("UPDATE service SET document = \(document)") }
                #expect(try database.read { try $0.services.all() }.count == 1)
                let later = document.dropLast() + ",\(member)}"
                try database.write { try $0.execute("UPDATE service SET document = \(String(later))") }
                #expect(throws: StorageError(.unknownDeclaration, "service shop")) {
                    try database.read { try $0.services.find(id: "shop") }
                }
                #expect(try database.read { try $0.services.readable() }.isEmpty)
            }
        }

        func foreignFactor(_ engine: Engine, _ factor: String) throws {
            try withShop(engine) { database in
                let role = Role(
                    id: "r", serviceID: "shop", name: "r", alternatives: [[.device, .pin]], isDefault: true)
                try database.write { transaction in
                    try transaction.services.save(role)
                    try transaction.execute("UPDATE role SET document = replace(document, 'pin', \(factor))")
                }
                #expect(throws: StorageError(.unknownDeclaration, "role r of service shop")) {
                    try database.read { try $0.services.roles(of: "shop") }
                }
            }
        }

        func overlap(_ engine: Engine) throws {
            try withShop(engine) { database in
                let secrets = (0..<3).map { _ in BearerToken.generate() }
                func accepted(after seconds: Int64 = 0) throws -> [Bool] {
                    let service = try #require(try database.read { try $0.services.find(id: "shop") })
                    return secrets.map { service.accepts(secret: $0.hash, at: Self.now + seconds) }
                }
                try database.write { try $0.services.setSecret(secrets[0], of: "shop") }
                #expect(try accepted() == [true, false, false])
                try database.write {
                    try $0.services.setSecret(secrets[1], of: "shop", acceptingFormerUntil: Self.now + 60)
                }
                #expect(try accepted(after: 59) == [true, true, false])
                #expect(try accepted(after: 60) == [false, true, false])
                try database.write {
                    try $0.services.setSecret(secrets[2], of: "shop", acceptingFormerUntil: Self.now + 60)
                }
                #expect(try accepted() == [false, true, true])
                try database.write { try $0.services.removeFormerSecret(of: "shop") }
                #expect(try accepted() == [false, false, true])
                try database.write { try $0.services.setSecret(secrets[0], of: "shop") }
                #expect(try accepted() == [true, false, false])
                try database.write { try $0.services.removeSecret(of: "shop") }
                #expect(try accepted() == [false, false, false])
            }
        }

        func savedAgain(_ engine: Engine) throws {
            try withShop(engine) { database in
                try database.write { transaction in
                    try transaction.services.setSecret(.generate(), of: "shop")
                    try transaction.services.setSecret(.generate(), of: "shop", acceptingFormerUntil: Self.now)
                    let service = try #require(try transaction.services.find(id: "shop"))
                    try transaction.services.save(service)
                    #expect(try transaction.services.find(id: "shop") == service)
                    #expect(service.formerSecret?.expiresAt == Self.now)
                }
            }
        }

        private func withShop(
            _ engine: Engine, _ settings: ClientSettings = .standard, _ body: (any Database) throws -> Void
        ) throws {
            try withManagerDatabase(engine) { database in
                try database.write { transaction in
                    try transaction.organizations.save(
                        Organization(id: "org", name: "Example", website: nil, address: nil, description: nil))
                    try transaction.services.save(
                        Service(
                            id: "shop", organizationID: "org", name: "shop", displayName: "Shop", description: nil,
                            redirectURIs: ["https://a.example/"], signingAlgorithm: .es256, proofKey: .required,
                            secretHash: nil, isActive: true, sessionSeconds: 300, client: settings, policyVersion: 1))
                }
                try body(database)
            }
        }
    }
}
