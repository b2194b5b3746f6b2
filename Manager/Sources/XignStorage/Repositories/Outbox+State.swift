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
        State(
            waiting: try count("SELECT count(*) FROM outbox"),
            untaken: try count("SELECT count(*) FROM outbox WHERE next_attempt_at < \(now - Self.patienceSeconds)"),
            failing: try count("SELECT count(*) FROM outbox WHERE attempts >= \(Self.severalAttempts)"))
    }

    private func count(_ statement: SQL) throws -> Int {
        try transaction.value(statement) ?? 0
    }
}
