import XignCrypto

/// How requests are sealed: HPKE (RFC 9180) in base mode, HKDF-SHA256, AES-256-GCM, and one of two KEMs. There is no
/// negotiation: the key that is named decides.
public enum SealingSuite: String, Sendable, CaseIterable, Codable {
    /// DHKEM(X25519, HKDF-SHA256), 0x0020. On every platform.
    case x25519 = "x25519-sha256-aes256gcm"
    /// X-Wing (ML-KEM-768 and X25519), 0x647a: recorded traffic stays secret from a later quantum computer. Where the
    /// platform has ML-KEM.
    case xWing = "xwing-sha256-aes256gcm"

    /// Whether this machine can use it, found out at run time.
    public var isAvailable: Bool {
        switch self {
        case .x25519: true
        case .xWing: XWingMLKEM768X25519.isAvailable
        }
    }

    /// Greater is stronger.
    public var strength: Int {
        switch self {
        case .x25519: 0
        case .xWing: 1
        }
    }

    /// Bytes of the encapsulated key at the front of a request.
    var encapsulatedKeyByteCount: Int {
        switch self {
        case .x25519: 32
        case .xWing: 1120
        }
    }

    var publicKeyByteCount: Int {
        switch self {
        case .x25519: 32
        case .xWing: 1216
        }
    }

    var ciphersuite: HPKE.Ciphersuite {
        get throws(SealedChannelError) {
            switch self {
            case .x25519: return HPKE.Ciphersuite(kem: .Curve25519_HKDF_SHA256, kdf: .HKDF_SHA256, aead: .AES_GCM_256)
            case .xWing:
                guard #available(iOS 26, macOS 26, tvOS 26, watchOS 26, visionOS 26, *) else { throw .unsupportedSuite }
                return .XWingMLKEM768X25519_SHA256_AES_GCM_256
            }
        }
    }
}

/// The sealed channel's failures. What cannot be opened is not told apart: altered, of another key, of another operation.
public enum SealedChannelError: Error, Equatable, Sendable {
    /// Truncated, altered, sealed to another key, for another operation or manager, or not padded as it must be.
    case unreadable
    /// No such key here: the sender's key material is too old.
    case unknownKey
    /// This platform lacks the suite.
    case unsupportedSuite
    /// A body that does not fit.
    case tooLarge
}
