import Threads
import XignDomain
import XignStorage
import XignUseCases

/// The permission to write rows of a kind, which lasts for days: this manager, or the one that delivers, may be
/// switched off meanwhile.
final class OutboxOpening: Sendable {
    private let kind: Outbox.Kind
    private let openUntil = Locked(Timestamp(rawValue: 0))

    init(_ kind: Outbox.Kind) { self.kind = kind }

    /// Extends the permission, once half of it is over.
    func renew(_ context: Context) throws {
        let now = context.clock.now()
        guard openUntil.withLock({ $0 }) < now + RemoveExpired.outboxSeconds / 2 else { return }
        let end = now + RemoveExpired.outboxSeconds
        try context.database.write { [kind] in try $0.outbox.open(kind, until: end) }
        openUntil.withLock { $0 = end }
    }
}
