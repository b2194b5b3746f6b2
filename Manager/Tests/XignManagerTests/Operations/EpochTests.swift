// Long because: one suite, and the list of its tests.
import DatabaseFixture
import Foundation
import Testing
import XignCrypto
import XignDomain
import XignProtocol
import XignServer
import XignStorage

@testable import XignSDK
@testable import XignUseCases

/// The root keys begin an epoch: with another online key, other root keys, or other App-Link origins.
struct EpochTests {
    @Test("Key material that the root keys sign", .serialized, arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase(
            "A device that was activated before logs in with its next request", nextRequest, each: Engine.allCases),
        TestCase("A thief of the former online key signs nothing that a device accepts after it", stolenOnlineKey),
        TestCase("The publication destroys the former online key and the former encryption keys", destroyed),
        TestCase("A manager that hands out what another one has published has its keys", handedOut),
        TestCase("Encryption keys rotate in the new epoch as before", rotation),
        TestCase("A manager that has not heard of the new epoch adds nothing to the former one", outdatedManager),
        TestCase("New root keys have another fingerprint, and alone sign the next epoch", newRoots),
        TestCase("Root keys of another manager, and new ones that are the present ones, are refused", foreignRoots),
        TestCase("App-Links lead to the new origin once the manager is started again", origins),
        TestCase("Of two requests the last one counts, and each is published once", twoOperators),
        TestCase("A request that nobody has signed, or that has expired, is not published", unsigned),
        TestCase("No altered request or signed document is published", altered),
        TestCase(
            "Root keys sign no request that names others, or another threshold", alteredRoots, each: Alteration.allCases
        ),
        TestCase("After a thief of the online key has published the last sequence, an epoch can begin", lastSequence),
        TestCase(
            "A request whose epoch lies ahead of the clock is not read: devices would accept no other one after it",
            futureEpoch),
        TestCase(
            "What was altered between the preparation and the signature is not published, though root keys signed it",
            alteredBeforeSigning),
        TestCase(
            "New root keys are published only with the operator's consent, though the present ones signed them",
            unexpectedRoots),
        TestCase(
            "The file of the root keys is read as it was written; a damaged one is refused without its contents", file),
    ]

    static let name = TestManager.operatorName

    private func beginEpoch(
        _ manager: TestManager, newRoots: RootKeys? = nil, origins: [ManagerOrigin]? = nil
    ) throws -> KeyMaterial {
        let request = try PrepareEpoch(manager.context)(appLinkOrigins: origins)
        let signed = try request.signed(by: manager.rootKeys, replacedBy: newRoots, at: manager.clock.now)
        return try PublishEpoch(manager.context)(signed, replacesRoots: newRoots != nil, by: Self.name)
    }

    private func published(_ manager: TestManager) throws -> KeyMaterialChain {
        let documents = try manager.context.keys.documents(after: 0).map { try SignedKeyMaterial(parsing: $0) }
        return try KeyMaterialChain(confirming: documents)
    }

    private func code(_ body: () throws -> Void) -> ManagerError.Code? {
        do { try body() } catch { return (error as? ManagerError)?.code }
        return nil
    }

    func nextRequest(_ engine: Engine) async throws {
        let manager = try TestManager(engine)
        let device = try await TestDevice.activated(manager)
        let browser = try TestBrowser(manager)
        let begun = try beginEpoch(manager).epoch
        guard case .userLogin = try await device.logIn(browser) else { throw TestFailure(what: "not logged in") }
        let idm = manager.issuer.idmIdentifier
        let known = try device.sdk.authenticator.device.get().keyMaterials.chain(idm).current
        #expect(known.material.epoch == begun)
        guard case .userLogin = try await device.logIn(try TestBrowser(manager)) else {
            throw TestFailure(what: "not logged in again")
        }
        #expect(try manager.auditKinds.contains(.keyMaterialEpochBegun))
    }

