import FoundationEssentials

/// The elliptic curve of RFC 7748, section 4.1: Ed25519 signatures and X25519 key agreement.
public enum Curve25519 {
    static let byteCount = 32

    /// Makes a key pair from the private key's bytes; throws `incorrectKeySize` unless there are 32.
    static func privateKey<D: ContiguousBytes>(_ algorithm: String, _ raw: D) throws -> KeyHandle {
        try unsafe raw.withUnsafeBytes { raw in
            guard raw.count == byteCount else { throw CryptoKitError.incorrectKeySize }
            return try unsafe KeyHandle.rawPrivate(algorithm, raw)
        }
    }

    /// Makes a public key from its bytes; throws `incorrectParameterSize` unless there are 32.
    static func publicKey<D: ContiguousBytes>(_ algorithm: String, _ raw: D) throws -> KeyHandle {
        try unsafe raw.withUnsafeBytes { raw in
            guard raw.count == byteCount else { throw CryptoKitError.incorrectParameterSize }
            return try unsafe KeyHandle.rawPublic(algorithm, raw)
        }
    }
}

// `try!` below: libcrypto made each of these keys as a raw key of 32 bytes, which it holds in memory and copies.
// Generating a key without parameters fails only where memory or the system's randomness is exhausted, for which
// CryptoKit's initializers do not throw either.
extension KeyHandle {
    static func generateCurve25519(_ algorithm: String) -> KeyHandle { try! generate(algorithm) }
    var curve25519PrivateKey: Data { try! rawPrivateKey(count: Curve25519.byteCount) }
    var curve25519PublicKey: Data { try! rawPublicKey(count: Curve25519.byteCount) }
}
