import XignDomain
import XignProtocol

/// The history of accounts: events of the audit log by account and topic.
///
/// The audit log has no index by account, since each login would write several times as much. Housekeeping sorts its
/// events into this index some time later, in batches (`IndexHistory`); a page adds the events since then (`recent`).
package struct AccountHistory {
    let transaction: any Transaction

    /// An event with its place in the audit log.
    package struct Entry: Sendable, Equatable {
        package let id: [UInt8]
        package let event: AuditEvent
    }

    /// The longest time for which `recent` reads the audit log. It is longer only while an upgraded manager sorts the
    /// events of former years.
    package static let recentSeconds: Int64 = 600
    private static let placeName = "auditIndexedUntil"

    // MARK: Reading

    /// Returns the newest indexed events of an account, newest first.
    /// - Parameters:
    ///   - end: the moment up to which, included; nil: no limit.
    ///   - limit: the number of events at most.
    package func newest(
        _ limit: Int, of account: AccountID, about topics: [HistoryTopic], until end: Timestamp?
    ) throws -> [Entry] {
        let before = end.map { TimeOrderedID.place(at: Timestamp(rawValue: $0.rawValue + 1)) } ?? [0xFF]
        return try newest(limit, of: account, about: topics, before: before)
    }

    /// Returns the newest indexed events of an account before a place in the audit log, newest first.
    /// - Parameter limit: the number of events at most.
    package func newest(
        _ limit: Int, of account: AccountID, about topics: [HistoryTopic], before: [UInt8]
    ) throws -> [Entry] {
        let ids = try topics.flatMap { topic in
            try transaction.values(
                """
                SELECT audit_id FROM account_history
                WHERE account_id = \(account) AND topic = \(topic) AND audit_id < \(before)
                ORDER BY audit_id DESC LIMIT \(limit)
                """, as: [UInt8].self)
        }
        return try transaction.audit.entries(Array(ids.sorted { $1.lexicographicallyPrecedes($0) }.prefix(limit)))
    }

    /// Returns the newest indexed events of an account in a range, of each topic; in no order.
    func newest(_ limit: Int, of account: AccountID, in range: AuditRange) throws -> [[UInt8]] {
        try HistoryTopic.allCases.flatMap { topic in
            try transaction.values(
                """
                SELECT audit_id FROM account_history
                WHERE account_id = \(account) AND topic = \(topic)
                    AND audit_id >= \(range.begin) AND audit_id < \(range.end)
                ORDER BY audit_id DESC LIMIT \(limit)
                """, as: [UInt8].self)
        }
    }

    /// Returns the events of an account that are not indexed yet, newest first.
    /// - Returns: `isComplete` is false if older events are not indexed either.
    package func recent(of account: AccountID, at now: Timestamp) throws -> (entries: [Entry], isComplete: Bool) {
        let place = try place()
        let earliest = TimeOrderedID.place(at: now - Self.recentSeconds)
        let first = try transaction.audit.entries(after: place, before: earliest, limit: 1)
        let begin = place.lexicographicallyPrecedes(earliest) ? earliest : place
        return (try transaction.audit.entries(after: begin, of: account), first.isEmpty)
    }

    // MARK: Indexing

    /// Returns the place in the audit log up to which events are indexed.
    package func place() throws -> [UInt8] {
        try transaction.settings.value(of: Self.placeName).flatMap { Base64URL.decode($0) } ?? []
    }

    /// Stores the place up to which events are indexed.
    package func setPlace(_ place: [UInt8]) throws {
        try transaction.settings.set(Self.placeName, to: Base64URL.encode(place))
    }

    /// Adds events to the index, to the uses of websites and to `AuditIndex`. Adding one again has no effect. Events of
    /// accounts that were removed since are in `AuditIndex` alone.
    package func add(_ entries: [Entry]) throws {
        try transaction.auditIndex.add(entries)
        let byAccount = Dictionary(grouping: entries.filter { $0.event.accountID != nil }) { $0.event.accountID }
        // In the order of keys, so that neighbouring rows share a page.
        for (account, entries) in byAccount.sorted(by: { ($0.key?.text ?? "") < ($1.key?.text ?? "") }) {
            guard let account, try transaction.accounts.find(id: account) != nil else { continue }
            for entry in entries {
                guard let topic = entry.event.historyTopic else { continue }
                try transaction.execute(
                    """
                    INSERT INTO account_history (account_id, topic, audit_id)
                    VALUES (\(account), \(topic), \(entry.id)) ON CONFLICT (account_id, topic, audit_id) DO NOTHING
                    """)
            }
            try transaction.websiteUses.add(entries.map(\.event), of: account)
        }
    }

    // MARK: Removal

    /// Removes events that leave the audit log. The uses of websites stay.
    func remove(_ entries: [Entry]) throws {
        for entry in entries {
            guard let account = entry.event.accountID, let topic = entry.event.historyTopic else { continue }
            try transaction.execute(
                """
                DELETE FROM account_history
                WHERE account_id = \(account) AND topic = \(topic) AND audit_id = \(entry.id)
                """)
        }
    }

    /// Removes the history of an account that is removed. Its events stay in the audit log.
    func removeAll(of account: AccountID) throws {
        try transaction.execute("DELETE FROM account_history WHERE account_id = \(account)")
        try transaction.execute("DELETE FROM website_use WHERE account_id = \(account)")
    }
}
