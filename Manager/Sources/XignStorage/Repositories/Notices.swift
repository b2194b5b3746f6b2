import XignDomain
import XignProtocol

/// The notices of accounts to their devices, each in the transaction of its event.
///
/// Aliases of devices are readable here as they are in `activation`, and are removed with their account.
package struct Notices {
    let transaction: any Transaction

    /// The time for which a notice is kept.
    package static let retentionSeconds: Int64 = 30 * 86_400
    /// Notices in one answer to a device.
    private static let listed = 50

    private enum Column: Int, ColumnSet {
        case accountID, number, kind, at, actorID, browserSessionID, device
        static let names = ColumnNames(Self.self)
    }

    /// Adds a notice for the devices, and to the outbox for the operator's program and for the person's mailboxes.
    ///
    /// Its number is the milliseconds of the event, or more where the account has that number already. Devices remember
    /// the numbers that they have seen. With a mere count, a database that was put back would use these numbers again,
    /// and devices would not show the notices.
    package func append(_ event: NoticeEvent) throws {
        // The counter is the last row that a transaction locks: after account and activations.
        try transaction.execute(
            """
            INSERT INTO notice_number (account_id, last) VALUES (\(event.accountID), \(event.at))
            ON CONFLICT (account_id) DO UPDATE SET last =
                CASE WHEN notice_number.last < excluded.last THEN excluded.last ELSE notice_number.last + 1 END
            """)
        guard
            let number: Int64 = try transaction.value(
                "SELECT last FROM notice_number WHERE account_id = \(event.accountID)"),
            let account = try transaction.accounts.find(id: event.accountID)
        else { throw StorageError(.other, "a notice without an account") }
        let values = Column.values { column in
            switch column {
            case .accountID: .of(event.accountID)
            case .number: .of(number)
            case .kind: .of(event.kind)
            case .at: .of(event.at)
            case .actorID: .of(event.actor)
            case .browserSessionID: .of(event.browserSession)
            case .device: .of(event.device)
            }
        }
        try transaction.execute("INSERT INTO notice \(values)")
        try transaction.outbox.append(event, of: account)
    }

    /// Returns the oldest notices of an account after a number, without those of the acts that the activation has done
    /// by itself, and without those from before it was personalized: its user has learnt of them on another device, or
    /// is another person. An act that a browser session has asked for is told to the activation, too: somebody else may
    /// have sat at the browser.
    package func list(
        for account: AccountID, after number: Int64, except activation: ActivationID
    ) throws -> [XignProtocol.Notice] {
        try transaction.rows(
            Column.self,
            from: """
                notice WHERE account_id = \(account) AND number > \(number)
                    AND (actor_id IS NULL OR actor_id <> \(activation) OR browser_session_id IS NOT NULL)
                    AND at >= COALESCE((SELECT personalized_at FROM activation WHERE id = \(activation)), 0)
                ORDER BY number LIMIT \(Self.listed)
                """
        ).map { row in
            XignProtocol.Notice(
                number: try row(.number), at: try row(.at, as: Timestamp.self).seconds, kind: try row(.kind),
                device: try row.optional(.device))
        }
    }

    /// Returns the notices since a moment that the person of a browser session may not know, newest first: none from
    /// before the account's first device, none of the acts of this session or of its device by itself, and none of the
    /// connection of a device whose code this device has confirmed, while the session in which it was connected lasts.
    package func newest(since moment: Timestamp, for session: BrowserSession) throws -> [NoticeEvent] {
        let (account, activation) = (session.accountID, session.activationID)
        return try transaction.rows(
            Column.self,
            from: """
                notice WHERE account_id = \(account) AND at > \(moment)
                    AND at >= COALESCE((SELECT min(personalized_at) FROM activation WHERE account_id = \(account)), 0)
                    AND (actor_id IS NULL OR actor_id <> \(activation) OR browser_session_id IS NOT NULL)
                    AND (browser_session_id IS NULL OR browser_session_id <> \(session.id))
                    AND NOT (kind = \(NoticeEvent.Kind.activationPersonalized) AND at >= \(session.createdAt)
                        AND EXISTS (SELECT 1 FROM activation WHERE id = actor_id AND issued_by = \(activation)))
                ORDER BY number DESC LIMIT \(Self.listed)
                """
        ).map { row in
            NoticeEvent(
                try row(.kind), at: try row(.at), accountID: account, actor: try row.optional(.actorID),
                device: try row.optional(.device))
        }
    }

    /// Returns the number of an account's events of some kinds from a moment on.
    func count(_ kinds: [NoticeEvent.Kind], of account: AccountID, from moment: Timestamp) throws -> Int {
        return try transaction.value(
            """
            SELECT count(*) FROM notice WHERE account_id = \(account) AND at >= \(moment) AND kind IN (\(kinds))
            """) ?? 0
    }

    /// Returns the number of events of a kind since a moment.
    package func count(_ kind: NoticeEvent.Kind, of account: AccountID, since: Timestamp) throws -> Int {
        return try transaction.value(
            """
            SELECT count(*) FROM notice WHERE account_id = \(account) AND kind = \(kind) AND at > \(since)
            """) ?? 0
    }

    /// Returns the number of an activation's own acts of a kind since a moment.
    package func count(
        _ kind: NoticeEvent.Kind, by activation: ActivationID, of account: AccountID, since: Timestamp
    ) throws -> Int {
        return try transaction.value(
            """
            SELECT count(*) FROM notice
            WHERE account_id = \(account) AND actor_id = \(activation) AND kind = \(kind) AND at > \(since)
            """) ?? 0
    }

    /// Removes notices of events before a moment. Their numbers are not used again.
    /// - Returns: the number of notices; fewer than `limit` means that none is left.
    package func removeOld(before: Timestamp, limit: Int) throws -> Int {
        try transaction.changedRows(
            """
            DELETE FROM notice WHERE (account_id, number) IN (
                SELECT account_id, number FROM notice WHERE at < \(before) LIMIT \(limit))
            """)
    }
}
