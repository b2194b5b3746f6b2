import XignDomain

/// The audit log, in the order of events. An event is written in the transaction of its effect.
package struct AuditLog {
    let transaction: any Transaction

    package func append(_ event: AuditEvent) throws {
        try transaction.execute(
            """
            INSERT INTO audit (id, at, kind, account_id, activation_id, service_id, session_id, operator_name,
                detail)
            VALUES (\(TimeOrderedID.make(at: event.at)), \(event.at), \(event.kind), \(event.accountID),
                \(event.activationID), \(event.serviceID), \(event.sessionID), \(event.operatorName),
                \(event.detail))
            """)
    }

    /// Returns the newest events, newest first.
    package func newest(_ limit: Int) throws -> [AuditEvent] {
        try transaction.rows("SELECT \(Self.columns) FROM audit ORDER BY id DESC LIMIT \(limit)").map(Self.event)
    }

    // MARK: By place. An event's place is its id; `TimeOrderedID.place(at:)` is before all events of a moment.

    /// Returns the events between two places, oldest first.
    package func entries(after place: [UInt8], before end: [UInt8], limit: Int) throws -> [AccountHistory.Entry] {
        try transaction.rows(
            """
            SELECT \(Self.columns) FROM audit WHERE id > \(place) AND id < \(end) ORDER BY id LIMIT \(limit)
            """
        ).map(Self.entry)
    }

    /// Returns the events of an account after a place, newest first. It reads all events after the place.
    func entries(after place: [UInt8], of account: AccountID) throws -> [AccountHistory.Entry] {
        try transaction.rows(
            """
            SELECT \(Self.columns) FROM audit WHERE id > \(place) AND account_id = \(account) ORDER BY id DESC
            """
        ).map(Self.entry)
    }

    /// Returns the events of these ids, newest first.
    func entries(_ ids: [[UInt8]]) throws -> [AccountHistory.Entry] {
        try transaction.rows("SELECT \(Self.columns) FROM audit WHERE id IN (\(ids)) ORDER BY id DESC")
            .map(Self.entry)
    }

    private static let columns: SQL.Fragment = """
        id, at, kind, account_id, activation_id, service_id, session_id, operator_name, detail
        """

    private static func entry(_ row: Row) throws -> AccountHistory.Entry {
        AccountHistory.Entry(id: try row("id"), event: try event(row))
    }

    private static func event(_ row: Row) throws -> AuditEvent {
        AuditEvent(
            try row("kind"), at: try row("at"), accountID: try row.optional("account_id"),
            activationID: try row.optional("activation_id"), serviceID: try row.optional("service_id"),
            sessionID: try row.optional("session_id"), operatorName: try row.optional("operator_name"),
            detail: try row.optional("detail"))
    }
}
