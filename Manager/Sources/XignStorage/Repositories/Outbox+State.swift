import XignDomain

extension Outbox {
    /// The messages that wait, for an operator.
    package struct State: Sendable, Equatable {
        package let waiting: Int
        /// Those that were due ten minutes ago, and that no manager has taken.
        package let untaken: Int
        /// Those that were taken several times without success.
        package let failing: Int
    }

    private static let patienceSeconds: Int64 = 600
    private static let severalAttempts: Int64 = 5

    /// Counts the messages.
    package func state(at now: Timestamp) throws -> State {
        let row = try transaction.row(
            """
            SELECT COUNT(*) AS waiting,
                COUNT(CASE WHEN next_attempt_at < \(now - Self.patienceSeconds) THEN 1 END) AS untaken,
                COUNT(CASE WHEN attempts >= \(Self.severalAttempts) THEN 1 END) AS failing
            FROM outbox
            """)
        return State(
            waiting: try row?("waiting") ?? 0, untaken: try row?("untaken") ?? 0, failing: try row?("failing") ?? 0)
    }
}
