internal import Foundation
internal import Synchronization
internal import XignCrypto
internal import XignSDK

/// A key store in memory, with real keys. Its PIN is not stretched, so that tests are fast.
final class MemoryKeyStore: KeyStore {
    private struct Keys {
        let device = P256.Signing.PrivateKey()
        let secret = SymmetricKey(size: .bits256)
        let salt = Data(SecureRandom.bytes(count: 16))
    }
    private let keys = Mutex<[KeyStoreLabel: Keys]>([:])

    /// The folder of the phone's other files, which lives as long as the keys.
    let home: TemporaryHome
    let type = KeyStoreType.file
    let authenticators: Set<AuthenticatorType> = [.device, .pin]

    init(_ home: TemporaryHome) { self.home = home }

    func prepare(deviceLock: DeviceLockRequired) {}

    func createKeys(_ label: KeyStoreLabel, deviceLock: DeviceLockRequired) {
        keys.withLock { $0[label] = Keys() }
    }

    func devicePublicKey(_ label: KeyStoreLabel) throws -> Data { try found(label).device.publicKey.rawRepresentation }

    func deviceSignature(_ label: KeyStoreLabel, over message: Data) throws -> Data {
        try found(label).device.signature(for: message).rawRepresentation
    }

    func bind(pin digits: Data, _ label: KeyStoreLabel) throws -> BoundPin {
        let keys = try found(label)
        let code = HMAC<SHA256>.authenticationCode(for: digits, using: keys.secret)
        return BoundPin(secret: Data(code), salt: keys.salt)
    }

    func removeKeys(_ label: KeyStoreLabel) { keys.withLock { $0[label] = nil } }

    private func found(_ label: KeyStoreLabel) throws -> Keys {
        guard let keys = keys.withLock({ $0[label] }) else { throw KeyStoreError.keysMissing }
        return keys
    }
}
