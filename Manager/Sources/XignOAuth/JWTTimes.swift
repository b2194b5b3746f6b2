import XignDomain

/// The tolerances for the times of a client's JWT.
///
/// FAPI 2.0 (section 5.3.2.1, item 13) demands that `iat` and `nbf` up to 10 seconds ahead pass, and that those of more
/// than 60 seconds are refused.
enum JWTTimes {
    /// The tolerance for the end of a JWT, and for the beginning of a proof of possession.
    static let toleranceSeconds: Int64 = 15
    /// The tolerance for `iat` and `nbf` of a client's assertion. It prolongs none: `exp` is judged apart.
    static let assertionToleranceSeconds: Int64 = 60

    /// Returns true for a moment that has come.
    static func hasCome(_ seconds: Int64, at now: Timestamp, tolerance: Int64 = toleranceSeconds) -> Bool {
        seconds <= now.seconds + tolerance
    }

    /// Returns true for an end that has not passed.
    static func isAhead(_ seconds: Int64, at now: Timestamp) -> Bool { seconds + toleranceSeconds > now.seconds }
}
