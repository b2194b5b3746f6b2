import FoundationEssentials

/// X-Wing (draft-connolly-cfrg-xwing-kem-06): ML-KEM-768 and X25519, secure while either one is.
///
/// It requires libcrypto 3.5. With an older one everything throws `CryptoKitError.underlyingCoreCryptoError`; check
/// ``HPKE/isXWingAvailable`` first. Keys may be used by any number of threads.
// As in CryptoKit, so that scripts/typecheck-apple finds uses without #available.
@available(iOS 26.0, macOS 26.0, tvOS 26.0, watchOS 26.0, visionOS 26.0, *)
public enum XWingMLKEM768X25519 {
    static let seedByteCount = 32
    static let publicKeyByteCount = MLKEM768.publicKeyByteCount + Curve25519.byteCount
    static let ciphertextByteCount = MLKEM768.ciphertextByteCount + Curve25519.byteCount

    /// Runs the combiner (draft, section 5.3): SHA3-256 over both secrets, both X25519 keys and the label.
    static func combine(_ lattice: SecureBytes, _ curve: SharedSecret, share: Data, recipient: Data) -> SymmetricKey {
        let label: [UInt8] = [0x5c, 0x2e, 0x2f, 0x2f, 0x5e, 0x5c]  // \.//^\
        var context = HashContext(.sha3_256)
        context.update(lattice)
        context.update(curve)
        context.update(share)
        context.update(recipient)
        context.update(label)
        return unsafe SymmetricKey(SecureBytes(count: 32) { unsafe context.finish(into: $0) })
    }
}
