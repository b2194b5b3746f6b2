import Logging
import Metrics
import Threads
import XignDomain
import XignUseCases

/// Reads what metrics need from the database, on a thread of its own and only when somebody asks.
///
/// A database that hangs therefore holds up no scrape: it shows `xign_ready 0`, and the last values of the rest.
final class HealthSampler: Sendable {
    private struct State {
        var isWanted = false
        var isStopping = false
        var hasEnded = false
        /// The end of the last reading.
        var readAt: ContinuousClock.Instant?
    }

    /// The time for which a reading is used, so that scrapes may come as often as they like.
    private static let validity = Duration.seconds(2)
    private let context: Context
    private let checkReadiness: CheckReadiness
    private let readHealth: ReadHealth
    private let patience: Duration
    private let state = Locked(State())

    /// - Parameter patience: the time for which a scrape waits for a reading.
    init(_ context: Context, patience: Duration = .seconds(1)) {
        self.patience = patience
        self.context = context
        checkReadiness = CheckReadiness(context)
        readHealth = ReadHealth(context)
    }

    func start() {
        startThread("metrics-health") { [self] in
            while waitForWish() {
                read()
                state.withLock { $0.readAt = .now }
                state.broadcast()
            }
            state.withLock { $0.hasEnded = true }
            state.broadcast()
        }
    }

    /// Returns when the reading under way has ended.
    func stop() {
        state.withLock { $0.isStopping = true }
        state.broadcast()
        state.wait { $0.hasEnded ? () : nil }
    }

    /// Returns when the values are fresh, or when the patience is at its end.
    func refresh() {
        let begin = ContinuousClock.now
        let isFresh = state.withLock { state -> Bool in
            if let time = state.readAt, time.duration(to: begin) < Self.validity { return true }
            state.isWanted = true
            return false
        }
        if isFresh { return }
        state.broadcast()
        let isRead = state.wait(milliseconds: patience.milliseconds) { state -> Bool? in
            state.readAt.map { $0 >= begin } == true ? true : nil
        }
        if isRead == nil { context.database.metrics.ready.set(false) }
    }

    /// - Returns: false where the thread must end.
    private func waitForWish() -> Bool {
        state.wait { state in
            if state.isStopping { return false }
            guard state.isWanted else { return nil }
            state.isWanted = false
            return true
        }
    }

    private func read() {
        let metrics = context.database.metrics
        let isReady = runOnThisThread { [checkReadiness] in
            do {
                try await checkReadiness()
                return true
            } catch { return false }
        }
        metrics.ready.set(isReady)
        metrics.databaseDamaged.set(context.database.isDamaged)
        // Without it the last values stay, which the moments in them make recognizable.
        guard let health = try? readHealth() else { return }
        metrics.keyMaterialExpiry.set(health.keyMaterialExpiresAt)
        for key in health.idTokenKeys {
            metrics.idTokenKeySince[key.algorithm].set(key.signsFrom)
            metrics.idTokenKeyRotation[key.algorithm].set(key.signsUntil)
        }
        for ahead in health.clockAhead { metrics.clockAhead[ahead.of].set(Double(ahead.seconds)) }
        if let lastCheck = health.lastIntegrityCheck { metrics.databaseChecked.set(lastCheck) }
        if let lastBackup = health.lastBackup { metrics.lastBackup.set(lastBackup) }
        for (kind, count) in health.outbox { metrics.outboxPending[MessageKind(kind)].set(count) }
        if let size = health.databaseSize {
            metrics.databaseSize.set(Double(size.bytes))
            if let free = size.freeBytes { metrics.databaseFree.set(Double(free)) }
        }
        let now = context.clock.now()
        metrics.auditUnlinked.set(Double(health.oldestUnlinkedEvent.map { now.secondsSince($0) } ?? 0))
        metrics.outboxOldest.set(Double(health.oldestMessage.map { now.secondsSince($0) } ?? 0))
    }
}
