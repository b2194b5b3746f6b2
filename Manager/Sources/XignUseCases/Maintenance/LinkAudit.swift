import Threads
import XignCrypto
import XignDomain
import XignProtocol
import XignStorage

/// Links the events of the audit log into its chain, one manager at a time, and erases the networks of persons who were
/// removed.
///
/// Any manager may be killed at any moment: a batch is linked as a whole or not at all.
package struct LinkAudit: Sendable {
    /// The age at which an event is linked: longer than a transaction with all its retries, and a clock that is slow.
    package static let delaySeconds = 2 * Timestamp.clockTolerance
    /// The age at which an event without a link is a failure: no manager links, or somebody keeps them from it.
    package static let longestSeconds: Int64 = 600
    /// Each round looks so far back for events that committed later. Older ones are found by the walk through the whole
    /// log.
    private static let lookBackSeconds: Int64 = 300
    /// The time of the lease. A manager that does not return is replaced after it.
    static let leaseSeconds: Int64 = 60
    /// Events in one transaction. Other writers wait for one batch at most.
    private static let batch = 200
    /// Events of the walk in one round.
    private static let stretch = 2_000

    private let context: Context
    private let owner = Array(SecureRandom.bytes(count: 16))
    /// The end of the chain in the last round in which another manager had the lease.
    private let foundByOthers = Locked<[UInt8]?>(nil)

    package init(_ context: Context) { self.context = context }

    /// Runs one round. The first round of an upgraded manager links all former events.
    /// - Parameter isStopping: asked after each batch; true ends the round.
    /// - Throws: `ManagerError` where the chain was damaged; then nothing more is linked. The same where events have
    ///   waited too long for another manager that has the lease, and that has linked nothing since the last round.
    package func callAsFunction(isStopping: () -> Bool) throws {
        let now = context.clock.now()
        let end = TimeOrderedID.place(at: now - Self.delaySeconds)
        let begun = try linkedUntil(at: now)
        let latest = begun.lexicographicallyPrecedes(end) ? begun : end
        let place =
            begun.isEmpty
            ? [] : TimeOrderedID.place(at: TimeOrderedID.moment(of: latest) - Self.lookBackSeconds)
        var step = try link(after: place, before: end)
        while case .next(let place) = step, !isStopping() { step = try link(after: place, before: end) }
        if isStopping() { return }
        let hasWalked = try walk(before: end)
        if step == .refused || !hasWalked { try examineOtherManager(at: now) }
    }

    /// Finds out if the manager with the lease makes use of it: a first linking may take long.
    private func examineOtherManager(at now: Timestamp) throws {
        let found = try context.database.read { try $0.auditChain.state() }?.linkedUntil.bytes
        let former = foundByOthers.withLock { former in
            defer { former = found }
            return former
        }
        guard former == found, let oldest = try context.oldestUnlinkedEvent(),
            now.secondsSince(oldest) > Self.longestSeconds
        else { return }
        throw ManagerError(
            .auditNotLinked,
            "Events since \(oldest.iso8601) are not in the audit chain. Another manager has its lease, and has linked "
                + "nothing since the last round: look for housekeepingFailed in the log of each manager. If there is "
                + "none, somebody keeps the lease in the database.")
    }

    /// Begins the chain if there is none.
    /// - Returns: the place up to which events are linked.
    private func linkedUntil(at now: Timestamp) throws -> [UInt8] {
        // Read first: most rounds have nothing to begin and nothing to link, and write nothing.
        if let state = try context.database.read({ try $0.auditChain.state() }) { return state.linkedUntil.bytes }
        let begun = try context.database.write { transaction in
            try transaction.auditChain.begin(at: now)
            return try transaction.auditChain.state()
        }
        guard let begun else {
            throw ManagerError.auditChainGone
        }
        return begun.linkedUntil.bytes
    }

    /// The result of one batch.
    private enum Step: Equatable {
        /// The place after the batch; more events may follow.
        case next([UInt8])
        /// No event is left.
        case done
        /// Another manager has the lease.
        case refused
    }

    /// Links one batch of the newest events.
    private func link(after place: [UInt8], before end: [UInt8]) throws -> Step {
        // Read apart from the write: a login that commits meanwhile conflicts with nothing.
        let events = try context.database.read {
            try $0.auditChain.events(after: place, before: end, limit: Self.batch)
        }
        guard let last = events.last?.record.id else { return .done }
        let unlinked = events.filter { !$0.isLinked }.map(\.record)
        if !unlinked.isEmpty {
            let isOwner = try write { try $0.append(unlinked, linkedUntil: last) }
            guard isOwner else { return .refused }
        }
        return events.count == Self.batch ? .next(last) : .done
    }

    /// Walks a part of the way through the whole log: links events that committed much too late, and erases networks.
    /// - Returns: false where another manager has the lease.
    private func walk(before end: [UInt8]) throws -> Bool {
        let (place, next, unlinked, erased) = try context.database.read { transaction in
            let place = try transaction.auditChain.state()?.walkedUntil.bytes ?? []
            let events = try transaction.auditChain.events(after: place, before: end, limit: Self.stretch)
            var (unlinked, erased, known): ([AuditRecord], [[UInt8]], [AccountID: Bool]) = ([], [], [:])
            for (record, isLinked) in events {
                if !isLinked {
                    unlinked.append(record)
                } else if record.network != nil, record.isByPerson, let account = record.accountID {
                    let exists = try known[account] ?? (transaction.accounts.find(id: account) != nil)
                    known[account] = exists
                    if !exists { erased.append(record.id) }
                }
                // The next round goes on from here.
                if unlinked.count + erased.count == Self.batch { return (place, record.id, unlinked, erased) }
            }
            let next = events.count == Self.stretch ? events.last?.record.id ?? [] : []
            return (place, next, unlinked, erased)
        }
        guard place != next || !unlinked.isEmpty || !erased.isEmpty else { return true }
        return try write { chain in
            try chain.append(unlinked, linkedUntil: nil)
            for id in erased { try chain.eraseNetwork(of: id) }
            try chain.setWalked(until: next)
        }
    }

    /// Changes the chain in a transaction that takes or prolongs the lease.
    /// - Returns: false where another manager has the lease now.
    private func write(_ change: @escaping @Sendable (AuditChain) throws -> Void) throws -> Bool {
        let (now, owner) = (context.clock.now(), owner)
        return try context.database.write { transaction in
            let chain = transaction.auditChain
            guard try chain.takeLease(owner, at: now, seconds: Self.leaseSeconds) else { return false }
            try change(chain)
            return true
        }
    }
}

extension ManagerError {
    static let auditChainGone = ManagerError(
        .auditChainDamaged,
        "Somebody has removed the state or the key of the audit chain, and nothing is linked any more", .verifyAudit)
}

extension Context {
    /// Returns the moment of the oldest event that waits for its link; nil where none does. An event older than
    /// `LinkAudit.longestSeconds` waits too long.
    package func oldestUnlinkedEvent() throws -> Timestamp? {
        let now = clock.now()
        return try database.read { try $0.auditChain.oldestUnlinked(at: now) }
    }
}
