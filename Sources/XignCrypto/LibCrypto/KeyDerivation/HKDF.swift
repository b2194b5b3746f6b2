import CLibCrypto
import FoundationEssentials

/// The HMAC-based key derivation function of RFC 5869.
///
/// An output has at most 255 times the length of the hash (RFC 5869, section 2.3). More is a programming error and ends
/// the process: lengths are constants of a protocol, never input.
public struct HKDF<H: HashFunction>: Sendable {
    /// Extracts and expands (RFC 5869, section 2). An empty salt stands for a string of zeros.
    public static func deriveKey<Salt: DataProtocol, Info: DataProtocol>(
        inputKeyMaterial: SymmetricKey, salt: Salt, info: Info, outputByteCount: Int
    ) -> SymmetricKey {
        let key = extract(inputKeyMaterial: inputKeyMaterial, salt: salt)
        return expand(pseudoRandomKey: key, info: info, outputByteCount: outputByteCount)
    }

    /// Extracts and expands without a salt.
    public static func deriveKey<Info: DataProtocol>(
        inputKeyMaterial: SymmetricKey, info: Info, outputByteCount: Int
    ) -> SymmetricKey {
        deriveKey(inputKeyMaterial: inputKeyMaterial, salt: [UInt8](), info: info, outputByteCount: outputByteCount)
    }

    /// Extracts and expands with an empty info.
    public static func deriveKey<Salt: DataProtocol>(
        inputKeyMaterial: SymmetricKey, salt: Salt, outputByteCount: Int
    ) -> SymmetricKey {
        deriveKey(inputKeyMaterial: inputKeyMaterial, salt: salt, info: [UInt8](), outputByteCount: outputByteCount)
    }

    /// Extracts and expands without a salt and with an empty info.
    public static func deriveKey(inputKeyMaterial: SymmetricKey, outputByteCount: Int) -> SymmetricKey {
        deriveKey(inputKeyMaterial: inputKeyMaterial, salt: [UInt8](), outputByteCount: outputByteCount)
    }

    /// Extracts a uniformly random key from input that is not uniform (RFC 5869, section 2.2).
    /// - Parameter salt: random and not secret; nil stands for a string of zeros.
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

    /// Expands a uniformly random key (RFC 5869, section 2.3).
    /// - Parameter info: the purpose of the key, so that no two purposes share a key.
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
