import FoundationEssentials

/// The elliptic curve of RFC 7748, section 4.1: Ed25519 signatures and X25519 key agreement.
public enum Curve25519 {
    static let byteCount = 32

    /// A key pair of the private key's bytes; throws `incorrectKeySize` unless there are 32.
    static func privateKey<D: ContiguousBytes>(_ algorithm: String, _ raw: D) throws -> KeyHandle {
        try unsafe raw.withUnsafeBytes { raw in
            guard raw.count == byteCount else { throw CryptoKitError.incorrectKeySize }
            return try unsafe KeyHandle.rawPrivate(algorithm, raw)
        }
    }

    /// A public key of its bytes; throws `incorrectParameterSize` unless there are 32.
    static func publicKey<D: ContiguousBytes>(_ algorithm: String, _ raw: D) throws -> KeyHandle {
        try unsafe raw.withUnsafeBytes { raw in
            guard raw.count == byteCount else { throw CryptoKitError.incorrectParameterSize }
            return try unsafe KeyHandle.rawPublic(algorithm, raw)
        }
    }
}

// The keys below read themselves out with `try!`. Every one of them was made by libcrypto as a raw key of
// 32 bytes, which it holds in memory and copies; and making a key without parameters fails only where the
// heap or the system's randomness is exhausted, of which CryptoKit's initialisers do not throw either.
extension KeyHandle {
    static func generateCurve25519(_ algorithm: String) -> KeyHandle { try! generate(algorithm) }
    var curve25519PrivateKey: Data { try! rawPrivateKey(count: Curve25519.byteCount) }
    var curve25519PublicKey: Data { try! rawPublicKey(count: Curve25519.byteCount) }
}
