import XignCrypto

/// The algorithms that seal a request: HPKE (RFC 9180) in base mode with HKDF-SHA256, AES-256-GCM, and one of two KEMs.
///
/// There is no negotiation: the key named in the request determines the suite.
public enum SealingSuite: String, Sendable, CaseIterable, Codable {
    /// DHKEM(X25519, HKDF-SHA256), 0x0020, on every platform.
    case x25519 = "x25519-sha256-aes256gcm"
    /// X-Wing (ML-KEM-768 and X25519), 0x647a, on platforms with ML-KEM. Recorded traffic stays secret from a later
    /// quantum computer.
    case xWing = "xwing-sha256-aes256gcm"

    /// True if this machine supports the suite, determined at run time.
    public var isAvailable: Bool {
        switch self {
        case .x25519: true
        case .xWing: HPKE.isXWingAvailable
        }
    }

    /// The rank of the suite; a greater number is stronger.
    public var strength: Int {
        switch self {
        case .x25519: 0
        case .xWing: 1
        }
    }

    /// The length of the encapsulated key at the front of a request.
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
