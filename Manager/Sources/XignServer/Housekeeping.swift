import Logging
import Threads
import XignUseCases

/// Periodic maintenance on a thread of its own: moves the checked time, removes expired rows, rotates keys, indexes
/// mail addresses and the audit log, which it links and shortens, and checks the file of the database.
package final class Housekeeping: Sendable {
    private static let intervalMilliseconds: Int64 = 60_000

    private let manager: Manager
    private let checkTime: CheckTime
    private let removeExpired: RemoveExpired
    private let linkAudit: LinkAudit
    private let shortenAudit: ShortenAudit
    private let checkIntegrity: CheckIntegrity
    /// Nil where no pages are served that read the index.
    private let indexHistory: IndexHistory?
    /// The number of requests to unpublished keys that was recorded.
    private let unpublishedKeys = Locked(0)
    private let isStopping = Locked(false)
    private let hasEnded = Locked(false)

    package init(_ manager: Manager) {
        self.manager = manager
        checkTime = CheckTime(manager.context)
        removeExpired = RemoveExpired(manager.context)
        linkAudit = LinkAudit(manager.context)
        shortenAudit = ShortenAudit(manager.context)
        checkIntegrity = CheckIntegrity(manager.context)
        indexHistory = manager.surfaces.isEmpty ? nil : IndexHistory(manager.context)
    }

    /// Starts the thread, which runs a round at once and then one every minute.
    package func start() {
        startThread("housekeeping") { [self] in
            while true {
                runOnce()
                if isStopping.wait(milliseconds: Self.intervalMilliseconds, { $0 ? true : nil }) == true { break }
            }
            hasEnded.withLock { $0 = true }
            hasEnded.broadcast()
        }
    }

    /// Returns when the current round has ended.
    package func stop() {
        isStopping.withLock { $0 = true }
        isStopping.broadcast()
        manager.context.database.interruptExamination()
        _ = hasEnded.wait { $0 ? true : nil }
    }

    /// Runs one round. A failure is logged, and retried in the next round.
    package func runOnce() {
        let metrics = manager.context.database.metrics
        do {
            manager.admission.unfinishedLogins.removeExpired(at: manager.context.clock.now())
            // Without the checked time nothing is erased that counts from it. Everything else goes on.
            let checking = Result { try checkTime() }
            let recoveries = Result { try HoldRecoveries(manager.context) { isStopping.withLock { $0 } } }
            try removeExpired { isStopping.withLock { $0 } }
            if try RotateEncryptionKeys(manager.context)() { manager.log(.info, "encryptionKeysChanged") }
            if try RotateIDTokenKeys(manager.context)() { manager.log(.info, "idTokenKeysChanged") }
            // Last: the first rounds of an upgraded manager, and of a shorter retention, take long.
            try IndexAddresses(manager.context) { isStopping.withLock { $0 } }
            try indexHistory? { isStopping.withLock { $0 } }
            // Who keeps the lease of the audit chain, keeps nothing else: its failure comes last.
            let linking = Result { try linkAudit { isStopping.withLock { $0 } } }
            let shortening = Result { try shortenAudit { isStopping.withLock { $0 } } }
            try recordUnpublishedKeys(metrics.unknownKeys[.unpublished].current)
            let integrity = Result { try checkIntegrity { isStopping.withLock { $0 } } }
            try RecordHousekeeping(manager.context)()
            try recoveries.get()
            try integrity.get()
            try linking.get()
            try shortening.get()
            try checking.get()
            metrics.housekeepingSuccess.set(Double(manager.context.clock.now().rawValue) / 1000)
        } catch {
            metrics.housekeepingFailures.add()
            manager.log(.error, "housekeepingFailed", [("error", explanation(of: error))])
        }
    }

    private func recordUnpublishedKeys(_ count: Int) throws {
        guard unpublishedKeys.withLock({ $0 }) != count else { return }
        try RecordUnpublishedKey(manager.context)()
        unpublishedKeys.withLock { $0 = count }
    }
}
