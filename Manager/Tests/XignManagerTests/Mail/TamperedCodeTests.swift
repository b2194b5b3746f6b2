import DatabaseFixture
import Testing
import XignDomain
import XignProtocol

@testable import XignServer
@testable import XignStorage
@testable import XignUseCases

/// Rows of mailed codes that somebody writes who reads the mails of two people.
struct TamperedCodeTests {
    @Test("Mailed codes in a database that somebody has written to", .serialized, arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("a row that was inserted verifies nothing", inserted, each: Engine.allCases),
        TestCase("a row of which a column was edited verifies nothing", edited, each: Engine.allCases),
        TestCase("an edited row keeps nobody from another code", another, each: Engine.allCases),
        TestCase("a row that was moved to another person, value or id verifies nothing", moved, each: Engine.allCases),
        TestCase("a row that was rolled back verifies nothing again", rolledBack, each: Engine.allCases),
        TestCase("a value that was marked as verified by a code opens nowhere", marked, each: Engine.allCases),
    ]

    /// A person in a browser with an address, whose mail the attacker reads.
    private struct Person {
        let browser: LoggedIn
        let value: String
        let code: MailedCode

        init(_ manager: TestManager, _ name: String) async throws {
            browser = try await LoggedIn(manager, with: try RawDevice(manager, user: name))
            try manager.store(.email, "\(name)@example.org", alias: "home", user: name)
            value = try #require(try ListOwnData(manager.context)(browser.session.accountID).first).id
            let sending = try await VerifyAddress(manager.context)
                .send(to: value, in: browser.session, from: "192.0.2.1", language: .english)
            #expect(sending == .sent)
            let mail = try #require(try manager.mailedCodes().first)
            code = try #require(MailedCode(typed: mail.code))
        }
    }

    private struct Scene {
        let manager: TestManager
        let ada: Person
        let mallory: Person

        init(_ engine: Engine) async throws {
            manager = try TestManager(engine, sendsMail: true)
            ada = try await Person(manager, "ada")
            mallory = try await Person(manager, "mallory")
        }

        func write(_ statements: SQL...) throws {
            try manager.context.database.write { transaction in
                for statement in statements { try transaction.execute(statement) }
            }
        }

        /// Types both codes at the addresses of both.
        /// - Returns: true if an address was verified.
        func verifiesAnything() async throws -> Bool {
            for person in [ada, mallory] {
                for code in [ada.code, mallory.code] {
                    _ = try? await VerifyAddress(manager.context)(person.value, with: code, in: person.browser.session)
                }
            }
            return try ["ada", "mallory"].contains { user in
                try manager.values(.email, user: user).contains(where: \.isVerified)
            }
        }
    }

    func inserted(_ engine: Engine) async throws {
        let scene = try await Scene(engine)
        let sealed = Array("{\"purpose\":\"verifyAddress\"}".utf8)
        let (account, now) = (scene.ada.browser.session.accountID, scene.manager.clock.now)
        try scene.write(
            "CREATE TABLE other AS SELECT * FROM mail_code", "DELETE FROM other WHERE account_id = \(account)",
            "DELETE FROM mail_code",
            // Terms in the clear, and those of another person.
            """
            INSERT INTO mail_code (id, account_id, purpose, address_lookup, network_hash, sent, sent_at, sealed_terms)
            VALUES (
                \(MailCodeID.random()), \(account), 'verifyAddress', \([1, 2] as [UInt8]), \([3] as [UInt8]), 1, \(now),
                \(sealed))
            """,
            """
            INSERT INTO mail_code (id, account_id, purpose, address_lookup, network_hash, sent, sent_at, sealed_terms)
            SELECT
                \(MailCodeID.random()), \(account), purpose, address_lookup, network_hash, sent, sent_at, sealed_terms
            FROM other
            """)
        #expect(try await !scene.verifiesAnything())
    }

