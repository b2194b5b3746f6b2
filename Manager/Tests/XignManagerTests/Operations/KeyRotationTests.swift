import Testing
import XignCrypto
import XignDomain
import XignProtocol
import XignServer
import XignStorage

@testable import XignUseCases

struct KeyRotationTests {
    @Test("Keys that requests are sealed to", .serialized, arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("The manager renews its encryption keys by itself before they expire, and goes on serving", renewal),
        TestCase("A request that was sealed to a key cannot be read a week after the key's time has passed", destroyed),
        TestCase("Two managers that rotate at the same moment make one new document, and both know its keys", oneOfTwo),
        TestCase("A slow load does not bring back keys that were destroyed while it ran", slowLoad),
        TestCase(
            "A manager refuses a database that was written with another key-encryption key, or for another issuer",
            wrongKey),
        TestCase("Housekeeping removes sessions and codes that are long over, and nothing else", housekeeping),
    ]

    static let day: Int64 = 86_400

    func renewal() throws {
        let manager = try TestManager()
        let device = try RawDevice(manager)
        let housekeeping = Housekeeping(manager.manager)
        for _ in 0..<10 {
            manager.clock.advance(seconds: 10 * Self.day)
            housekeeping.runOnce()
            #expect(try device.finish(try device.prepare(try TestBrowser(manager))).result != nil)
        }
        let material = manager.context.keys.material.material
        #expect(material.sequence > 3)
        #expect(material.epoch == 1)
        #expect(material.expiresAt > manager.clock.now.seconds + 14 * Self.day)
        #expect(try manager.auditKinds.contains(.encryptionKeysRotated))
    }

    func destroyed() throws {
        let manager = try TestManager()
        let old = manager.context.keys.material.material.encryptionKeys
        manager.clock.advance(seconds: 36 * Self.day)
        try RotateEncryptionKeys(manager.context)()
        #expect(old.allSatisfy { manager.context.keys.decryptionKey($0.identifier) != nil })
        manager.clock.advance(seconds: 2 * Self.day)
        try RotateEncryptionKeys(manager.context)()
        #expect(old.allSatisfy { manager.context.keys.decryptionKey($0.identifier) == nil })
        let left = try manager.context.database.read {
            try $0.keys.decryptionKeys().map(\.publicKey.identifier)
        }
        #expect(Set(left).isDisjoint(with: old.map(\.identifier)))
    }

    func oneOfTwo() throws {
        let manager = try TestManager(.postgreSQL)
        let second = try manager.secondNode()
        defer { second.context.database.close() }
        manager.clock.advance(seconds: 20 * Self.day)
        let results = [
            try RotateEncryptionKeys(manager.context)(force: true),
            try RotateEncryptionKeys(second.context)(force: true),
        ]
        #expect(results.contains(true))
        try manager.context.keys.reload()
        try second.context.keys.reload()
        #expect(manager.context.keys.material.serialized == second.context.keys.material.serialized)
        for key in second.context.keys.material.material.encryptionKeys {
            #expect(manager.context.keys.decryptionKey(key.identifier) != nil)
        }
    }

    func slowLoad() throws {
        let manager = try TestManager()
        let database = InterleavedDatabase(
            try manager.place.open(vault: manager.context.database.vault))
        defer { database.close() }
        let node = try manager.node(on: database)
        let old = node.context.keys.material.material.encryptionKeys
        manager.clock.advance(seconds: 38 * Self.day)
        database.afterNextRead {
            // Everything is renewed, and another thread has loaded it, before the first one keeps what it has read.
            try RotateEncryptionKeys(manager.context)()
            try node.context.keys.reload()
        }
        try node.context.keys.reload()
        #expect(node.context.keys.material.serialized == manager.context.keys.material.serialized)
        #expect(old.allSatisfy { node.context.keys.decryptionKey($0.identifier) == nil })
    }

    func wrongKey() throws {
        let manager = try TestManager()
        func open(_ vault: Vault, _ issuer: ManagerOrigin) throws -> Manager {
            try Manager(
                database: try manager.place.open(vault: vault), issuer: issuer,
                clock: manager.context.clock, log: .silent)
        }
        let otherVault = Vault(keyEncryptionKey: SymmetricKey(size: .bits256))
        let error = #expect(throws: ManagerError.self) { try open(otherVault, manager.issuer) }
        #expect(error?.code == .wrongKeyEncryptionKey)
        let other = try #require(ManagerOrigin("https://other.example"))
        let issuerError = #expect(throws: ManagerError.self) { try open(manager.context.database.vault, other) }
        #expect(issuerError?.code == .wrongIssuer)
    }

    func housekeeping() async throws {
        let manager = try TestManager()
        let device = try await TestDevice.activated(manager)
        let old = try TestBrowser(manager)
        _ = try await device.logIn(old)
        _ = try old.proceed()
        let session = try manager.sessions().first
        manager.clock.advance(seconds: 2 * 3600)
        let young = try TestBrowser(manager)
        Housekeeping(manager.manager).runOnce()
        #expect(try manager.sessions() == [try young.session])
        #expect(session != nil)
        #expect(try device.sdk.personalizer.personalizations.count == 1)
        guard case .userLogin = try await device.logIn(young) else { throw TestFailure(what: "not logged in") }
    }
}

extension TestManager {
    fileprivate func sessions() throws -> [SessionID] {
        try manager.context.database.read { try $0.processes.browserProcesses(beginning: []).map(\.process.id) }
    }
}
