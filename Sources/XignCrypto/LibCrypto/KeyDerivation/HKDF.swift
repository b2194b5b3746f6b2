import CLibCrypto
import FoundationEssentials

/// The HMAC-based key derivation function of RFC 5869.
///
/// No output is longer than 255 times the hash (RFC 5869, section 2.3). Asking for more
/// is a mistake in the program and ends it: lengths are constants of a protocol, never input.
public struct HKDF<H: HashFunction>: Sendable {
    /// Extract, then expand (RFC 5869, section 2). Without a salt, a string of zeros stands for it.
    public static func deriveKey<Salt: DataProtocol, Info: DataProtocol>(
        inputKeyMaterial: SymmetricKey, salt: Salt, info: Info, outputByteCount: Int
    ) -> SymmetricKey {
        let key = extract(inputKeyMaterial: inputKeyMaterial, salt: salt)
        return expand(pseudoRandomKey: key, info: info, outputByteCount: outputByteCount)
    }

    /// Extract, then expand, without a salt.
    public static func deriveKey<Info: DataProtocol>(
        inputKeyMaterial: SymmetricKey, info: Info, outputByteCount: Int
    ) -> SymmetricKey {
        deriveKey(inputKeyMaterial: inputKeyMaterial, salt: [UInt8](), info: info, outputByteCount: outputByteCount)
    }

    /// Extract, then expand, with an empty info.
    public static func deriveKey<Salt: DataProtocol>(
        inputKeyMaterial: SymmetricKey, salt: Salt, outputByteCount: Int
    ) -> SymmetricKey {
        deriveKey(inputKeyMaterial: inputKeyMaterial, salt: salt, info: [UInt8](), outputByteCount: outputByteCount)
    }

    /// Extract, then expand, without a salt and with an empty info.
    public static func deriveKey(inputKeyMaterial: SymmetricKey, outputByteCount: Int) -> SymmetricKey {
        deriveKey(inputKeyMaterial: inputKeyMaterial, salt: [UInt8](), outputByteCount: outputByteCount)
    }

    /// Makes a uniformly random key of uneven material (RFC 5869, section 2.2).
    /// - Parameter salt: Random and not secret; without it, a string of zeros stands for it.
    public static func extract<Salt: DataProtocol>(
        inputKeyMaterial: SymmetricKey, salt: Salt?
    ) -> HashedAuthenticationCode<H> {
        unsafe inputKeyMaterial.withUnsafeBytes { material in
            guard let salt else {
                return unsafe HMAC<H>.code(for: [material], key: UnsafeRawBufferPointer(start: nil, count: 0))
            }
            return unsafe salt.withContiguousBytes { unsafe HMAC<H>.code(for: [material], key: $0) }
        }
    }

    /// Makes keys of a uniformly random one (RFC 5869, section 2.3).
    /// - Parameter info: Says what the key is for, so that two uses never share one.
    public static func expand<PRK: ContiguousBytes, Info: DataProtocol>(
        pseudoRandomKey: PRK, info: Info?, outputByteCount: Int
    ) -> SymmetricKey {
        precondition((0...255 * H.Digest.byteCount).contains(outputByteCount), "no such HKDF output length")
        let context = unsafe pseudoRandomKey.withUnsafeBytes { unsafe HMACContext(key: $0, H._algorithm) }
        guard let info else {
            return unsafe SymmetricKey(
                context.expand(UnsafeRawBufferPointer(start: nil, count: 0), count: outputByteCount))
        }
        return unsafe info.withContiguousBytes { unsafe SymmetricKey(context.expand($0, count: outputByteCount)) }
    }
}
