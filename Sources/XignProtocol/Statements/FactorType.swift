/// A kind of authentication factor.
///
/// The raw value is the factor's name in the protocol and the `kid` of its key. Each factor exists once for an
/// activation, and a thumbprint as `kid` would depend on the PIN.
public enum FactorType: String, Sendable, Hashable, Codable, CaseIterable, Comparable {
    case biometric, device, otp, pin, yubikey

    public static func < (a: Self, b: Self) -> Bool { a.rawValue < b.rawValue }

    /// The signature algorithm; nil for factors that do not sign in this version.
    public var algorithm: SignatureAlgorithm? {
        switch self {
        case .device, .biometric: .es256
        case .pin: .ed25519
        case .otp, .yubikey: nil
        }
    }

    /// True if an attacker can guess the factor, so that its failures are counted.
    public var isGuessable: Bool { self == .pin || self == .otp }
}
