import Synchronization

/// The counters behind `Statistics`. Counting takes no lock.
final class Counters: Sendable {
    private let statements = Atomic(0), transactions = Atomic(0), commits = Atomic(0), retries = Atomic(0)
    private let roundTrips = Atomic(0)

    func countStatement() { statements.wrappingAdd(1, ordering: .relaxed) }
    func countRoundTrip() { roundTrips.wrappingAdd(1, ordering: .relaxed) }
    func countRetry() { retries.wrappingAdd(1, ordering: .relaxed) }
    func countCommit(of transactions: Int) {
        commits.wrappingAdd(1, ordering: .relaxed)
        self.transactions.wrappingAdd(transactions, ordering: .relaxed)
    }

    var statistics: Statistics {
        Statistics(
            statements: statements.load(ordering: .relaxed), transactions: transactions.load(ordering: .relaxed),
            commits: commits.load(ordering: .relaxed), retries: retries.load(ordering: .relaxed),
            roundTrips: roundTrips.load(ordering: .relaxed))
    }
}
