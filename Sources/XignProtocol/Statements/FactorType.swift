/// The kinds of authenticators. The raw value is the factor's name on the wire and the `kid` of its key: each exists once for
/// an activation, and a thumbprint would depend on the PIN.
public enum FactorType: String, Sendable, Hashable, Codable, CaseIterable, Comparable {
    case biometric, device, otp, pin, yubikey

    public static func < (a: Self, b: Self) -> Bool { a.rawValue < b.rawValue }

    /// How the factor signs, or nil where it does not (yet).
    public var algorithm: SignatureAlgorithm? {
        switch self {
        case .device, .biometric: .es256
        case .pin: .ed25519
        case .otp, .yubikey: nil
        }
    }

    /// Whether an attacker can guess it: failures of it are counted.
    public var isGuessable: Bool { self == .pin || self == .otp }
}

/// The two algorithms of signatures, by their JWS names (RFC 7518; RFC 9864).
public enum SignatureAlgorithm: String, Sendable, Hashable, Codable {
    case es256 = "ES256"
    case ed25519 = "Ed25519"
}
