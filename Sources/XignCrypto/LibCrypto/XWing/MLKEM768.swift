import CLibCrypto
import FoundationEssentials

/// ML-KEM-768 (FIPS 203), where the libcrypto loaded at run time has it: from version 3.5 on.
///
/// It uses only the generic EVP interface, by name, so that it compiles with the headers of OpenSSL 3.0.
enum MLKEM768 {
    static let seedByteCount = 64
    static let publicKeyByteCount = 1184
    static let ciphertextByteCount = 1088
    static let sharedSecretByteCount = 32
    private static let name = "ML-KEM-768"

    /// True if a provider has the algorithm, determined once per process.
    static let isAvailable: Bool = LibCrypto.probe {
        guard let algorithm = unsafe EVP_KEM_fetch(nil, name, nil) else { return false }
        unsafe EVP_KEM_free(algorithm)
        return true
    }

    /// Makes the key pair of the seed `d || z` (FIPS 203, algorithm 16).
    static func privateKey(seed: UnsafeRawBufferPointer) throws -> KeyHandle {
        guard seed.count == seedByteCount else { throw CryptoKitError.incorrectKeySize }
        return try unsafe KeyHandle.fromParameters(name, KeySelection.keyPair, KeyParameters().octets("seed", seed))
    }

    /// Makes a public key. libcrypto checks the modulus (FIPS 203, section 7.2) when it reads the key.
    static func publicKey(_ bytes: UnsafeRawBufferPointer) throws -> KeyHandle {
        guard bytes.count == publicKeyByteCount else { throw CryptoKitError.incorrectParameterSize }
        return try unsafe KeyHandle.fromParameters(name, KeySelection.publicKey, KeyParameters().octets("pub", bytes))
    }

    /// Writes the ciphertext and returns the secret (FIPS 203, algorithm 20).
    /// - Parameter randomness: 32 bytes for test vectors; nil for libcrypto's own.
    static func encapsulate(
        to key: KeyHandle, into ciphertext: UnsafeMutableRawBufferPointer, randomness: UnsafeRawBufferPointer? = nil
    ) throws -> SecureBytes {
        let context = try unsafe key.newContext()
        defer { unsafe EVP_PKEY_CTX_free(context) }
        if let randomness = unsafe randomness {
            try unsafe KeyParameters().octets("ikme", randomness).withBuilt {
                try unsafe LibCrypto.check(EVP_PKEY_encapsulate_init(context, $0))
            }
        } else {
            try unsafe LibCrypto.check(EVP_PKEY_encapsulate_init(context, nil))
        }
        return try unsafe SecureBytes(count: sharedSecretByteCount) { secret in
            var (written, count) = (ciphertext.count, secret.count)
            try unsafe LibCrypto.check(
                EVP_PKEY_encapsulate(
                    context, ciphertext.octets, &written, secret.octets, &count))
            guard written == ciphertextByteCount, count == secret.count else {
                throw CryptoKitError.incorrectParameterSize
            }
        }
    }

    /// Returns the secret of a ciphertext. A forged ciphertext of the right length gives an unrelated secret (implicit
    /// rejection, FIPS 203, algorithm 18).
    static func decapsulate(_ ciphertext: UnsafeRawBufferPointer, with key: KeyHandle) throws -> SecureBytes {
        guard ciphertext.count == ciphertextByteCount else { throw CryptoKitError.incorrectParameterSize }
        let context = try unsafe key.newContext()
        defer { unsafe EVP_PKEY_CTX_free(context) }
        try unsafe LibCrypto.check(EVP_PKEY_decapsulate_init(context, nil))
        return try unsafe SecureBytes(count: sharedSecretByteCount) { secret in
            var count = secret.count
            try unsafe LibCrypto.check(
                EVP_PKEY_decapsulate(
                    context, secret.octets, &count, ciphertext.octets, ciphertext.count))
            guard count == secret.count else { throw CryptoKitError.incorrectParameterSize }
        }
    }
}