    func stolenOnlineKey() throws {
        let manager = try TestManager()
        let (stolen, old) = (manager.context.keys.online, manager.context.keys.material.material)
        _ = try beginEpoch(manager)
        var forged = old
        forged.sequence = JSONLimits.largest
        for epoch in [old.epoch, old.epoch + 1, old.epoch + 2] {
            forged.epoch = epoch
            let document = try SignedKeyMaterial(signing: forged, with: [stolen])
            var chain = try published(manager)
            #expect(throws: KeyMaterialChain.UpdateError.self) { try chain.update(to: document) }
        }
    }

    func handedOut() throws {
        let manager = try TestManager()
        let other = try manager.secondNode()
        let material = try beginEpoch(manager)
        _ = try other.context.keys.documentsForDevices(after: 0)
        #expect(material.encryptionKeys.allSatisfy { other.context.keys.decryptionKey($0.identifier) != nil })
    }

    func destroyed() throws {
        let manager = try TestManager()
        let (online, keys) = (manager.context.keys.online, manager.context.keys.material.material.encryptionKeys)
        let material = try beginEpoch(manager)
        #expect(manager.context.keys.online.rawRepresentation != online.rawRepresentation)
        #expect(keys.allSatisfy { manager.context.keys.decryptionKey($0.identifier) == nil })
        #expect(material.encryptionKeys.allSatisfy { manager.context.keys.decryptionKey($0.identifier) != nil })
        let purposes: [String] = try manager.context.database.read { transaction in
            try transaction.rows("SELECT purpose FROM signing_key").map { try $0("purpose") }
        }
        #expect(purposes.count { $0.hasPrefix("online") } == 1)
    }

    func rotation() throws {
        let manager = try TestManager()
        let begun = try beginEpoch(manager).epoch
        #expect(try RotateEncryptionKeys(manager.context)(force: true))
        let current = try published(manager).current.material
        #expect(current == manager.context.keys.material.material)
        #expect(current.epoch == begun)
    }

    func outdatedManager() throws {
        let manager = try TestManager(.postgreSQL)
        let request = try PrepareEpoch(manager.context)()
        let second = try manager.secondNode()
        defer { second.context.database.close() }
        let signed = try request.signed(by: manager.rootKeys, at: manager.clock.now)
        let former = second.context.keys.material.material.epoch
        _ = try PublishEpoch(manager.context)(signed, by: Self.name)
        _ = try RotateEncryptionKeys(second.context)(force: true)
        let documents = try manager.context.keys.documents(after: 0).map { try SignedKeyMaterial(parsing: $0).material }
        #expect(documents.count { $0.epoch == former } == 1)
    }

    func newRoots() throws {
        let manager = try TestManager()
        let before = manager.context.keys.material.material.fingerprint
        let new = try RootKeys.draw(issuer: manager.issuer)
        _ = try beginEpoch(manager, newRoots: new)
        #expect(try published(manager).current.material.fingerprint != before)
        #expect(code { _ = try beginEpoch(manager) } == .rootKeys)
        let request = try PrepareEpoch(manager.context)()
        let signed = try request.signed(by: new, at: manager.clock.now)
        let third = try PublishEpoch(manager.context)(signed, by: Self.name)
        #expect(try published(manager).current.material == third)
    }

