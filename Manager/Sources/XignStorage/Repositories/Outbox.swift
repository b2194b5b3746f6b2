import XignDomain
import XignProtocol

/// Messages for the operator's program (`notify:`), each written in the transaction of its event and kept until the
/// program has taken it. They name people, and are sealed.
package struct Outbox {
    let transaction: any Transaction
    private var vault: Vault { transaction.vault }

    /// A message that was taken for delivery.
    package struct Message: Sendable, Equatable {
        /// Ordered by time.
        package let id: [UInt8]
        package let content: NoticeMessage
        /// The number of deliveries that have failed.
        package let attempts: Int
    }

    /// The time for which a message is kept in vain.
    package static let retentionSeconds: Int64 = 3 * 86_400
    /// The time for which a taken message belongs to its taker, unless it is delivered or fails before.
    package static let takenSeconds: Int64 = 60

    /// Adds a message, unless the operator has no program for them.
    package func add(_ event: NoticeEvent, userName: String) throws {
        guard try transaction.settings.notifies() else { return }
        let id = TimeOrderedID.make(at: event.at)
        let payload = try vault.seal(
            try MessageCoding.encode(NoticeMessage(event, userName: userName)), at: Self.place(id, event.accountID))
        try transaction.execute(
            """
            INSERT INTO outbox (id, account_id, sealed_payload, created_at, attempts, next_attempt_at)
            VALUES (\(id), \(event.accountID), \(payload), \(event.at), \(0), \(event.at))
            """)
    }

    /// Takes the messages that are due and that no other manager has taken.
    package func take(limit: Int, at now: Timestamp) throws -> [Message] {
        try transaction.rows(
            """
            SELECT id, account_id, sealed_payload, attempts FROM outbox
            WHERE next_attempt_at <= \(now) AND (taken_until IS NULL OR taken_until <= \(now))
            ORDER BY next_attempt_at, id LIMIT \(limit)
            """
        ).compactMap { row in
            let (id, account): ([UInt8], AccountID) = (try row("id"), try row("account_id"))
            let taken = try transaction.changedRows(
                """
                UPDATE outbox SET taken_until = \(now + Self.takenSeconds)
                WHERE id = \(id) AND (taken_until IS NULL OR taken_until <= \(now))
                """)
            guard taken == 1 else { return nil }
            let payload = try vault.open(try row("sealed_payload"), at: Self.place(id, account))
            return Message(
                id: id, content: try MessageCoding.decode(NoticeMessage.self, from: payload),
                attempts: try row("attempts"))
        }
    }

    package func delivered(_ message: Message) throws {
        try transaction.execute("DELETE FROM outbox WHERE id = \(message.id)")
    }

    /// Releases a message whose delivery failed, for another attempt after a back-off that doubles each time.
    package func failed(_ message: Message, at now: Timestamp) throws {
        let backOff = min(Int64(10) << Int64(min(message.attempts, 9)), 3600)
        try transaction.execute(
            """
            UPDATE outbox SET attempts = attempts + 1, next_attempt_at = \(now + backOff), taken_until = NULL
            WHERE id = \(message.id)
            """)
    }

    /// Removes messages of events before a moment.
    /// - Returns: the number of messages; fewer than `limit` means that none is left.
    package func removeOld(before: Timestamp, limit: Int) throws -> Int {
        try transaction.changedRows(
            "DELETE FROM outbox WHERE id IN (SELECT id FROM outbox WHERE created_at < \(before) LIMIT \(limit))")
    }

    private static func place(_ id: [UInt8], _ account: AccountID) -> Vault.Place {
        Vault.Place(column: "outbox.payload", account: account, item: Base64URL.encode(id))
    }
}
