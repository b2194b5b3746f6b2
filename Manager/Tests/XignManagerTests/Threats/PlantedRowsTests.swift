import DatabaseFixture
import Testing
import XignCrypto
import XignDomain
import XignProtocol
import XignStorage

@testable import XignDeviceAPI
@testable import XignServer
@testable import XignUseCases

/// Attacks by somebody who writes to the database, and does not have the key-encryption key: on the enrolment of
/// devices and on confirmed acts.
struct PlantedRowsTests {
    @Test("Rows that somebody has planted or put back", .serialized, arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("A planted open token enrols no device", plantedToken, each: Engine.allCases),
        TestCase(
            "An opened activation that was moved to the victim enrols no device", movedActivation,
            each: Engine.allCases),
        TestCase(
            "The outcome of a wrong PIN that was changed to that of the right one opens nothing", changedOutcome,
            each: Engine.allCases),
        TestCase("An open token of a former version has ended", formerToken, each: Engine.allCases),
        TestCase(
            "Limit: whoever knows link and PIN of a used activation, and puts its row back, enrols a device", putBack,
            each: Engine.allCases),
        TestCase(
            "A planted readable statement confirms no act, and is reported as damage", plantedStatement,
            each: Engine.allCases),
        TestCase(
            "A browser whose cookie was planted is not that of an act, and gets no activation", plantedCookie,
            each: Engine.allCases),
        TestCase("An act that was performed is not performed again later", repeatedAct, each: Engine.allCases),
        TestCase(
            "An act that waits ends a day after its statement, whatever its row says", waitingAct,
            each: Engine.allCases),
        TestCase("A grant that was prolonged changes no PIN", prolongedGrant, each: Engine.allCases),
        TestCase("A grant for another purpose changes no PIN", otherPurpose, each: Engine.allCases),
        TestCase(
            "A readable statement of a utility process is not confirmed", plantedUtilityStatement,
            each: Engine.allCases),
    ]

    // MARK: Enrolment

    func plantedToken(_ engine: Engine) throws {
        let manager = try TestManager(engine)
        let victim = try RawActivation(manager)
        let (token, challenge) = (SecretOctets.random(count: 32), Array(SecureRandom.bytes(count: 32)))
        try manager.write(
            """
            INSERT INTO open_token (hash, activation_id, challenge, expires_at)
            VALUES (\(BearerHash(of: token)), \(victim.id), \(challenge), \(manager.clock.now + 600))
            """)
        expectRefusal(.unauthenticated) { try victim.device().enrol(with: token, challenge: challenge) }
        #expect(try manager.activation(victim.id)?.state == .pending)
    }

    func movedActivation(_ engine: Engine) throws {
        let manager = try TestManager(engine)
        let own = try RawActivation(manager, user: "mallory")
        let request = try own.sealedOpen()
        let opened = try #require(try RawDevice.send(request, Open.self, to: manager.manager).personalize)
        try manager.write("UPDATE activation SET account_id = \(try manager.account().id) WHERE id = \(own.id)")
        expectRefusal(.activationInvalid) { try RawDevice.send(request, Open.self, to: manager.manager) }
        expectRefusal(.unauthenticated) {
            try own.device().enrol(with: opened.openToken, challenge: opened.challenge.bytes)
        }
        #expect(try manager.activation(own.id)?.state == .pending)
    }