    func foreignRoots() throws {
        let manager = try TestManager()
        let request = try PrepareEpoch(manager.context)()
        let other = try #require(ManagerOrigin("https://other.example"))
        let (foreign, unknown) = (try RootKeys.draw(issuer: other), try RootKeys.draw(issuer: manager.issuer))
        let now = manager.clock.now
        #expect(code { _ = try request.signed(by: foreign, at: now) } == .rootKeys)
        #expect(code { _ = try request.signed(by: unknown, at: now) } == .rootKeys)
        #expect(code { _ = try request.signed(by: manager.rootKeys, replacedBy: foreign, at: now) } == .rootKeys)
        #expect(
            code { _ = try request.signed(by: manager.rootKeys, replacedBy: manager.rootKeys, at: now) } == .rootKeys)
    }

    func origins() throws {
        let manager = try TestManager()
        let origin = try #require(ManagerOrigin("https://app.elsewhere.example"))
        let material = try beginEpoch(manager, origins: [origin] + manager.context.appLinkOrigins)
        #expect(material.appLinkOrigins.first == origin)
        let restarted = try manager.secondNode()
        defer { restarted.context.database.close() }
        #expect(restarted.context.appLinkOrigin == origin)
    }

    func twoOperators() throws {
        let manager = try TestManager()
        let first = try PrepareEpoch(manager.context)().signed(by: manager.rootKeys, at: manager.clock.now)
        let second = try PrepareEpoch(manager.context)().signed(by: manager.rootKeys, at: manager.clock.now)
        #expect(code { _ = try PublishEpoch(manager.context)(first, by: Self.name) } == .keyMaterialRequest)
        let published = try PublishEpoch(manager.context)(second, by: Self.name)
        #expect(code { _ = try PublishEpoch(manager.context)(second, by: Self.name) } == .keyMaterialRequest)
        #expect(manager.context.keys.material.material == published)
    }

    func unsigned() throws {
        let manager = try TestManager()
        let request = try PrepareEpoch(manager.context)()
        let online = try SignedKeyMaterial(signing: request.material, with: [manager.context.keys.online])
        #expect(code { _ = try PublishEpoch(manager.context)(online, by: Self.name) } == .keyMaterialRequest)
        let signed = try request.signed(by: manager.rootKeys, at: manager.clock.now)
        manager.clock.advance(seconds: 31 * 86_400)
        #expect(code { _ = try PublishEpoch(manager.context)(signed, by: Self.name) } == .keyMaterialRequest)
        #expect(code { _ = try request.signed(by: manager.rootKeys, at: manager.clock.now) } == .keyMaterialRequest)
        #expect(manager.context.keys.material.material.epoch == 1)
    }

    func altered() throws {
        let manager = try TestManager()
        let signed = try PrepareEpoch(manager.context)().signed(by: manager.rootKeys, at: manager.clock.now)
        var generator = SystemRandomNumberGenerator()
        for _ in 0..<200 {
            var bytes = signed.serialized
            bytes[Int.random(in: bytes.indices, using: &generator)] ^= UInt8.random(in: 1...255, using: &generator)
            guard let altered = try? SignedKeyMaterial(parsing: bytes) else { continue }
            // A byte outside of what is signed may have another form: then it is the same document.
            guard altered.material != signed.material || !isSigned(altered, manager) else { continue }
            #expect(throws: (any Error).self) { try PublishEpoch(manager.context)(altered, by: Self.name) }
        }
        #expect(manager.context.keys.material.material.epoch == 1)
    }

    /// Alterations of a request that the root keys would sign if nobody looked at them.
    enum Alteration: CaseIterable {
        case rootKeyAdded, rootKeyReplaced, rootKeyRemoved, thresholdRaised
    }

    func alteredRoots(_ alteration: Alteration) throws {
        let manager = try TestManager()
        var material = try PrepareEpoch(manager.context)().material
        let foreign = try RootKeys.draw(issuer: manager.issuer).publicKeys[0]
        switch alteration {
        case .rootKeyAdded: material.rootKeys.append(foreign)
        case .rootKeyReplaced: material.rootKeys[1] = foreign
        case .rootKeyRemoved: material.rootKeys.removeLast()
        case .thresholdRaised: material.threshold = 2
        }
        let request = KeyMaterialRequest(material)
        #expect(code { _ = try request.signed(by: manager.rootKeys, at: manager.clock.now) } == .keyMaterialRequest)
        let new = try RootKeys.draw(issuer: manager.issuer)
        #expect(
            code { _ = try request.signed(by: manager.rootKeys, replacedBy: new, at: manager.clock.now) }
                == .keyMaterialRequest)
    }

    func lastSequence() throws {
        let manager = try TestManager()
        var material = manager.context.keys.material.material
        material.sequence = JSONLimits.largest
        let last = try SignedKeyMaterial(signing: material, with: [manager.context.keys.online])
        #expect(try manager.context.database.write { try $0.keys.insert(last) })
        let begun = try beginEpoch(manager)
        #expect(try published(manager).current.material == begun)
    }

    func futureEpoch() throws {
        let manager = try TestManager()
        let material = try PrepareEpoch(manager.context)().material
        _ = try KeyMaterialRequest(parsing: material.serialized, from: "FILE", at: manager.clock.now)
        var altered = [material, material]
        altered[0].epoch = JSONLimits.largest
        altered[1].sequence = JSONLimits.largest
        for bytes in altered.map(\.serialized) {
            #expect(
                code { _ = try KeyMaterialRequest(parsing: bytes, from: "FILE", at: manager.clock.now) }
                    == .keyMaterialRequest)
        }
    }

    func alteredBeforeSigning() throws {
        let manager = try TestManager()
        let material = try PrepareEpoch(manager.context)().material
        var altered = Array(repeating: material, count: 5)
        altered[0].sequence += 1
        altered[1].epoch += 1
        altered[2].expiresAt -= 1
        altered[3].encryptionKeys.removeLast()
        altered[4].appLinkOrigins.append(try #require(ManagerOrigin("https://evil.example")))
        for (index, material) in altered.enumerated() where !material.encryptionKeys.isEmpty {
            let signed = try KeyMaterialRequest(material).signed(by: manager.rootKeys, at: manager.clock.now)
            #expect(
                code { _ = try PublishEpoch(manager.context)(signed, by: Self.name) } == .keyMaterialRequest, "\(index)"
            )
        }
        #expect(manager.context.keys.material.material.epoch == 1)
    }

    func unexpectedRoots() throws {
        let manager = try TestManager()
        let request = try PrepareEpoch(manager.context)()
        let new = try RootKeys.draw(issuer: manager.issuer)
        let unchanged = try request.signed(by: manager.rootKeys, at: manager.clock.now)
        let signed = try request.signed(by: manager.rootKeys, replacedBy: new, at: manager.clock.now)
        #expect(code { _ = try PublishEpoch(manager.context)(signed, by: Self.name) } == .keyMaterialRequest)
        #expect(
            code { _ = try PublishEpoch(manager.context)(unchanged, replacesRoots: true, by: Self.name) }
                == .keyMaterialRequest)
        _ = try PublishEpoch(manager.context)(signed, replacesRoots: true, by: Self.name)
        #expect(manager.context.keys.material.material.fingerprint == signed.material.fingerprint)
    }

    private func isSigned(_ document: SignedKeyMaterial, _ manager: TestManager) -> Bool {
        var chain = try? KeyMaterialChain(trusting: manager.context.keys.material)
        return (try? chain?.update(to: document)) != nil
    }

    func file() throws {
        let manager = try TestManager()
        let bytes = try manager.rootKeys.serialized
        #expect(try RootKeys(parsing: bytes, from: "root-keys.json").publicKeys == manager.rootKeys.publicKeys)
        let cut = String(decoding: bytes.dropLast(9), as: UTF8.self)
        for text in ["", "{}", #"{"issuer":"https://a.example","rootKeys":[]}"#, cut] {
            let error = #expect(throws: ManagerError.self) { try RootKeys(parsing: Array(text.utf8), from: "FILE") }
            #expect(error?.code == .rootKeys)
        }
        #expect("\(manager.rootKeys)" == "root keys of \(manager.issuer)")
    }
}

private enum JSONLimits {
    /// The largest integer of key material: 2^53 - 1.
    static let largest: Int64 = 9_007_199_254_740_991
}
