import DatabaseFixture
import Foundation
import Testing
import XignCrypto
import XignDomain
import XignProtocol

@testable import XignStorage

extension Storage {
    /// Databases that the version before migration 9 wrote: Ada has logged in, Bob is locked out for good after three
    /// wrong PINs, and a login is under way. `Version8/README.md` says how they were made. The migrations after it
    /// bring them up to date.
    struct Upgrade {
        @Test(arguments: TestCase.all(tests))
        func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

        static let tests: [TestCase<Self>] = [
            TestCase("an upgrade keeps activations, and their keys still open", activations, each: Engine.allCases),
            TestCase("an upgrade keeps lockouts", lockouts, each: Engine.allCases),
            TestCase("an upgrade keeps evidence and audit log", evidence, each: Engine.allCases),
            TestCase(
                "an upgrade keeps the released attributes of a login whose code can still be redeemed", releases,
                each: Engine.allCases),
            TestCase("an upgrade draws an id for each membership", memberships, each: Engine.allCases),
            TestCase("an upgrade ends processes under way, and new ones can begin", processes, each: Engine.allCases),
            TestCase(
                "from version 9 on, logins under way go on with their browsers, and activations have no cool-down",
                underWay, each: Engine.allCases),
            TestCase(
                "a database of version 2 gets attributes: its services ask for nothing, and processes under way end",
                migrated, each: Engine.allCases),
        ]

        /// The written database, opened and brought up to date.
        private func withUpgraded(_ engine: Engine, _ body: (any Database) throws -> Void) throws {
            let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../Version8/\(engine)")
            let encoded = try String(contentsOf: folder.appendingPathExtension("key"), encoding: .utf8)
            let key = try #require(Base64URL.decode(encoded.trimmingCharacters(in: .newlines)))
            let place = try TemporaryDatabase(engine)
            let database = try DatabaseAddress(place.address)
                .open(vault: Vault(keyEncryptionKey: SymmetricKey(data: key)), creating: true)
            defer { database.close() }
            try database.migrate(Array(Schema.migrations.prefix(8)))
            let rows = try String(contentsOf: folder.appendingPathExtension("sql"), encoding: .utf8)
            try database.write { transaction in
                let transaction = try #require(transaction as? any SchemaTransaction)
                for row in rows.split(separator: "\n") { try transaction.define(String(row)) }
            }
            try database.migrate(Schema.migrations)
            try body(database)
        }

        private func activation(of name: String, _ transaction: any Transaction) throws -> Activation {
            let account = try #require(try transaction.accounts.find(name: name))
            return try #require(try transaction.activations.all(of: account.id).first { $0.state == .active })
        }

        func activations(_ engine: Engine) throws {
            try withUpgraded(engine) { database in
                for name in ["ada", "bob"] {
                    let factors = try database.read { transaction in
                        try transaction.activations.factors(of: try activation(of: name, transaction)).map(\.factor)
                    }
                    #expect(factors.sorted() == [.device, .pin])
                }
            }
        }

        func lockouts(_ engine: Engine) throws {
            try withUpgraded(engine) { database in
                let (ada, bob, failures) = try database.read { transaction in
                    let bob = try activation(of: "bob", transaction)
                    return (
                        try activation(of: "ada", transaction).lockout, bob.lockout,
                        try transaction.activations.failures(of: bob.id, since: Timestamp(rawValue: 0))
                    )
                }
                #expect(ada == .none)
                #expect(bob.isPermanent)
                #expect(bob.pinFailures == 3)
                #expect(failures == 3)
            }
        }

        func evidence(_ engine: Engine) throws {
            try withUpgraded(engine) { database in
                let (statements, events) = try database.read { transaction in
                    (
                        try transaction.rows("SELECT session_id, statement FROM evidence"),
                        try transaction.audit.newest(1000).map(\.kind)
                    )
                }
                try #require(statements.count == 1)
                let statement = try ConsentStatement(parsing: try statements[0]("statement"))
                #expect(statement.service.name == "Demo website")
                let session: SessionID = try statements[0]("session_id")
                #expect(try database.read { try $0.evidence.statement(ofLogin: session) } == statement.serialized)
                let hash = try database.read { try $0.evidence.statementHash(of: session) }
                #expect(hash == Evidence.hash(of: statement.serialized))
                #expect(events.contains(.managerInitialized))
                #expect(events.count { $0 == .loginRefused } == 2)
                #expect(events.count { $0 == .activationLocked } == 1)
                #expect(events.count { $0 == .loginConfirmed } == 1)
            }
        }

        func releases(_ engine: Engine) throws {
            try withUpgraded(engine) { database in
                let released = try database.read { transaction in
                    let row = try #require(
                        try transaction.row("SELECT session_id, activation_id FROM authorization_code"))
                    return try transaction.attributeReleases.find(
                        try row("session_id"), activation: try row("activation_id"))
                }
                #expect(released.attributes.map(\.attribute).contains(.email))
            }
        }

        func memberships(_ engine: Engine) throws {
            try withUpgraded(engine) { database in
                let ids: [MemberID] = try database.read { transaction in
                    try transaction.rows("SELECT member_id FROM membership").map { try $0("member_id") }
                }
                #expect(ids.count == 2)
                #expect(Set(ids).count == 2)
            }
        }

        func processes(_ engine: Engine) throws {
            try withUpgraded(engine) { database in
                #expect(try database.read { try $0.processes.browserProcesses(beginning: []) }.isEmpty)
                let service = try #require(try database.read { try $0.services.find(name: "demo") })
                let login = BrowserProcess(
                    AuthorizationRequest(
                        redirectURI: service.redirectURIs[0], state: nil,
                        requirements: LoginRequirements(scope: ["openid"])),
                    at: service, cookieHash: [1], at: Timestamp(seconds: 1_800_000_000))
                try database.write { try $0.processes.insert(login) }
                #expect(try database.read { try $0.processes.browserProcess(login.process.id) } == login)
            }
        }

