import XignProtocol

/// The definition of a factor towards websites and the lockout rules. Guessability and signature algorithm are in
/// XignProtocol, since devices need them too.
public struct FactorDefinition: Sendable {
    /// The method references that a signature of the factor proves.
    public let references: Set<AuthenticationMethods.Reference>
    /// The series in which the failures of attempts with the factor are counted.
    public let lockoutSeries: LockoutSeries
}

/// A series of failures in a row that has a counter of its own in `LockoutState`.
public enum LockoutSeries: Sendable, CaseIterable {
    case pin, otp
    /// Attempts without a guessable factor.
    case other
}

extension FactorType {
    /// The catalogue: all factors, one line each.
    public var definition: FactorDefinition {
        switch self {
        case .biometric: .init(references: [.user], lockoutSeries: .other)
        // A software key: without attestation, an app can claim any protection of its key.
        case .device: .init(references: [.pop, .swk], lockoutSeries: .other)
        case .otp: .init(references: [.otp], lockoutSeries: .otp)
        case .pin: .init(references: [.pin], lockoutSeries: .pin)
        // Signs nothing in this version, so it proves nothing.
        case .yubikey: .init(references: [], lockoutSeries: .other)
        }
    }
}
