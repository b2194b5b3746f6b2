import Foundation
internal import XignCrypto
internal import XignProtocol

/// The keychain's record of an activation's keys in the Secure Enclave.
///
/// The references are encrypted by the enclave, which alone can use them. Nothing in the record depends on the PIN.
struct EnclaveKeys: KeyRecord, Equatable {
    /// The number of rounds of PBKDF2-HMAC-SHA256 for new activations.
    static let standardRounds = 600_000

    var v = 1
    var deviceKey: Octets
    var bindKey: Octets
    var salt: SecretOctets
    /// The number of rounds of PBKDF2-HMAC-SHA256, fixed for the life of the activation.
    var rounds = standardRounds

    /// Stretches a PIN with the activation's salt and cost.
    func stretch(pin digits: Data) throws -> SymmetricKey {
        try PBKDF2.deriveKey(
            from: digits, salt: salt.bytes, using: SHA256.self, rounds: rounds, outputByteCount: 32)
    }
}

/// The keychain's record of a biometric key in the Secure Enclave.
struct EnclaveBiometricKey: KeyRecord, Equatable {
    var v = 1
    var key: Octets
    /// The enrolled biometrics with which the key signs; nil if the system did not tell them.
    var biometry: EnrolledBiometry.Hash?

    /// Returns false if the enrolled biometrics have changed since the key was made.
    ///
    /// The enclave refuses to sign then. The comparison says so earlier, without asking the user.
    func canSign(with enrolled: EnrolledBiometry) -> Bool {
        switch enrolled {
        case .none: false
        case .unknown: true
        case .some(let hash):
            // Another version of the system may have another hash of the same biometrics: the enclave decides.
            hash == biometry || hash.systemVersion != biometry?.systemVersion
        }
    }

    /// Returns the record to store after the key has signed; nil if it is the stored one.
    func afterSigning(with enrolled: EnrolledBiometry) -> EnclaveBiometricKey? {
        guard case .some(let hash) = enrolled, hash != biometry else { return nil }
        return EnclaveBiometricKey(key: key, biometry: hash)
    }
}

extension KeyRecord {
    /// Reads a record of the keychain.
    ///
    /// - Throws: `KeyStoreError.unusable` if it is damaged, or was written by a later version.
    init(keychainRecord data: Data) throws {
        do { self = try MessageCoding.decode(Self.self, from: Array(data)) } catch {
            throw KeyStoreError.unusable(
                "The keychain's item is damaged. Give this activation up, and activate again.")
        }
        try checkVersion(in: "The keychain's item")
    }
}

extension Encodable {
    /// The record as the keychain stores it: JSON.
    var keychainRecord: Data {
        get throws { Data(try MessageCoding.encode(self)) }
    }
}
