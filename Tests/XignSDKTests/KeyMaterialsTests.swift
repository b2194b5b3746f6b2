import Foundation
import Testing
import XignCrypto
import XignProtocol

@testable import XignSDK

@Suite("key material")
struct KeyMaterialsTests {
    let manager: TestManager
    let device: TestDevice

    init() async throws {
        manager = try TestManager()
        device = try await TestDevice.personalized(at: manager)
    }

    private func expire() { manager.state.withLock { $0.now = Date(timeIntervalSince1970: 1_801_200_000) } }

    @Test("expired material is fetched anew before anything is sealed, several rotations at once")
    func expiry() async throws {
        for _ in 0..<3 { try manager.rotate() }
        expire()
        _ = try await device.start()
        #expect(manager.requests(of: "key-material").count == 1)
        let restarted = try TestDevice(manager, folder: device.folder)
        _ = try await restarted.start()
        #expect(manager.requests(of: "key-material").count == 1)
        #expect(restarted.sdk.managers[0].expiresAt > manager.now())
    }

    @Test("without newer material nothing is sealed to an expired key")
    func frozen() async throws {
        expire()
        #expect(await code { try await device.start() } == .keyMaterialExpired)
        #expect(manager.requests(of: "start").isEmpty)
    }

    @Test("a key that the manager has destroyed is replaced after one fetch")
    func destroyedKey() async throws {
        try manager.rotate()
        _ = try await device.start()
        #expect(manager.requests(of: "start").count == 2)
        #expect(manager.requests(of: "key-material").count == 1)
    }

    @Test("the online key cannot change roots or address")
    func stolenOnlineKey() async throws {
        let thief = Curve25519.Signing.PrivateKey()
        let key = try TestManager.verification(thief)
        try manager.rotate(bending: { $0.rootKeys = [key] })
        expire()
        #expect(await code { try await device.start() } == .keyMaterialInvalid)
        #expect(manager.requests(of: "start").isEmpty)
    }

    @Test("a root-signed epoch ends a sequence that a thief drove to its end")
    func newEpoch() async throws {
        try manager.rotate(bending: { $0.sequence = 1 << 52 })
        expire()
        _ = try await device.start()
        let online = Curve25519.Signing.PrivateKey()
        let key = try TestManager.verification(online)
        try manager.rotate(
            bending: {
                ($0.epoch, $0.sequence, $0.onlineKey) = (2, 1, key)
            }, signedBy: [manager.roots[1], online])
        _ = try await device.start()
        let restarted = try TestDevice(manager, folder: device.folder)
        _ = try await restarted.start()
    }

    @Test("an app release with other roots drops what was fetched")
    func otherRoots() async throws {
        try manager.rotate()
        _ = try await device.start()
        let other = try TestManager()
        let sdk = try TestDevice(other, folder: device.folder).sdk
        #expect(sdk.managers[0].fingerprint == (try KeyMaterialInformation(other.keyMaterial)).fingerprint)
    }

    @Test("a stored update that somebody changed is not believed")
    func changedFile() async throws {
        try manager.rotate()
        _ = try await device.start()
        let folder = device.folder.url.appendingPathComponent("home/key-material")
        let name = try #require(FileManager.default.contentsOfDirectory(atPath: folder.path).first)
        let thief = try TestManager()
        try thief.rotate()
        let document = thief.state.withLock { $0.documents[1].serialized }
        let file = folder.appendingPathComponent(name)
        let text = String(decoding: try Data(contentsOf: file), as: UTF8.self)
        let start = try #require(text.range(of: #""documents":[""#)).upperBound
        let end = try #require(text.range(of: #""]"#)).lowerBound
        try Data(text.replacingCharacters(in: start..<end, with: Base64URL.encode(document)).utf8).write(to: file)
        #expect(chmod(file.path, 0o600) == 0)
        let restarted = try TestDevice(manager, folder: device.folder)
        #expect(restarted.sdk.managers[0].expiresAt == Date(timeIntervalSince1970: 1_801_000_000))
    }

    @Test("two managers may not claim the same")
    func conflicts() throws {
        let twin = try TestManager()
        #expect(throws: XignSdkInitializationError.self) {
            try XignSdkConfig.Builder().addKeyMaterial(manager.keyMaterial).addKeyMaterial(twin.keyMaterial).build()
        }
        _ = try XignSdkConfig.Builder().addKeyMaterial(manager.keyMaterial).addKeyMaterial(manager.keyMaterial).build()
    }

    @Test("damaged documents are refused when the configuration is built", arguments: ["", "{}", "[]", "[{}]", "null"])
    func damaged(_ text: String) {
        #expect(throws: XignSdkInitializationError.self) {
            try XignSdkConfig.Builder().addKeyMaterial(Data(text.utf8)).build()
        }
        #expect(throws: XignSdkInitializationError.self) { try KeyMaterialInformation(Data(text.utf8)) }
    }

    @Test("a list of documents is as good as the first one with its successors")
    func list() throws {
        try manager.rotate()
        let documents = manager.state.withLock { $0.documents }
        let list = "[" + documents.map { String(decoding: $0.serialized, as: UTF8.self) }.joined(separator: ",") + "]"
        #expect(try KeyMaterialInformation(Data(list.utf8)).expiresAt == Date(timeIntervalSince1970: 1_801_500_000))
    }

    @Test("a fingerprint does not vouch for a document that the roots have not signed, though it names them")
    func forgedUnderForeignRoots() throws {
        let thief = Curve25519.Signing.PrivateKey()
        var material = manager.state.withLock { $0.material }
        material.onlineKey = try TestManager.verification(thief)
        let forged = Data(try SignedKeyMaterial(signing: material, with: [thief]).serialized)
        #expect(throws: XignSdkInitializationError.self) { try KeyMaterialInformation(forged) }

        // Nor when an epoch of the thief's own leads to it.
        var first = material
        let root = Curve25519.Signing.PrivateKey()
        first.rootKeys = [try TestManager.verification(root)]
        material.epoch = 2
        let list = [
            try SignedKeyMaterial(signing: first, with: [root, thief]),
            try SignedKeyMaterial(signing: material, with: [root, thief]),
        ].map { String(decoding: $0.serialized, as: UTF8.self) }
        #expect(throws: XignSdkInitializationError.self) {
            try KeyMaterialInformation(Data("[\(list.joined(separator: ","))]".utf8))
        }
        #expect(try KeyMaterialInformation(manager.keyMaterial).idmIdentifier == manager.idm)
    }
}
