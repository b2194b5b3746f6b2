import FoundationEssentials

/// The secret of a key agreement, wiped from memory when the last copy of the value is released.
///
/// It is not uniformly random: derive a key from it before use. Equality takes constant time.
public struct SharedSecret: ContiguousBytes, Equatable, Sendable {
    let bytes: SecureBytes

    public func withUnsafeBytes<R>(_ body: (UnsafeRawBufferPointer) throws -> R) rethrows -> R {
        try unsafe bytes.withUnsafeBytes(body)
    }

    public static func == (a: Self, b: Self) -> Bool { constantTimeEqual(a, b) }

    /// Derives a key from the secret by HKDF (RFC 5869).
    /// - Parameter outputByteCount: at most 255 times the length of the hash; see ``HKDF``.
    public func hkdfDerivedSymmetricKey<H: HashFunction, Salt: DataProtocol, Info: DataProtocol>(
        using hash: H.Type, salt: Salt, sharedInfo: Info, outputByteCount: Int
    ) -> SymmetricKey {
        HKDF<H>.deriveKey(
            inputKeyMaterial: SymmetricKey(bytes), salt: salt, info: sharedInfo, outputByteCount: outputByteCount)
    }
}
