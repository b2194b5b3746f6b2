import DatabaseFixture
import Testing
import XignCrypto
import XignDomain
import XignProtocol

@testable import XignStorage
@testable import XignUseCases

struct EvidenceTests {
    @Test("Evidence of the audit log", .serialized, arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("the evidence of an act is its signed text, verified by the device's key", act, each: Engine.allCases),
        TestCase("anybody can verify the device's signature, and no other one is shown", signature),
        TestCase("a removed device's evidence can still be verified, as after a change of its PIN", revoked),
        TestCase("evidence that was changed by hand is invalid, or does not open", tampered),
        TestCase("after the removal of the account the hash is left", erased),
        TestCase("an act of two administrators has the statements of both, the first one's first", twoPersons),
    ]

    /// The evidence of the newest event of a kind.
    private func evidence(
        of kind: AuditEvent.Kind, _ scene: AuditScene, for party: Actor? = nil
    ) throws -> ReadEvidence.Found? {
        var filter = try scene.filter()
        filter.topics = Set(AuditTopic.allCases)
        let entry = try #require(try scene.search(filter)?.entries.first { $0.kind == kind })
        return try ReadEvidence(scene.context)(entry.id, for: party ?? scene.root)
    }

    func act(_ engine: Engine) async throws {
        let scene = try AuditScene(engine)
        let phone = try RawDevice(scene.manager)
        let tablet = try phone.issue().personalize(alias: "tablet")
        let browser = try await LoggedIn(scene.manager, with: phone)
        #expect(try await browser.act(.removeDevice(tablet.activation), by: phone).name == "deviceRemoved")
        let found = try #require(try evidence(of: .activationRevoked, scene))
        #expect(found.entry.hasEvidence)
        #expect(found.statements.count == 1)
        let statement = try #require(found.statements.first)
        #expect(statement.process == found.entry.confirmedIn)
        #expect(statement.signer?.party?.name == "ada")
        #expect(statement.device?.id == phone.activation)
        #expect(statement.content?.verification == .valid)
        #expect(statement.content?.text?.type == "removeDevice")
        let content = try #require(statement.content?.signed)
        #expect(content.factors == [.device, .pin])
        #expect(statement.device?.hash == Array(SHA256.hash(data: content.payload)))
        #expect(content.deviceKey == Array(phone.deviceKey.publicKey.rawRepresentation))
    }

    func signature() throws {
        let scene = try AuditScene()
        let phone = try RawDevice(scene.manager)
        let website = try TestBrowser(scene.manager)
        _ = try phone.finish(try phone.prepare(website))
        let content = try #require(try evidence(of: .loginConfirmed, scene)?.statements.first?.content?.signed)
        let parts = try #require(content.deviceSignature?.split(separator: "."))
        #expect(parts.count == 3)
        let header = String(decoding: try #require(Base64URL.decode(parts[0])), as: UTF8.self)
        #expect(header.contains("\"kid\":\"device\""))
        #expect(Base64URL.decode(parts[1]) == content.payload)
        let signature = try P256.Signing.ECDSASignature(rawRepresentation: try #require(Base64URL.decode(parts[2])))
        let key = try P256.Signing.PublicKey(rawRepresentation: try #require(content.deviceKey))
        #expect(key.isValidSignature(signature, for: Array("\(parts[0]).\(parts[1])".utf8)))
        // Neither the PIN's key nor its signature is in anything that a page could show.
        var shown = ""
        dump(content, to: &shown)
        let pinKey = Array(phone.pinKey.publicKey.rawRepresentation)
        #expect(!shown.contains(Base64URL.encode(pinKey)))
        #expect(content.deviceKey != pinKey)
    }

    func revoked() throws {
        let scene = try AuditScene()
        let phone = try RawDevice(scene.manager)
        let website = try TestBrowser(scene.manager)
        _ = try phone.finish(try phone.prepare(website))
        try scene.context.database.write { _ = try $0.activations.revoke(phone.activation) }
        let content = try #require(try evidence(of: .loginConfirmed, scene)?.statements.first?.content)
        #expect(content.verification == .valid)
    }

    func tampered() throws {
        let scene = try AuditScene()
        let phone = try RawDevice(scene.manager)
        let website = try TestBrowser(scene.manager)
        _ = try phone.finish(try phone.prepare(website))
        let hash: [UInt8] = Array(repeating: 0, count: 32)
        try scene.context.database.write { try $0.execute("UPDATE evidence SET statement_hash = \(hash)") }
        let content = try #require(try evidence(of: .loginConfirmed, scene)?.statements.first?.content)
        #expect(content.verification == .invalid)
        let other = try TestBrowser(scene.manager)
        _ = try phone.finish(try phone.prepare(other))
        // Each gets the evidence of the other.
        try scene.context.database.write { transaction in
            let rows = try transaction.rows("SELECT session_id, sealed_consent FROM evidence")
            for (one, other) in zip(rows, rows.reversed()) {
                let (session, consent): ([UInt8], [UInt8]) = (try one("session_id"), try other("sealed_consent"))
                try transaction.execute(
                    "UPDATE evidence SET sealed_consent = \(consent) WHERE session_id = \(session)")
            }
        }
        #expect(throws: Vault.OpeningError.self) { try evidence(of: .loginConfirmed, scene) }
    }

    func erased() throws {
        let scene = try AuditScene()
        let phone = try RawDevice(scene.manager)
        let website = try TestBrowser(scene.manager)
        _ = try phone.finish(try phone.prepare(website))
        try scene.context.removeUser("ada", by: "root")
        let statement = try #require(try evidence(of: .loginConfirmed, scene)?.statements.first)
        #expect(statement.content == nil)
        #expect(statement.signer == nil)
        #expect(statement.device?.hash.count == 32)
    }

    func twoPersons() throws {
        let scene = try AuditScene()
        let (first, second) = (try RawDevice(scene.manager), try RawDevice(scene.manager, user: "mallory"))
        let processes = try [first, second].map { device in
            let website = try TestBrowser(scene.manager)
            _ = try device.finish(try device.prepare(website))
            return try website.session
        }
        let (ada, mallory) = (try scene.manager.account("ada").id, try scene.manager.account("mallory").id)
        try scene.record([
            AuditEvent(
                .recoveryIssued, at: scene.now, accountID: ada, sessionID: processes[0], approvalID: processes[1],
                actor: .administrator(mallory))
        ])
        let found = try #require(try evidence(of: .recoveryIssued, scene))
        #expect(found.statements.map(\.process) == processes)
        #expect(found.statements.map { $0.signer?.party?.name } == ["ada", "mallory"])
    }
}
