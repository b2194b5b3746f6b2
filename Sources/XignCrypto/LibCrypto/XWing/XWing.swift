import FoundationEssentials

/// X-Wing (draft-connolly-cfrg-xwing-kem-06): ML-KEM-768 and X25519, safe while either one is.
///
/// Works where libcrypto is 3.5 or newer. Elsewhere everything throws
/// `CryptoKitError.underlyingCoreCryptoError`; ask ``HPKE/isXWingAvailable`` first. Keys serve any number
/// of threads.
public enum XWingMLKEM768X25519 {
    /// Whether the libcrypto loaded at run time has ML-KEM. Code for Apple's systems too asks
    /// ``HPKE/isXWingAvailable``, which can be named where this type does not exist yet.
    public static var isAvailable: Bool { MLKEM768.isAvailable }

    static let seedByteCount = 32
    static let publicKeyByteCount = MLKEM768.publicKeyByteCount + Curve25519.byteCount
    static let ciphertextByteCount = MLKEM768.ciphertextByteCount + Curve25519.byteCount

    /// The combiner (draft, section 5.3): SHA3-256 over both secrets, both X25519 keys and the label.
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

extension HPKE {
    /// Whether `XWingMLKEM768X25519` can be used here. The same name is on Apple's systems, where the
    /// version of the system decides. The answer does not change while the process runs.
    public static var isXWingAvailable: Bool { XWingMLKEM768X25519.isAvailable }
}
