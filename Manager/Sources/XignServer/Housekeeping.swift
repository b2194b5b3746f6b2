import Logging
import Threads
import XignAdmission
import XignDomain
import XignStorage
import XignUseCases

/// What a manager does by itself, without anybody asking: removes what is over, and renews its encryption keys.
package final class Housekeeping: Sendable {
    /// Between two rounds.
    static let intervalSeconds: Int64 = 60
    /// So many rows in one transaction: nobody waits for long behind it.
    static let batch = 100
    /// Finished sessions and codes are kept so long, so that a late repetition gets its own answer and a replay is noticed.
    static let retentionSeconds: Int64 = 3600

    private let manager: Manager
    private let isStopping = Locked(false)
    private let hasEnded = Locked(false)
    /// Unclaimed sessions that expired before this are removed: the next round begins here.
    private let unclaimedRemovedUntil = Locked(Timestamp(rawValue: 0))

    package init(_ manager: Manager) { self.manager = manager }

    /// Begins on a thread of its own.
    package func start() {
        startThread("housekeeping") { [self] in
            while true {
                runOnce()
                let milliseconds = Self.intervalSeconds * 1000
                if isStopping.wait(milliseconds: milliseconds, { $0 ? true : nil }) == true { break }
            }
            hasEnded.withLock { $0 = true }
            hasEnded.broadcast()
        }
    }

    /// Returns when the round under way has ended.
    package func stop() {
        isStopping.withLock { $0 = true }
        isStopping.broadcast()
        _ = hasEnded.wait { $0 ? true : nil }
    }

    /// One round. What fails is logged, and tried again in the next.
    package func runOnce() {
        do {
            let before = manager.context.clock.now() - Self.retentionSeconds
            try removeAll { try $0.sessions.removeOld(before: before, limit: Self.batch) }
            try removeUnclaimed()
            // Personal data goes at once, with the last token that could tell it.
            let now = manager.context.clock.now()
            try removeAll {
                try $0.attributeReleases.removeExpired(at: now, limit: Self.batch)
            }
            try removeAll { try $0.grants.removeOld(before: before, limit: Self.batch) }
            try removeAll {
                try $0.activations.removeOldOpenTokens(before: before, limit: Self.batch)
            }
            try removeAll {
                try $0.seenRequests.removeOld(before: before, limit: Self.batch)
            }
            // An open token that was given at the last moment is over by then too.
            try removeAll {
                try $0.activations.voidExpired(before: before, limit: Self.batch)
            }
            if try manager.context.rotateEncryptionKeys() { manager.log(.info, "encryptionKeysChanged") }
        } catch {
            manager.log(.error, "housekeepingFailed", [("error", "\(error)")])
        }
    }

    private func removeUnclaimed() throws {
        let until = manager.context.clock.now() - LoginSession.unclaimedRetentionSeconds
        let begin = unclaimedRemovedUntil.withLock { $0 }
        // The clock may have been set back.
        let span = (begin < until ? begin : Timestamp(rawValue: 0))..<until
        try removeAll { try $0.sessions.removeUnclaimed(expired: span, limit: Self.batch) }
        unclaimedRemovedUntil.withLock { $0 = until }
        manager.admission.unfinishedLogins.removeExpired(at: manager.context.clock.now())
    }

    private func removeAll(_ remove: @escaping @Sendable (any Transaction) throws -> Int) throws {
        while try manager.context.database.write(remove) >= Self.batch {
            if isStopping.withLock({ $0 }) { return }
        }
    }
}