    func changedOutcome(_ engine: Engine) throws {
        let manager = try TestManager(engine)
        let victim = try RawActivation(manager)
        let request = try victim.sealedOpen(pin: "00000000")
        _ = try RawDevice.send(request, Open.self, to: manager.manager)
        let end = manager.clock.now + OpenToken.lifetimeSeconds
        try manager.write("UPDATE seen_request SET outcome = \(#"{"opened":{"until":\#(end.rawValue)}}"#)")
        try manager.write(
            """
            INSERT INTO open_token (hash, activation_id, challenge, expires_at)
            VALUES (\(BearerToken.generate().hash), \(victim.id), \([UInt8](repeating: 1, count: 32)), \(end))
            """)
        expectRefusal(.activationInvalid) { try RawDevice.send(request, Open.self, to: manager.manager) }
    }

    func formerToken(_ engine: Engine) throws {
        let manager = try TestManager(engine)
        let activation = try RawActivation(manager)
        let request = try activation.sealedOpen()
        _ = try RawDevice.send(request, Open.self, to: manager.manager)
        try manager.write("UPDATE seen_request SET outcome = \(#"{"opened":{}}"#)")
        expectRefusal(.activationInvalid) { try RawDevice.send(request, Open.self, to: manager.manager) }
        // The device opens it anew.
        _ = try activation.personalize()
    }

    func putBack(_ engine: Engine) throws {
        let manager = try TestManager(engine)
        let activation = try RawActivation(manager)
        try manager.write("CREATE TABLE saved AS SELECT * FROM activation")
        _ = try activation.personalize()
        try manager.write("DELETE FROM factor WHERE activation_id = \(activation.id)")
        try manager.write(
            """
            UPDATE activation SET (state, sealed_pin_proof_hash, personalized_at) =
                (SELECT state, sealed_pin_proof_hash, personalized_at FROM saved WHERE saved.id = activation.id)
            """)
        let stranger = try activation.personalize()
        #expect(try manager.activation(of: stranger)?.state == .active)
    }

    // MARK: Acts

    func plantedStatement(_ engine: Engine) async throws {
        let (manager, grace, _, ada) = try TestManager.operators(engine)
        let template = try await grace.confirmed(.revokeDevice(ada.device.activation))
        let (id, _) = try await grace.ask(.disableAccount(ada.account))
        let text = try manager.requestedText(of: id)
        var statement = try #require(
            try manager.context.database.read { try $0.evidence.record(of: template)?.consent }
        ).payload
        let parsed = try ConsentStatement(parsing: statement)
        statement =
            ConsentStatement(
                subject: .transaction(text), channel: parsed.channel, idmIdentifier: parsed.idmIdentifier, session: id,
                challenge: parsed.challenge, issuedAt: parsed.issuedAt, expiresAt: parsed.expiresAt,
                activation: parsed.activation, service: parsed.service, serviceOrigin: parsed.serviceOrigin,
                organization: parsed.organization, role: parsed.role, alternatives: parsed.alternatives,
                attributes: [], policyVersion: parsed.policyVersion
            ).serialized
        try manager.write(
            """
            UPDATE process SET
                (phase, activation_id, token_hash, role_id, factors, authenticated_at, failures_before, expires_at) =
                (SELECT phase, activation_id, token_hash, role_id, factors, authenticated_at, failures_before,
                    expires_at FROM process WHERE id = \(template))
            WHERE id = \(id)
            """)
        try manager.write(
            """
            INSERT INTO evidence (session_id, activation_id, service_id, at, statement_hash, statement)
            SELECT \(id), activation_id, service_id, at, \(Evidence.hash(of: statement)), \(statement)
            FROM evidence WHERE session_id = \(template)
            """)
        let error = await #expect(throws: StorageError.self) { try await grace.perform(id) }
        #expect(error?.code == .corrupt)
        #expect(try manager.context.database.read { try $0.accounts.find(id: ada.account) }?.isActive == true)
    }

    func plantedCookie(_ engine: Engine) async throws {
        let manager = try TestManager(engine)
        let device = try RawDevice(manager)
        let browser = try await LoggedIn(manager, with: device)
        let id = try await browser.confirmed(.connectDevice(alias: "planted"), by: device)
        let cookie = BearerToken.generate()
        try manager.write("UPDATE browser_request SET cookie_hash = \(cookie.hash) WHERE process_id = \(id)")
        #expect(try BrowserProcesses(manager.context).find(id, cookie: cookie.text) == nil)
    }

    func repeatedAct(_ engine: Engine) async throws {
        let (manager, grace, _, ada) = try TestManager.operators(engine)
        let id = try await grace.confirmed(.disableAccount(ada.account))
        #expect(try await grace.perform(id).name == "disableAccount")
        try manager.write("UPDATE account SET is_active = \(true) WHERE id = \(ada.account)")
        manager.clock.advance(seconds: Process.maximumSeconds + 2 * Process.collectionSeconds)
        let now = manager.clock.now
        try manager.write(
            """
            UPDATE process SET phase = 'confirmed', codes = NULL, created_at = \(now), expires_at = \(now + 60)
            WHERE id = \(id)
            """)
        try manager.write("UPDATE browser_session SET created_at = \(now), last_seen = \(now)")
        #expect(try await grace.perform(id).name == "over")
        #expect(try manager.context.database.read { try $0.accounts.find(id: ada.account) }?.isActive == true)
    }

    func waitingAct(_ engine: Engine) async throws {
        let (manager, grace, lin, ada) = try TestManager.operators(engine)
        let signed = try await grace.confirmed(.removeAccount(ada.account))
        let issuedAt = manager.clock.now
        manager.clock.advance(seconds: 30)
        guard case .awaitsApproval(let pending) = try await grace.perform(signed) else {
            throw TestFailure(what: "the act waits for nobody")
        }
        manager.clock.advance(seconds: PendingAct.maximumSeconds - 30)
        let now = manager.clock.now
        try manager.write("UPDATE pending_act SET created_at = \(now)")
        let stored = try #require(try manager.context.database.read { try $0.pendingActs.find(pending) })
        #expect(stored.expiresAt.seconds == issuedAt.seconds + PendingAct.maximumSeconds)
        #expect(try await lin.again().ask(toApprove: pending).1 == .notThere)
    }

    // MARK: Utility processes

    func prolongedGrant(_ engine: Engine) throws {
        let manager = try TestManager(engine)
        let device = try RawDevice(manager)
        let granted = try device.granted(.changePin)
        manager.clock.advance(seconds: Process.maximumSeconds + UtilityGrant.lifetimeSeconds)
        try manager.write("UPDATE utility_grant SET expires_at = \(manager.clock.now + 60)")
        let request = try device.newPIN(Curve25519.Signing.PrivateKey(), by: granted)
        expectRefusal(.grantExpired) { try device.send(request) }
    }

    func otherPurpose(_ engine: Engine) throws {
        let manager = try TestManager(engine)
        let device = try RawDevice(manager)
        let granted = try device.granted(.newActivation)
        try manager.write("UPDATE utility_grant SET purpose = 'changePin'")
        let request = try device.newPIN(Curve25519.Signing.PrivateKey(), by: granted)
        expectRefusal(.grantMismatch) { try device.send(request) }
    }

    func plantedUtilityStatement(_ engine: Engine) throws {
        let manager = try TestManager(engine)
        let device = try RawDevice(manager)
        let prepared = try device.prepare(.changePin)
        try manager.write("UPDATE process SET statement = \(prepared.statement) WHERE id = \(prepared.session)")
        #expect(throws: (any Error).self) { try device.finish(prepared) }
        #expect(try manager.context.database.read { try $0.evidence.record(of: prepared.session) } == nil)
    }
}

extension TestManager {
    /// Writes to the database as somebody who has no keys.
    func write(_ sql: SQL) throws { try context.database.write { try $0.execute(sql) } }

    fileprivate func requestedText(of process: SessionID) throws -> TransactionText {
        guard case .act(let requested)? = try context.database.read({ try $0.processes.find(process) })?.goal
        else { throw TestFailure(what: "no act") }
        return requested.text
    }
}
