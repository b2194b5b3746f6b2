import DatabaseFixture
import Testing
import XignDomain

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
                            ClientKey(id: "k", algorithm: .es256, bytes: Array(repeating: 1, count: 64)),
                            ClientKey(id: nil, algorithm: .edDSA, bytes: Array(repeating: 2, count: 32)),
                        ], pushedRequests: .required, dpop: .required, profile: .fapi2, opensPopups: true,
                        isNative: true),
                ]),
            TestCase(
                "settings that this version does not know are not ignored", unknown, each: Engine.allCases,
                [
                    #"{"tlsClientAuth":"required"}"#, #"{"dpop":"always"}"#,
                    #"{"rememberedLogin":{"idleMinutes":1,"minutes":1,"network":true}}"#,
                ]),
            TestCase(
                "an alternative with a factor that cannot sign is dropped, not weakened", foreignFactor,
                each: Engine.allCases),
            TestCase(
                "a finding that cannot be refused is not ignored", foreignFinding, each: Engine.allCases),
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

        func unknown(_ engine: Engine, _ json: String) throws {
            try withShop(engine) { database in
                try database.write { try $0.execute("UPDATE service SET client = \(json)") }
                #expect(throws: DecodingError.self) { try database.read { try $0.services.find(id: "shop") } }
            }
        }

        func foreignFactor(_ engine: Engine) throws {
            try withShop(engine) { database in
                let role = Role(id: "r", serviceID: "shop", name: "r", alternatives: [[.device]], isDefault: true)
                try database.write { transaction in
                    try transaction.services.save(role)
                    try transaction.execute("UPDATE role SET alternatives = \("device otp|device none|device pin")")
                }
                let stored = try database.read { try $0.services.roles(of: "shop") }
                #expect(stored.map(\.alternatives) == [[[.device, .pin]]])
            }
        }

        func foreignFinding(_ engine: Engine) throws {
            try withShop(engine) { database in
                let security = #"{"minimumSystem":{},"refused":["unchecked"]}"#
                try database.write { try $0.execute("UPDATE service SET security = \(security)") }
                #expect(throws: StorageError.self) { try database.read { try $0.services.find(id: "shop") } }
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
