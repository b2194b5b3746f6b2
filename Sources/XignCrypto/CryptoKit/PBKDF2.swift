import CommonCrypto
import CryptoKit
import Darwin
import Foundation

/// PBKDF2 with HMAC (RFC 8018, section 5.2), from CommonCrypto. The same interface exists on Linux.
public enum PBKDF2 {
    /// Stretches a password into a key. Blocks the calling thread for a time proportional to `rounds`.
    /// - Parameters:
    ///   - password: any number of bytes, also none.
    ///   - salt: random bytes; at least 8 by RFC 8018, section 4.1, and 16 by SP 800-132.
    ///   - hash: the hash function of HMAC: SHA-256, SHA-384, SHA-512 or SHA-1.
    ///   - rounds: the number of iterations, 1 to 2^31 - 1.
    ///   - outputByteCount: the length of the key in bytes, 1 to 2^31 - 1.
    /// - Throws: `CryptoKitError.incorrectParameterSize` for a parameter out of range; `underlyingCoreCryptoError` with
    ///   CommonCrypto's status where it fails.
    public static func deriveKey<H: HashFunction, P: ContiguousBytes, S: ContiguousBytes>(
        from password: P, salt: S, using hash: H.Type, rounds: Int, outputByteCount: Int
    ) throws -> SymmetricKey {
        guard (1...Int(Int32.max)).contains(rounds), (1...Int(Int32.max)).contains(outputByteCount) else {
            throw CryptoKitError.incorrectParameterSize
        }
        let algorithm = try algorithm(hash)
        let output = UnsafeMutableRawBufferPointer.allocate(byteCount: outputByteCount, alignment: 16)
        defer {
            // memset_s is a wipe that the compiler must not remove.
            memset_s(output.baseAddress, output.count, 0, output.count)
            output.deallocate()
        }
        let status = password.withUnsafeBytes { password in
            salt.withUnsafeBytes { salt in
                // CommonCrypto treats a nil pointer as a missing argument.
                withUnsafeBytes(of: UInt8(0)) { nothing in
                    CCKeyDerivationPBKDF(
                        CCPBKDFAlgorithm(kCCPBKDF2),
                        (password.baseAddress ?? nothing.baseAddress)?.assumingMemoryBound(to: CChar.self),
                        password.count,
                        (salt.baseAddress ?? nothing.baseAddress)?.assumingMemoryBound(to: UInt8.self),
                        salt.count,
                        algorithm, UInt32(rounds),
                        output.baseAddress?.assumingMemoryBound(to: UInt8.self), output.count)
                }
            }
        }
        guard status == Int32(kCCSuccess) else { throw CryptoKitError.underlyingCoreCryptoError(error: status) }
        return SymmetricKey(data: UnsafeRawBufferPointer(output))
    }

    private static func algorithm<H: HashFunction>(_ hash: H.Type) throws -> CCPseudoRandomAlgorithm {
        switch hash {
        case is SHA256.Type: CCPseudoRandomAlgorithm(kCCPRFHmacAlgSHA256)
        case is SHA384.Type: CCPseudoRandomAlgorithm(kCCPRFHmacAlgSHA384)
        case is SHA512.Type: CCPseudoRandomAlgorithm(kCCPRFHmacAlgSHA512)
        case is Insecure.SHA1.Type: CCPseudoRandomAlgorithm(kCCPRFHmacAlgSHA1)
        default: throw CryptoKitError.incorrectParameterSize
        }
    }
}
