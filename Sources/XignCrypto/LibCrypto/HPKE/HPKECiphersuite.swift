extension HPKE {
    /// A key encapsulation mechanism (RFC 9180, section 7.1; for X-Wing, section 7 of its draft).
    public enum KEM: CaseIterable, Hashable, Sendable {
        case P256_HKDF_SHA256
        case Curve25519_HKDF_SHA256
        case XWingMLKEM768X25519

        package var identifier: UInt16 {
            switch self {
            case .P256_HKDF_SHA256: 0x0010
            case .Curve25519_HKDF_SHA256: 0x0020
            case .XWingMLKEM768X25519: 0x647a
            }
        }
    }

    /// A key derivation function (RFC 9180, section 7.2).
    public enum KDF: CaseIterable, Hashable, Sendable {
        case HKDF_SHA256
        case HKDF_SHA384
        case HKDF_SHA512

        package var identifier: UInt16 {
            switch self {
            case .HKDF_SHA256: 0x0001
            case .HKDF_SHA384: 0x0002
            case .HKDF_SHA512: 0x0003
            }
        }
    }

    /// An authenticated cipher (RFC 9180, section 7.3).
    public enum AEAD: CaseIterable, Hashable, Sendable {
        case AES_GCM_128
        case AES_GCM_256
        case chaChaPoly
        case exportOnly

        package var identifier: UInt16 {
            switch self {
            case .AES_GCM_128: 0x0001
            case .AES_GCM_256: 0x0002
            case .chaChaPoly: 0x0003
            case .exportOnly: 0xffff
            }
        }

        var cipher: CipherAlgorithm? {
            switch self {
            case .AES_GCM_128: .aes128GCM
            case .AES_GCM_256: .aes256GCM
            case .chaChaPoly: .chaCha20Poly1305
            case .exportOnly: nil
            }
        }
    }

    /// A combination of KEM, KDF and cipher.
    public struct Ciphersuite: Sendable {
        public let kem: KEM
        public let kdf: KDF
        public let aead: AEAD

        public init(kem: KEM, kdf: KDF, aead: AEAD) {
            self.kem = kem
            self.kdf = kdf
            self.aead = aead
        }

        public static let P256_SHA256_AES_GCM_256 = Ciphersuite(
            kem: .P256_HKDF_SHA256, kdf: .HKDF_SHA256, aead: .AES_GCM_256)

        @available(iOS 26.0, macOS 26.0, tvOS 26.0, watchOS 26.0, visionOS 26.0, *)
        public static let XWingMLKEM768X25519_SHA256_AES_GCM_256 = Ciphersuite(
            kem: .XWingMLKEM768X25519, kdf: .HKDF_SHA256, aead: .AES_GCM_256)

        /// `suite_id` of RFC 9180, section 5.1.
        var identifier: [UInt8] {
            Array("HPKE".utf8) + bigEndian(kem.identifier) + bigEndian(kdf.identifier) + bigEndian(aead.identifier)
        }
    }
}

/// I2OSP(number, 2) of RFC 8017, section 4.1.
func bigEndian(_ number: UInt16) -> [UInt8] { [UInt8(number >> 8), UInt8(number & 0xff)] }
