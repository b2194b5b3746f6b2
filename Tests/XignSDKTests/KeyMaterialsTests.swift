import Foundation
import Testing
import XignCrypto
import XignProtocol
import XignSDKTesting

@testable import XignSDK

struct KeyMaterialsTests {
    @Test("key material", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(await Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("expired material is fetched anew before anything is sealed, several rotations at once", expiry),
        TestCase("without newer material nothing is sealed to an expired key", frozen),
        TestCase("a key that the manager has destroyed is replaced after one fetch", destroyedKey),
        TestCase(
            "a manager that does not know its own newest key is told as that, and the next one is adopted when it comes",
            databasePutBack),
        TestCase("the online key cannot change roots or address", stolenOnlineKey),
        TestCase("a root-signed epoch ends a sequence that a thief drove to its end", newEpoch),
        TestCase("an app release with other roots drops what was fetched", otherRoots),
        TestCase("a stored update that somebody changed is not believed, nor passed over", changedFile),
        TestCase(
            "stored updates that cannot be read stop the app, which would otherwise believe withdrawn keys again",
            unreadableFile,
            each: [
                "", "{}", #"{"v":2,"shippedRoots":"","documents":[]}"#, "[", String(repeating: " ", count: 2 << 20),
            ]),
        TestCase(
            "updates that became unreadable while the app runs are not replaced by the next one", unreadableWhileRunning
        ),
        TestCase("renewals after a new epoch are read again at the next start, fetched together", renewedEpochAtOnce),
        TestCase(
            "renewals after a new epoch are read again at the next start, fetched one by one", renewedEpochOneByOne),
        TestCase(
            "what another process has stored is adopted with what is fetched, and a lost file is written anew",
            sharedFile),
        TestCase(
            "a hundred epochs of key material are stored and read again: a stolen online key stays replaced", manyEpochs
        ),
        TestCase("key material beyond what can be read again is not adopted", tooLarge),
        TestCase("two managers may not claim the same", conflicts),
        TestCase(
            "damaged documents are refused when the configuration is built", damaged,
            each: ["", "{}", "[]", "[{}]", "null"]),
        TestCase("a list of documents is as good as the first one with its successors", list),
        TestCase(
            "a fingerprint does not vouch for a document that the roots have not signed, though it names them",
            forgedUnderForeignRoots),
    ]

    let manager: TestManager
    let device: TestDevice

    init() async throws {
        manager = try TestManager()
        device = try await TestDevice.personalized(at: manager)
    }

    private func expire() { manager.state.withLock { $0.now = Date(timeIntervalSince1970: 1_801_200_000) } }

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

    func frozen() async throws {
        expire()
        #expect(await code { try await device.start() } == .keyMaterialExpired)
        #expect(manager.requests(of: "start").isEmpty)
    }

    func destroyedKey() async throws {
        try manager.rotate()
        _ = try await device.start()
        #expect(manager.requests(of: "start").count == 2)
        #expect(manager.requests(of: "key-material").count == 1)
    }

    func databasePutBack() async throws {
        let kept = manager.state.withLock { ($0.documents, $0.keys) }
        try manager.rotate()
        _ = try await device.start()
        manager.state.withLock { ($0.documents, $0.keys) = kept }
        #expect(await code { try await device.start() } == .encryptionKeyUnknown)
        // Without an answer on the keys nobody knows, and waiting may help.
        manager.state.withLock { $0.unsealed = TransportResponse(status: 404) }
        #expect(await code { try await device.start() } == .httpError)
        manager.state.withLock { $0.unsealed = nil }
        try manager.rotate()
        _ = try await device.start()
    }

    func stolenOnlineKey() async throws {
        let thief = Curve25519.Signing.PrivateKey()
        let key = try TestManager.verification(thief)
        try manager.rotate(bending: { $0.rootKeys = [key] })
        expire()
        #expect(await code { try await device.start() } == .keyMaterialInvalid)
        #expect(manager.requests(of: "start").isEmpty)
    }

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

    func otherRoots() async throws {
        try manager.rotate()
        _ = try await device.start()
        let other = try TestManager()
        let sdk = try TestDevice(other, folder: device.folder).sdk
        #expect(sdk.managers[0].fingerprint == (try KeyMaterialInformation(other.keyMaterial)).fingerprint)
    }

    private var storedFile: URL {
        get throws {
            let folder = device.folder.url.appendingPathComponent("home/key-material")
            let name = try #require(FileManager.default.contentsOfDirectory(atPath: folder.path).first)
            return folder.appendingPathComponent(name)
        }
    }

    /// Restarts the app with other content in the file of stored updates.
    private func restart(with content: String) throws -> XignSdkInitializationErrorCodes? {
        let file = try storedFile
        try Data(content.utf8).write(to: file)
        #expect(chmod(file.path, 0o600) == 0)
        do {
            _ = try TestDevice(manager, folder: device.folder)
            return nil
        } catch let error as XignSdkInitializationError { return error.errorCode }
    }

    func changedFile() async throws {
        try manager.rotate()
        _ = try await device.start()
        let thief = try TestManager()
        try thief.rotate()
        let document = thief.state.withLock { $0.documents[1].serialized }
        let text = String(decoding: try Data(contentsOf: storedFile), as: UTF8.self)
        let start = try #require(text.range(of: #""documents":[""#)).upperBound
        let end = try #require(text.range(of: #""]"#)).lowerBound
        #expect(
            try restart(with: text.replacingCharacters(in: start..<end, with: Base64URL.encode(document)))
                == .storageUnusable)
        #expect(try restart(with: text) == nil)
    }

