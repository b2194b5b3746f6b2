import DatabaseFixture
import Testing
import XignCrypto
import XignDomain
import XignProtocol

@testable import XignStorage

extension Storage {
    struct SeenRequestTests {
        @Test(arguments: TestCase.all(tests))
        func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

        static let tests: [TestCase<Self>] = [
            TestCase(
                "an outcome is that of its operation, its activation and its content, and of nothing else", bound,
                each: Engine.allCases),
            TestCase(
                "without the manager's secret nobody finds a request that was guessed", keyed, each: Engine.allCases),
            TestCase(
                "an upgrade forgets requests under plain hashes and fingerprints of PINs, and keeps every key", upgrade,
                each: Engine.allCases),
        ]

        private enum Outcome: Codable, Equatable { case refused(count: Int), accepted }
        private enum Other: Codable { case prepared }

        private let activation = ActivationID.random()
        private let content = Array(repeating: UInt8(7), count: 32)
        private let end = Timestamp(seconds: 1_000)

        func bound(_ engine: Engine) throws {
            try withManagerDatabase(engine) { database in
                let request = SeenRequest(.open, of: activation, content: content)
                try database.write { [end] in
                    try $0.seenRequests.remember(request, outcome: Outcome.refused(count: 3), until: end)
                }
                #expect(try outcome(of: request, database) == .refused(count: 3))
                #expect(try outcome(of: SeenRequest(.prepare, of: activation, content: content), database) == nil)
                #expect(try outcome(of: SeenRequest(.open, of: .random(), content: content), database) == nil)
                #expect(try outcome(of: SeenRequest(.open, of: activation, content: content + [0]), database) == nil)
                #expect(throws: DecodingError.self) {
                    try database.read { try $0.seenRequests.outcome(of: request, as: Other.self) }
                }
            }
        }

        func keyed(_ engine: Engine) throws {
            let place = try TemporaryDatabase(engine)
            let database = try place.open()
            defer { database.close() }
            try database.migrate(Schema.migrations)
            let request = SeenRequest(.open, of: activation, content: content)
            try database.write { [end] in
                try $0.seenRequests.remember(request, outcome: Outcome.accepted, until: end)
            }
            let stranger = try DatabaseAddress(place.address)
                .open(vault: Vault(keyEncryptionKey: SymmetricKey(size: .bits256)))
            defer { stranger.close() }
            #expect(try stranger.read { try $0.seenRequests.outcome(of: request, as: Outcome.self) } == nil)
        }

        func upgrade(_ engine: Engine) throws {
            try withDatabase(engine, schema: Array(Schema.migrations.prefix(4))) { database in
                try database.write { [activation, content, end] transaction in
                    try transaction.execute(
                        """
                        INSERT INTO account (id, name, is_active, created_at) VALUES (\("a"), \("ada"), \(true), \(end))
                        """)
                    try transaction.execute(
                        """
                        INSERT INTO activation (id, account_id, state, kind, pin_origin, secret_hash, created_at, expires_at,
                            wrong_pins, alias, pin_failures, otp_failures, other_failures, is_locked_for_good, attempts)
                        VALUES (\(activation), \("a"), \("active"), \("registration"), \("assigned"), \(content), \(end),
                            \(end), \(0), \(""), \(0), \(0), \(0), \(false), \(0))
                        """)
                    for (factor, byte) in [(FactorType.device, UInt8(1)), (.pin, 2)] {
                        try transaction.execute(
                            """
                            INSERT INTO factor (activation_id, factor, sealed_public_key, fingerprint)
                            VALUES (\(activation), \(factor), \([byte]), \([byte, byte]))
                            """)
                    }
                    try transaction.execute(
                        "INSERT INTO seen_request (id, outcome, expires_at) VALUES (\(content), \("claimed"), \(end))")
                }
                try database.migrate(Schema.migrations)
                let rows = try database.read {
                    try $0.rows("SELECT factor, sealed_public_key, fingerprint FROM factor ORDER BY factor")
                }
                #expect(try rows.map { try $0("factor") as FactorType } == [.device, .pin])
                #expect(try rows.map { try $0("sealed_public_key") as [UInt8] } == [[1], [2]])
                #expect(try rows.map { try $0.optional("fingerprint") as [UInt8]? } == [[1, 1], nil])
                #expect(try database.read { try $0.rows("SELECT id FROM seen_request").isEmpty })
            }
        }

        private func outcome(of request: SeenRequest, _ database: any Database) throws -> Outcome? {
            try database.read { try $0.seenRequests.outcome(of: request) }
        }
    }
}
