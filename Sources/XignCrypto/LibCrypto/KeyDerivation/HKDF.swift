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
        return unsafe pseudoRandomKey.withUnsafeBytes { key in
            guard let info else { return unsafe expand(key, [], outputByteCount) }
            return unsafe info.withContiguousBytes { unsafe expand(key, [$0], outputByteCount) }
        }
    }

    static func expand(
        _ key: UnsafeRawBufferPointer, _ info: [UnsafeRawBufferPointer], _ outputByteCount: Int
    ) -> SymmetricKey {
        unsafe SymmetricKey(
            SecureBytes(count: outputByteCount) { output in
                var filled = 0
                var counter: UInt8 = 1
                while filled < outputByteCount {
                    let start = max(0, filled - H.Digest.byteCount)
                    let previous = unsafe UnsafeRawBufferPointer(rebasing: output[start..<filled])
                    let block = unsafe withUnsafeBytes(of: counter) {
                        unsafe HMAC<H>.code(for: [previous] + info + [$0], key: key)
                    }
                    unsafe block.withUnsafeBytes { bytes in
                        let count = min(bytes.count, outputByteCount - filled)
                        unsafe UnsafeMutableRawBufferPointer(rebasing: output[filled...])
                            .copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[..<count]))
                        filled += count
                    }
                    counter &+= 1
                }
            })
    }
}
