import Foundation
import XignCrypto
import XignSDK

/// The files of `FileKeyStore`, without the stretching of PINs: its memory and time would be most of a test's.
struct UnstretchedKeyStore: KeyStore {
    private let files: FileKeyStore

    init(folder: URL) { files = FileKeyStore(folder: folder) }

    var type: KeyStoreType { files.type }
    var authenticators: Set<AuthenticatorType> { files.authenticators }

    func prepare(deviceLock: DeviceLockRequired) throws { try files.prepare(deviceLock: deviceLock) }

    func createKeys(_ label: KeyStoreLabel, deviceLock: DeviceLockRequired) throws {
        try files.createKeys(label, deviceLock: deviceLock)
    }

    func devicePublicKey(_ label: KeyStoreLabel) throws -> Data { try files.devicePublicKey(label) }

    func deviceSignature(_ label: KeyStoreLabel, over message: Data) throws -> Data {
        try files.deviceSignature(label, over: message)
    }

    func bind(pin digits: Data, _ label: KeyStoreLabel) throws -> BoundPin {
        BoundPin(secret: Data(SHA256.hash(data: label.activationId + digits)), salt: Data(count: 16))
    }

    func removeKeys(_ label: KeyStoreLabel) throws { try files.removeKeys(label) }
}
