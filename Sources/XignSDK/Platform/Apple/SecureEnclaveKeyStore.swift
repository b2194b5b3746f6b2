import CryptoKit
import Foundation
internal import XignProtocol

/// A key store in the Secure Enclave, from which keys cannot be copied. The default store on Apple's systems.
///
/// The keychain item contains the enclave's encrypted references to its keys, and the salt. It belongs to this device
/// only, and is readable while the device is unlocked. All functions may be called from any thread.
public struct SecureEnclaveKeyStore: KeyStore {
    /// The type of this store: the Secure Enclave.
    public var type: KeyStoreType { .enclave }
    /// The factors of this store: the device and the PIN.
    public var authenticators: Set<AuthenticatorType> { [.device, .pin] }

    private let keychain = Keychain(service: "xign.activation")

    /// Creates a store in the app's keychain.
    public init() {}

    /// Checks the enclave, and the device lock if one is required.
    public func prepare(deviceLock: DeviceLockRequired) throws {
        guard SecureEnclave.isAvailable else { throw KeyStoreError.unusable("This device has no Secure Enclave.") }
        try DeviceLock.current.check(deviceLock)
    }

    /// Creates a signing key and a key to bind PINs with, in the enclave.
    public func createKeys(_ label: KeyStoreLabel, deviceLock: DeviceLockRequired) throws {
        let protection = KeyProtection(deviceLock, on: .current)
        let access = try protection.accessControl(.privateKeyUsage)
        let keys = EnclaveKeys(
            deviceKey: Octets(try SecureEnclave.P256.Signing.PrivateKey(accessControl: access).dataRepresentation),
            bindKey: Octets(try SecureEnclave.P256.KeyAgreement.PrivateKey(accessControl: access).dataRepresentation),
            salt: .random(count: PINKey.saltByteCount))
        try keychain.write(keys.keychainRecord, label, protection)
    }

    /// Returns the public device key as x || y, 64 bytes.
    public func devicePublicKey(_ label: KeyStoreLabel) throws -> Data {
        try deviceKey(label).publicKey.rawRepresentation
    }

    /// Signs SHA-256(`message`) with the device key; returns r || s, 64 bytes.
    public func deviceSignature(_ label: KeyStoreLabel, over message: Data) throws -> Data {
        try deviceKey(label).signature(for: message).rawRepresentation
    }

    /// Stretches the PIN with PBKDF2, and binds it by a key agreement of the enclave with a point hashed from the
    /// result.
    public func bind(pin digits: Data, _ label: KeyStoreLabel) throws -> BoundPin {
        let keys = try keys(label)
        let point = try PINKey.bindPoint(stretched: keys.stretch(pin: digits))
        let bindKey = try SecureEnclave.P256.KeyAgreement.PrivateKey(dataRepresentation: Data(keys.bindKey.bytes))
        let secret = try bindKey.sharedSecretFromKeyAgreement(with: point)
        return BoundPin(secret: secret.withUnsafeBytes { Data($0) }, salt: Data(keys.salt.bytes))
    }

    /// Removes the keychain item. Without its references the enclave's keys are unusable.
    public func removeKeys(_ label: KeyStoreLabel) throws { try keychain.remove(label) }

    private func deviceKey(_ label: KeyStoreLabel) throws -> SecureEnclave.P256.Signing.PrivateKey {
        try SecureEnclave.P256.Signing.PrivateKey(dataRepresentation: Data(keys(label).deviceKey.bytes))
    }

    private func keys(_ label: KeyStoreLabel) throws -> EnclaveKeys {
        try EnclaveKeys(keychainRecord: keychain.read(label))
    }
}
