import CLibCrypto
import FoundationEssentials

/// The NIST curve P-256 (SEC 2, section 2.4.2; SP 800-186, section 3.2.1.3).
///
/// Every key is valid: points off the curve, the point at infinity and scalars out of range are refused when a key is
/// made. Keys may be used by any number of threads.
public enum P256 {
    static let coordinateByteCount = 32
    static let x963ByteCount = 65

    /// The order of the base point, big-endian.
    static let order: [UInt8] = [
        0xff, 0xff, 0xff, 0xff, 0x00, 0x00, 0x00, 0x00, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff,
        0xbc, 0xe6, 0xfa, 0xad, 0xa7, 0x17, 0x9e, 0x84, 0xf3, 0xb9, 0xca, 0xc2, 0xfc, 0x63, 0x25, 0x51,
    ]

    /// The bytes of SubjectPublicKeyInfo before the point (RFC 5480, section 2): the only form that is written or read.
    static let subjectPublicKeyInfoPrefix: [UInt8] = [
        0x30, 0x59, 0x30, 0x13, 0x06, 0x07, 0x2a, 0x86, 0x48, 0xce, 0x3d, 0x02, 0x01,
        0x06, 0x08, 0x2a, 0x86, 0x48, 0xce, 0x3d, 0x03, 0x01, 0x07, 0x03, 0x42, 0x00,
    ]
}

/// The operations that keys for signing and keys for key agreement share.
enum P256Key {
    /// A key that has only the curve's parameters.
    ///
    /// Copying them into a new key takes a third of the time that OpenSSL 3.0 needs to build the group from its name
    /// (`EVP_PKEY_fromdata`).
    ///
    /// `fatalError`: only in a libcrypto without P-256, in which no key could be made.
    private static let template: KeyHandle = {
        do {
            return try KeyHandle.fromParameters(
                "EC", KeySelection.parameters, KeyParameters().text("group", "prime256v1"))
        } catch {
            fatalError("libcrypto has no P-256: \(error)")
        }
    }()

    private static let publicKeys = PublicKeyTemplate(template)

    /// The curve, for decompression and for the public point of a scalar. It is never modified or freed, and therefore
    /// safe to share.
    nonisolated(unsafe) private static let group = unsafe LibCrypto.require(
        EC_GROUP_new_by_curve_name(NID_X9_62_prime256v1))

    /// Generates a key pair.
    ///
    /// `try!`: with a valid template it fails only where memory or the system's randomness is exhausted, for which
    /// CryptoKit's initializers do not throw either.
    static func generate() -> KeyHandle { try! KeyHandle.generate(like: template) }

    /// Makes a public key from the uncompressed form, `04 || x || y`.
    ///
    /// The check of the first byte refuses the point at infinity (`00`) and the hybrid forms (`06`, `07`), which
    /// OpenSSL accepts. OpenSSL refuses coordinates not below the field's prime and points off the curve. With cofactor
    /// 1, every remaining point has the right order, so the full check of SP 800-56A, section 5.6.2.3.3
    /// (`EVP_PKEY_public_check`, another point multiplication) would find nothing.
    static func publicKey(x963 bytes: UnsafeRawBufferPointer) throws -> KeyHandle {
        guard bytes.count == P256.x963ByteCount else { throw CryptoKitError.incorrectParameterSize }
        guard unsafe bytes[0] == 4 else { throw CryptoKitError.invalidParameter }
        do { return try unsafe publicKeys.key(encoded: bytes) } catch { throw CryptoKitError.invalidParameter }
    }

    /// Makes a public key from the compressed form, `02 || x` or `03 || x` (SEC 1, section 2.3.4).
    static func publicKey(compressed bytes: UnsafeRawBufferPointer) throws -> KeyHandle {
        guard bytes.count == P256.coordinateByteCount + 1 else { throw CryptoKitError.incorrectParameterSize }
        guard unsafe bytes[0] == 2 || bytes[0] == 3 else { throw CryptoKitError.invalidParameter }
        return try unsafe withPoint { point in
            guard unsafe EC_POINT_oct2point(group, point, bytes.octets, bytes.count, nil) == 1 else {
                ERR_clear_error()
                throw CryptoKitError.invalidParameter
            }
            return try unsafe withEncoded(point) { try unsafe publicKey(x963: $0) }
        }
    }

    /// Makes a key pair from the private scalar, 1 ..< order, and computes its point.
    static func privateKey(scalar: UnsafeRawBufferPointer) throws -> KeyHandle {
        guard scalar.count == P256.coordinateByteCount else { throw CryptoKitError.incorrectKeySize }
        guard unsafe isNonZero(scalar, below: P256.order) else { throw CryptoKitError.invalidParameter }
        let number = try unsafe LibCrypto.unwrap(BN_secure_new())
        defer { unsafe BN_clear_free(number) }
        _ = try unsafe LibCrypto.unwrap(BN_bin2bn(scalar.octets, Int32(scalar.count), number))
        unsafe BN_set_flags(number, BN_FLG_CONSTTIME)
        return try unsafe withPoint { point in
            try unsafe LibCrypto.check(EC_POINT_mul(group, point, number, nil, nil, nil))
            return try unsafe withEncoded(point) { encoded in
                try unsafe KeyHandle.fromParameters(
                    "EC", KeySelection.keyPair,
                    KeyParameters().text("group", "prime256v1").octets("pub", encoded).number("priv", scalar))
            }
        }
    }

    /// Returns the point, `04 || x || y`.
    ///
    /// `fatalError`: every key was made by one of the functions above, each of which sets the point.
    static func x963(_ key: KeyHandle) -> Data {
        do { return try key.octets("pub", count: P256.x963ByteCount) } catch {
            fatalError("a P-256 key without its point: \(error)")
        }
    }

    /// Returns the point, `02 || x` where y is even and `03 || x` where it is odd.
    static func compressed(_ key: KeyHandle) -> Data {
        let point = x963(key)
        return Data([2 | point[64] & 1]) + point[1...32]
    }

    /// Returns the private scalar, 32 bytes, which nothing wipes.
    ///
    /// `fatalError`: called only with private keys, which `generate` and `privateKey(scalar:)` made with a scalar.
    static func scalar(_ key: KeyHandle) -> Data {
        do { return try key.number("priv", count: P256.coordinateByteCount) } catch {
            fatalError("a private P-256 key without its scalar: \(error)")
        }
    }

    private static func withPoint<R>(_ body: (OpaquePointer) throws -> R) throws -> R {
        let point = try unsafe LibCrypto.unwrap(EC_POINT_new(group))
        defer { unsafe EC_POINT_free(point) }
        return try unsafe body(point)
    }

    private static func withEncoded<R>(
        _ point: OpaquePointer, _ body: (UnsafeRawBufferPointer) throws -> R
    ) throws -> R {
        try unsafe withUnsafeTemporaryAllocation(byteCount: P256.x963ByteCount, alignment: 1) { output in
            let count = unsafe EC_POINT_point2oct(
                group, point, POINT_CONVERSION_UNCOMPRESSED, output.octets, output.count, nil)
            guard count == output.count else { throw LibCrypto.takeError() }
            return try unsafe body(UnsafeRawBufferPointer(output))
        }
    }
}