    func edited(_ engine: Engine) async throws {
        let scene = try await Scene(engine)
        // Without a change both codes verify: what is tried can succeed.
        let control = try await Scene(engine)
        #expect(try await control.verifiesAnything())
        let later = scene.manager.clock.now + 3600
        let changes: [SQL] = [
            "UPDATE mail_code SET purpose = 'recoveryBegin'", "UPDATE mail_code SET sent_at = \(later)",
            "UPDATE mail_code SET sent = 0",
            "UPDATE mail_code SET network_hash = \([1, 2] as [UInt8])",
            "UPDATE mail_code SET address_lookup = \([1, 2] as [UInt8])",
            "UPDATE mail_code SET sealed_terms = \([1, 2] as [UInt8])", "UPDATE mail_code SET sealed_terms = NULL",
        ]
        try scene.write("CREATE TABLE saved AS SELECT * FROM mail_code")
        for change in changes {
            try scene.write(change)
            #expect(try await !scene.verifiesAnything(), "\(change)")
            try scene.write("DELETE FROM mail_code", "INSERT INTO mail_code SELECT * FROM saved")
        }
    }

    func another(_ engine: Engine) async throws {
        let scene = try await Scene(engine)
        let changes: [SQL] = [
            "UPDATE mail_code SET id = substr(id, 1, 3)", "UPDATE mail_code SET sealed_terms = NULL",
            "UPDATE mail_code SET sent_at = \(scene.manager.clock.now + 3600)",
        ]
        try scene.write("CREATE TABLE saved AS SELECT * FROM mail_code")
        for change in changes {
            try scene.write(change)
            let sending = try await VerifyAddress(scene.manager.context)
                .send(to: scene.ada.value, in: scene.ada.browser.session, from: "192.0.2.1", language: .english)
            #expect(sending == .sent, "\(change)")
            try scene.write("DELETE FROM mail_code", "INSERT INTO mail_code SELECT * FROM saved")
        }
    }

    func moved(_ engine: Engine) async throws {
        let (one, other) = (try await Scene(engine), try await Scene(engine))
        let (ada, mallory) = (one.ada.browser.session.accountID, one.mallory.browser.session.accountID)
        try one.write(
            "UPDATE mail_code SET account_id = CASE WHEN account_id = \(ada) THEN \(mallory) ELSE \(ada) END")
        #expect(try await !one.verifiesAnything())
        let (third, fourth) = (other.ada.browser.session.accountID, other.mallory.browser.session.accountID)
        try other.write(
            """
            UPDATE mail_code SET sealed_terms =
                (SELECT m.sealed_terms FROM mail_code m WHERE m.account_id = \(fourth))
            WHERE account_id = \(third)
            """,
            "UPDATE mail_code SET id = \(MailCodeID.random()) WHERE account_id = \(fourth)")
        #expect(try await !other.verifiesAnything())
    }

    func rolledBack(_ engine: Engine) async throws {
        let scene = try await Scene(engine)
        try scene.write("CREATE TABLE saved AS SELECT * FROM mail_code")
        #expect(try await scene.verifiesAnything())
        for user in ["ada", "mallory"] {
            let old = try #require(try scene.manager.values(.email, user: user).first)
            try scene.manager.remove(old)
            // An address that is stored again is another value.
            try scene.manager.store(.email, old.text, alias: "home", user: user)
        }
        try scene.write("DELETE FROM mail_code", "INSERT INTO mail_code SELECT * FROM saved")
        for person in [scene.ada, scene.mallory] {
            let value = try #require(
                try ListOwnData(scene.manager.context)(person.browser.session.accountID).first
            ).id
            let outcome = try await VerifyAddress(scene.manager.context)(
                value, with: person.code, in: person.browser.session)
            #expect(outcome == .over)
        }
        #expect(try scene.manager.values(.email).allSatisfy { !$0.isVerified })
    }

    func marked(_ engine: Engine) async throws {
        let scene = try await Scene(engine)
        try scene.write("UPDATE attribute_value SET is_verified = \(true), verified_by = 'code'")
        #expect(throws: Vault.OpeningError.self) { try scene.manager.values(.email) }
        try scene.write("UPDATE attribute_value SET verified_by = NULL")
        #expect(throws: Vault.OpeningError.self) { try scene.manager.values(.email) }
    }
}
