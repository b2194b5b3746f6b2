import XignDomain

/// The tolerances for the times of a client's JWT.
///
/// FAPI 2.0 (section 5.3.2.1, item 13) demands that `iat` and `nbf` up to 10 seconds ahead pass, and that those of more
/// than 60 seconds are refused. Some more than 10 are taken, for a clock here that is a little behind.
enum JWTTimes {
    static let toleranceSeconds: Int64 = 15

    /// Returns true for a moment that has come.
    static func hasCome(_ seconds: Int64, at now: Timestamp) -> Bool { seconds <= now.seconds + toleranceSeconds }

    /// Returns true for an end that has not passed.
    static func isAhead(_ seconds: Int64, at now: Timestamp) -> Bool { seconds + toleranceSeconds > now.seconds }
}
