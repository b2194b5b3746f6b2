import XignDomain
import XignProtocol

/// Lists of locked devices. Their conditions are those of the partial indexes, word by word: only so do the engines use
/// the indexes.
extension Activations {
    /// The place of an activation in a list of locked ones.
    package struct LockoutPlace: Sendable, Equatable {
        package let lockedUntil: Timestamp
        package let id: ActivationID

        package init(lockedUntil: Timestamp, id: ActivationID) {
            self.lockedUntil = lockedUntil
            self.id = id
        }
    }

    /// Returns the active activations that are locked until a moment after `now`, those with the latest end first.
    /// - Parameter place: the place of the activation before the first one of the list; nil: the list begins with the
    ///   first.
    package func lockedForATime(at now: Timestamp, after place: LockoutPlace?, limit: Int) throws -> [Activation] {
        try transaction.rows(
            Column.self,
            from: """
                activation
                WHERE locked_until IS NOT NULL AND NOT is_locked_for_good AND state = 'active'
                    AND locked_until > \(now) AND (locked_until, id) < (\(place.lockedUntil), \(place.idBytes))
                ORDER BY locked_until DESC, id DESC LIMIT \(limit)
                """
        ).map(Self.activation)
    }

    /// Returns the active activations that are locked for good, the newest lockout first.
    /// - Parameter place: as in `lockedForATime`.
    package func lockedForGood(after place: LockoutPlace?, limit: Int) throws -> [Activation] {
        try transaction.rows(
            Column.self,
            from: """
                activation
                WHERE is_locked_for_good AND state = 'active'
                    AND (locked_until, id) < (\(place.lockedUntil), \(place.idBytes))
                ORDER BY locked_until DESC, id DESC LIMIT \(limit)
                """
        ).map(Self.activation)
    }

    /// Counts the activations of `lockedForATime`.
    /// - Parameter limit: the number at which the count ends.
    package func countLockedForATime(at now: Timestamp, limit: Int) throws -> Int {
        try transaction.values(
            """
            SELECT 1 FROM activation
            WHERE locked_until IS NOT NULL AND NOT is_locked_for_good AND state = 'active' AND locked_until > \(now)
            LIMIT \(limit)
            """, as: Int.self
        ).count
    }

    /// Counts the activations of `lockedForGood`.
    /// - Parameter limit: the number at which the count ends.
    package func countLockedForGood(limit: Int) throws -> Int {
        try transaction.values(
            """
            SELECT 1 FROM activation
            WHERE is_locked_for_good AND state = 'active' AND locked_until < \(Timestamp(rawValue: .max))
            LIMIT \(limit)
            """, as: Int.self
        ).count
    }
}

/// The columns of a place. Without one, all activations come after it.
extension Activations.LockoutPlace? {
    fileprivate var lockedUntil: Timestamp { self?.lockedUntil ?? Timestamp(rawValue: .max) }
    fileprivate var idBytes: [UInt8] { self?.id.bytes ?? [] }
}
