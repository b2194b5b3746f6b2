import XignProtocol

/// The right to finish a utility process, which a confirmed statement gives. It is spent once, by one body.
///
/// It holds no personal data and outlives its account, so that a repetition after a deletion gets its answer.
public struct UtilityGrant: Sendable, Equatable {
    /// The lifetime of an unspent grant.
    public static let lifetimeSeconds: Int64 = 300
    /// The time for which a grant is kept after its end, to answer repetitions.
    public static let retentionSeconds: Int64 = 86_400

    /// The request that spent a grant, and its outcome.
    public struct Spent: Sendable, Equatable {
        /// A keyed hash of the request's body. A plain hash of signed bytes would test PINs.
        public let body: [UInt8]
        public let outcome: Outcome

        public init(body: [UInt8], outcome: Outcome) {
            self.body = body
            self.outcome = outcome
        }
    }

    /// The outcome of the request that spent a grant.
    public enum Outcome: Sendable, Equatable {
        /// - Parameter until: the end of the activation that `newActivation` made; nil for the other purposes.
        case done(until: Timestamp?)
        /// The new PIN was the present one. The grant is spent: it allows one comparison.
        case samePin
    }

    public let hash: BearerHash
    public let activationID: ActivationID
    public let purpose: Purpose
    /// The factor that may be added; nil for the other purposes.
    public let factor: FactorType?
    /// The SHA-256 of the confirmed statement.
    public let consentHash: [UInt8]
    public let expiresAt: Timestamp
    public let spent: Spent?

    public init(
        hash: BearerHash, activationID: ActivationID, purpose: Purpose, factor: FactorType?, consentHash: [UInt8],
        expiresAt: Timestamp, spent: Spent? = nil
    ) {
        self.hash = hash
        self.activationID = activationID
        self.purpose = purpose
        self.factor = factor
        self.consentHash = consentHash
        self.expiresAt = expiresAt
        self.spent = spent
    }
}