        func underWay(_ engine: Engine) throws {
            try withDatabase(engine, schema: Array(Schema.migrations.prefix(9))) { database in
                let (open, claimed) = (SessionID.random(), SessionID.random())
                let activation = ActivationID.random()
                try database.write { transaction in
                    try transaction.execute("INSERT INTO organization (id, name) VALUES ('org', 'Example Inc.')")
                    try transaction.execute(
                        """
                        INSERT INTO service (id, organization_id, name, display_name, redirect_uris, signing_algorithm, proof_key,
                            is_active, session_seconds, policy_version)
                        VALUES ('shop', 'org', 'shop', 'Shop', 'https://shop.example/', 'ES256', 'required', \(true), 300, 4)
                        """)
                    try transaction.execute(
                        """
                        INSERT INTO account (id, name, name_key, is_active, created_at)
                        VALUES ('ada', 'ada', 'ada', \(true), 1)
                        """)
                    try transaction.execute(
                        """
                        INSERT INTO activation (id, account_id, state, kind, pin_origin, secret_hash, created_at, expires_at,
                            personalized_at, wrong_pins, alias, pin_failures, otp_failures, other_failures,
                            is_locked_for_good, attempts)
                        VALUES (\(activation), 'ada', 'active', 'registration', 'assigned', \([UInt8(1)]), 1, 2, 1, 0, 'phone',
                            0, 0, 0, \(false), 0)
                        """)
                    for id in [open, claimed] {
                        try transaction.execute(
                            """
                            INSERT INTO process (id, goal, channel, phase, created_at, expires_at, corrections, service_id,
                                service_origin, scope, nonce, claims)
                            VALUES (\(id), 'website', 'crossDevice', 'waiting', 1000, 301000, 0, 'shop',
                                'https://shop.example', 'openid', 'n', '')
                            """)
                        try transaction.execute(
                            """
                            INSERT INTO browser_request (process_id, redirect_uri, state, cookie_hash)
                            VALUES (\(id), 'https://shop.example/', 's', \([UInt8(2)]))
                            """)
                    }
                    try transaction.execute(
                        """
                        UPDATE process SET phase = 'confirming', activation_id = \(activation), token_hash = \([UInt8(3)]),
                            role_id = 'role', statement = \([UInt8(4)]) WHERE id = \(claimed)
                        """)
                    try transaction.execute(
                        """
                        INSERT INTO audit (id, at, kind, account_id, detail)
                        VALUES (\([UInt8(1)]), 1, 'configurationApplied', 'ada', 'gave ada the role user at shop')
                        """)
                }
                try database.migrate(Schema.migrations)
                let logins = try database.read { transaction in
                    try [open, claimed].map { try transaction.processes.browserProcess($0) }
                }
                let goal = Goal.Login(
                    serviceID: "shop", origin: "https://shop.example",
                    requirements: LoginRequirements(scope: ["openid"], nonce: "n"))
                let request = BrowserRequest(redirectURI: "https://shop.example/", state: "s", cookieHash: [2])
                let claim = Claim(activationID: activation, tokenHash: [3])
                #expect(logins.map { $0?.process.goal.login } == [goal, goal])
                #expect(logins.map { $0?.request } == [request, request])
                #expect(
                    logins.map { $0?.process.phase }
                        == [.waiting, .confirming(claim, Statement(roleID: "role", bytes: [4]))])
                #expect(logins[0]?.process.expiresAt == Timestamp(rawValue: 301_000))
                let kept = try database.read { try $0.activations.find(activation) }
                #expect(kept?.alias == "phone")
                #expect(kept?.coolUntil == nil)
                #expect(try database.read { try $0.audit.newest(1) }.first?.detail == nil)
                try database.write { try $0.execute("DELETE FROM process") }
                #expect(try Dump(database).count("browser_request") == 0)
            }
        }

        func migrated(_ engine: Engine) throws {
            try withDatabase(engine, schema: Array(Schema.migrations.prefix(2))) { database in
                let session = SessionID.random()
                try database.write { transaction in
                    try transaction.execute("INSERT INTO organization (id, name) VALUES ('org', 'Example Inc.')")
                    try transaction.execute(
                        """
                        INSERT INTO service (id, organization_id, name, display_name, redirect_uris, signing_algorithm, proof_key,
                            is_active, session_seconds, policy_version)
                        VALUES ('shop', 'org', 'shop', 'Shop', 'https://shop.example/', 'ES256', 'required', \(true), 300, 4)
                        """)
                    try transaction.execute(
                        """
                        INSERT INTO login_session (id, state, channel, purpose, service_id, redirect_uri, scope, cookie_hash,
                            created_at, expires_at, changed_at, factors, failures_before)
                        VALUES (\(session), 'waiting', 'crossDevice', 'login', 'shop', 'https://shop.example/', 'openid',
                            \([UInt8](repeating: 1, count: 32)), 1, 2, 1, '', 0)
                        """)
                }
                try database.migrate(Schema.migrations)
                let service = try database.read { try $0.services.find(name: "shop") }
                #expect(service?.attributes == [])
                #expect(service?.claimsIn == .userInfo)
                #expect(service?.security == SecurityRequirements.none)
                #expect(service?.policyVersion == 4)
                #expect(try database.read { try $0.processes.find(session) } == nil)
            }
        }
    }
}
