import DatabaseFixture
import Testing
import XignCrypto
import XignDomain
import XignProtocol
import XignStorage

@testable import XignSDK
@testable import XignUseCases

/// Devices that have seen a later epoch than the backup has.
struct RestoredEpochTests {
    @Test("A backup of a former epoch", .serialized, arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase(
            "Once it is restored, an epoch that is begun again reaches a device that knows the lost one", restoredBackup
        ),
        TestCase(
            "From before the root keys were replaced, it is mended with both files of root keys",
            restoredBackupOfFormerRoots),
    ]

    private func begin(_ manager: TestManager, newRoots: RootKeys? = nil) throws -> KeyMaterial {
        let signed = try PrepareEpoch(manager.context)()
            .signed(by: manager.rootKeys, replacedBy: newRoots, at: manager.clock.now)
        return try PublishEpoch(manager.context)(
            signed, replacesRoots: newRoots != nil, by: TestManager.operatorName)
    }

    func restoredBackup() async throws {
        let manager = try TestManager()
        let device = try await TestDevice.activated(manager)
        let backup = try BackedUpKeys(manager)
        let seen = try begin(manager)
        guard case .userLogin = try await device.logIn(try TestBrowser(manager)) else {
            throw TestFailure(what: "not logged in")
        }
        manager.clock.advance(seconds: 1)
        try backup.restore(manager)
        #expect(manager.context.keys.material.material.epoch == 1)
        let again = try begin(manager)
        #expect(again.epoch > seen.epoch)
        guard case .userLogin = try await device.logIn(try TestBrowser(manager)) else {
            throw TestFailure(what: "locked out")
        }
        let idm = manager.issuer.idmIdentifier
        #expect(try device.sdk.authenticator.device.get().keyMaterials.chain(idm).current.material == again)
    }

    func restoredBackupOfFormerRoots() async throws {
        let manager = try TestManager()
        let device = try await TestDevice.activated(manager)
        let backup = try BackedUpKeys(manager)
        let new = try RootKeys.draw(issuer: manager.issuer)
        _ = try begin(manager, newRoots: new)
        guard case .userLogin = try await device.logIn(try TestBrowser(manager)) else {
            throw TestFailure(what: "not logged in")
        }
        manager.clock.advance(seconds: 1)
        try backup.restore(manager)
        _ = try begin(manager, newRoots: new)
        guard case .userLogin = try await device.logIn(try TestBrowser(manager)) else {
            throw TestFailure(what: "locked out")
        }
    }
}

/// The keys of a manager as a backup has them.
private struct BackedUpKeys {
    private let material: SignedKeyMaterial
    private let online: Curve25519.Signing.PrivateKey

    init(_ manager: TestManager) throws {
        material = manager.context.keys.material
        online = manager.context.keys.online
    }

    /// Puts them back into the database, and publishes encryption keys as `restore` does.
    func restore(_ manager: TestManager) throws {
        let now = manager.clock.now
        try manager.context.database.write { transaction in
            try transaction.execute("DELETE FROM key_material")
            try transaction.execute("DELETE FROM signing_key WHERE purpose = \(KeyRing.onlinePurpose)")
            _ = try transaction.keys.insert(material)
            try transaction.keys.insert(
                Keys.SigningKey(
                    purpose: KeyRing.onlinePurpose, id: material.material.onlineKey.identifier,
                    privateKey: Array(online.rawRepresentation), signsFrom: now), at: now)
        }
        try manager.context.keys.reload()
        _ = try RestoreDatabase(manager.context)(
            "backup.sqlite", replaying: nil, isAccepted: true, by: TestManager.operatorName)
    }
}
