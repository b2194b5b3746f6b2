import Foundation
internal import XignCrypto
internal import XignProtocol

/// The keychain's record of an activation's keys in the Secure Enclave.
///
/// The references are encrypted by the enclave, which alone can use them. Nothing in the record depends on the PIN.
struct EnclaveKeys: Codable, Equatable {
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
struct EnclaveBiometricKey: Codable, Equatable {
    var v = 1
    var key: Octets
    /// The hash of the enrolled biometrics when the key was made; nil if the system did not tell it.
    var biometry: Octets?

    /// Returns false if the enrolled biometrics have changed since the key was made.
    ///
    /// The enclave refuses to sign then. The comparison says so earlier, without asking the user.
    func canSign(with biometry: EnrolledBiometry) -> Bool {
        switch biometry {
        case .none: false
        case .some(let hash): self.biometry == nil || self.biometry == Octets(hash)
        case .unknown: true
        }
    }
}

extension Decodable {
    /// Reads a record of the keychain.
    ///
    /// - Throws: `KeyStoreError.unusable` if it is damaged, or was written by a later version.
    init(keychainRecord data: Data) throws {
        do { self = try MessageCoding.decode(Self.self, from: Array(data)) } catch {
            throw KeyStoreError.unusable("The keychain's item is damaged. Depersonalize and activate again.")
        }
    }
}

extension Encodable {
    /// The record as the keychain stores it: JSON.
    var keychainRecord: Data {
        get throws { Data(try MessageCoding.encode(self)) }
    }
}