    func unreadableFile(_ content: String) async throws {
        try manager.rotate()
        _ = try await device.start()
        #expect(try restart(with: content) == .storageUnusable)
    }

    func unreadableWhileRunning() async throws {
        try manager.rotate()
        _ = try await device.start()
        try Data("{".utf8).write(to: storedFile)
        #expect(chmod(try storedFile.path, 0o600) == 0)
        try manager.rotate()
        manager.state.withLock { $0.now = Date(timeIntervalSince1970: 1_801_600_000) }
        #expect(await code { try await device.start() } == .storageFailed)
        #expect(try Data(contentsOf: storedFile) == Data("{".utf8))
    }

    /// Begins a new epoch with the root keys, as after a theft of the online key.
    private func beginEpoch(_ bend: (inout KeyMaterial) -> Void = { _ in }) throws {
        try manager.rotate(
            bending: {
                ($0.epoch, $0.sequence, $0.expiresAt) = ($0.epoch + 1, 1, 1_801_200_000 + 1_000_000)
                bend(&$0)
            }, signedBy: [manager.roots[0], manager.online])
    }

    /// Expects that the restarted device has the newest document.
    private func expectNewest() throws {
        let restarted = try TestDevice(manager, folder: device.folder)
        let expiresAt = manager.state.withLock { $0.material.expiresAt }
        #expect(restarted.sdk.managers[0].expiresAt == Date(timeIntervalSince1970: TimeInterval(expiresAt)))
    }

    func renewedEpochAtOnce() async throws {
        try beginEpoch()
        for _ in 0..<3 { try manager.rotate() }
        _ = try await device.start()
        #expect(manager.requests(of: "key-material").count == 1)
        try expectNewest()
    }

    func renewedEpochOneByOne() async throws {
        try manager.rotate()
        _ = try await device.start()
        try beginEpoch()
        _ = try await device.start()
        for _ in 0..<3 {
            try manager.rotate()
            _ = try await device.start()
            try expectNewest()
        }
        #expect(manager.requests(of: "key-material").count == 5)
    }

    func sharedFile() async throws {
        let other = try TestDevice(manager, folder: device.folder)
        try beginEpoch()
        try manager.rotate()
        _ = try await other.start()
        let materials = try device.sdk.personalizer.device.get().keyMaterials
        #expect(try materials.adopt([], for: manager.idm))
        #expect(try !materials.adopt([], for: manager.idm))
        #expect(device.sdk.managers[0].expiresAt == other.sdk.managers[0].expiresAt)
        try FileManager.default.removeItem(at: storedFile)
        try manager.rotate()
        _ = try await device.start()
        try expectNewest()
    }

    func manyEpochs() async throws {
        for _ in 0..<100 { try beginEpoch() }
        expire()
        _ = try await device.start()
        #expect(try Data(contentsOf: storedFile).count > 64 * 1024)
        let restarted = try TestDevice(manager, folder: device.folder)
        #expect(restarted.sdk.managers[0].expiresAt == Date(timeIntervalSince1970: 1_802_200_000))
    }

    func tooLarge() async throws {
        let origins = try (0..<8).map {
            try #require(ManagerOrigin("https://\(String(repeating: "a", count: 60)).\($0).example.org"))
        }
        for _ in 0..<500 { try beginEpoch { $0.appLinkOrigins = origins } }
        expire()
        #expect(await code { try await device.start() } == .storageFailed)
        let restarted = try TestDevice(manager, folder: device.folder)
        #expect(restarted.sdk.managers[0].expiresAt == Date(timeIntervalSince1970: 1_801_000_000))
    }

    func conflicts() throws {
        let twin = try TestManager()
        #expect(throws: XignSdkInitializationError.self) {
            try XignSdkConfig.Builder().addKeyMaterial(manager.keyMaterial).addKeyMaterial(twin.keyMaterial).build()
        }
        _ = try XignSdkConfig.Builder().addKeyMaterial(manager.keyMaterial).addKeyMaterial(manager.keyMaterial).build()
    }

    func damaged(_ text: String) {
        #expect(throws: XignSdkInitializationError.self) {
            try XignSdkConfig.Builder().addKeyMaterial(Data(text.utf8)).build()
        }
        #expect(throws: XignSdkInitializationError.self) { try KeyMaterialInformation(Data(text.utf8)) }
    }

    func list() throws {
        try manager.rotate()
        let documents = manager.state.withLock { $0.documents }
        let list = "[" + documents.map { String(decoding: $0.serialized, as: UTF8.self) }.joined(separator: ",") + "]"
        #expect(try KeyMaterialInformation(Data(list.utf8)).expiresAt == Date(timeIntervalSince1970: 1_801_500_000))
    }

    func forgedUnderForeignRoots() throws {
        let thief = Curve25519.Signing.PrivateKey()
        var material = manager.state.withLock { $0.material }
        material.onlineKey = try TestManager.verification(thief)
        let forged = Data(try SignedKeyMaterial(signing: material, with: [thief]).serialized)
        #expect(throws: XignSdkInitializationError.self) { try KeyMaterialInformation(forged) }

        // An epoch of the thief before it does not help.
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
