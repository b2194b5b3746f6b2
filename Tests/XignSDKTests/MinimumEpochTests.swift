import Foundation
import Testing
import XignCrypto
import XignProtocol
import XignSDKTesting

@testable import XignSDK

/// The epoch of key material, which its fingerprint does not show.
struct MinimumEpochTests {
    @Test("the epoch", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(try Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase(
            "key material of an older epoch than the app demands is refused, and a later one is not", minimumEpoch),
        TestCase("the number of an epoch tells its day, and the first one has none", epochDay),
    ]

    let manager: TestManager

    init() throws { manager = try TestManager() }

    /// Begins an epoch, and returns all documents up to it.
    private func documents(ofEpoch epoch: Int64) throws -> Data {
        let online = Curve25519.Signing.PrivateKey()
        let key = try TestManager.verification(online)
        try manager.rotate(
            bending: { ($0.epoch, $0.sequence, $0.onlineKey) = (epoch, 1, key) },
            signedBy: [manager.roots[0], manager.roots[1], online])
        let documents = manager.state.withLock { $0.documents.map { String(decoding: $0.serialized, as: UTF8.self) } }
        return Data("[\(documents.joined(separator: ","))]".utf8)
    }

    func minimumEpoch() throws {
        // A thief of the first online key continues its epoch: the words are the same, and the epoch is not.
        let old = manager.keyMaterial
        let new = try documents(ofEpoch: 1_800_000_000)
        let words = try KeyMaterialInformation(old).fingerprint
        #expect(try KeyMaterialInformation(new).fingerprint == words)
        func build(_ data: Data, _ minimum: Int64) throws {
            _ = try XignSdkConfig.Builder().addKeyMaterial(data, minimumEpoch: minimum).build()
        }
        let error = #expect(throws: XignSdkInitializationError.self) { try build(old, 1_800_000_000) }
        #expect(error?.errorCode == .keyMaterialInvalid)
        #expect(throws: XignSdkInitializationError.self) { try build(new, 1_800_000_001) }
        try build(new, 1_800_000_000)
        try build(new, 2)
        try build(old, 1)
        // The higher number counts where the same document is added twice.
        let twice = XignSdkConfig.Builder().addKeyMaterial(old, minimumEpoch: 2).addKeyMaterial(old)
        #expect(throws: XignSdkInitializationError.self) { try twice.build() }
    }

    func epochDay() throws {
        let first = try KeyMaterialInformation(manager.keyMaterial)
        #expect(first.epoch == 1)
        #expect(first.epochBegan == nil)
        let later = try KeyMaterialInformation(try documents(ofEpoch: 1_800_000_000))
        #expect(later.epoch == 1_800_000_000)
        #expect(later.epochBegan == Date(timeIntervalSince1970: 1_800_000_000))
    }
}
