import XignDomain

/// The audit log, in the order of events. An event is written in the transaction of its effect.
package struct AuditLog {
    let transaction: any Transaction

    package func append(_ event: AuditEvent) throws {
        try transaction.execute(
            """
            INSERT INTO audit (\(Self.columns))
            VALUES (\(TimeOrderedID.make(at: event.at)), \(event.at), \(event.kind), \(event.accountID),
                \(event.activationID), \(event.serviceID), \(event.organizationID), \(event.sessionID),
                \(event.approvalID), \(event.actor.machineName), \(event.actor.administrator), \(event.network),
                \(event.detail))
            """)
        transaction.count(transaction.metrics.auditEvents[event.kind])
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

    /// Returns the ids of the events after a place, oldest first.
    package func ids(after place: [UInt8], limit: Int) throws -> [[UInt8]] {
        try transaction.rows("SELECT id FROM audit WHERE id > \(place) ORDER BY id LIMIT \(limit)").map { row in
            try row("id", as: [UInt8].self)
        }
    }

    /// Returns the events between two places, newest first.
    package func newest(_ limit: Int, in range: AuditRange) throws -> [AccountHistory.Entry] {
        try transaction.rows(
            """
            SELECT \(Self.columns) FROM audit WHERE id >= \(range.begin) AND id < \(range.end)
            ORDER BY id DESC LIMIT \(limit)
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
    package func entries(_ ids: [[UInt8]]) throws -> [AccountHistory.Entry] {
        try transaction.rows("SELECT \(Self.columns) FROM audit WHERE id IN (\(ids)) ORDER BY id DESC")
            .map(Self.entry)
    }

    /// Removes the oldest events before a place, with their entries in the indexes, their links and their signed
    /// statements.
    ///
    /// The statement of an account's last login at a website stays: it tells the person what the website has received.
    /// - Returns: the number of events; fewer than `limit` means that none is left.
    /// - Throws: `AuditChain.Damage` for links that do not hold; then the transaction must not commit.
    package func removeOldest(_ limit: Int, before end: [UInt8]) throws -> Int {
        let entries = try entries(after: [], before: end, limit: limit)
        guard let last = entries.last else { return 0 }
        try transaction.history.remove(entries)
        try transaction.auditIndex.remove(entries)
        let kept = try transaction.websiteUses.lastLogins(among: entries.map(\.event))
        let processes = entries.flatMap(\.event.processes)
        try transaction.evidence.remove(Array(Set(processes).subtracting(kept)))
        let count = try transaction.changedRows("DELETE FROM audit WHERE id <= \(last.id)")
        try transaction.auditChain.remove(
            before: AuditRange.after(last.id), endOfRetention: end, limit: 2 * limit)
        return count
    }

    private static let columns: SQL.Fragment = """
        id, at, kind, account_id, activation_id, service_id, organization_id, session_id, approval_id, operator_name,
        operator_account_id, network, detail
        """

    private static func entry(_ row: Row) throws -> AccountHistory.Entry {
        AccountHistory.Entry(id: try row("id"), event: try event(row))
    }

    private static func event(_ row: Row) throws -> AuditEvent {
        let kind: AuditEvent.Kind = try row("kind")
        var event = AuditEvent(
            kind, at: try row("at"), accountID: try row.optional("account_id"),
            activationID: try row.optional("activation_id"), serviceID: try row.optional("service_id"),
            organizationID: try row.optional("organization_id"), sessionID: try row.optional("session_id"),
            approvalID: try row.optional("approval_id"),
            actor: AuditEvent.Actor(
                administrator: try row.optional("operator_account_id"), machineName: try row.optional("operator_name")),
            network: try row.optional("network"), detail: try row.optional("detail"))
        // Older versions wrote the network of a session as its detail.
        if [.sessionBegun, .sessionEnded].contains(kind), event.network == nil {
            (event.network, event.detail) = (event.detail, nil)
        }
        return event
    }
}

/// The columns of an actor. Both are null for the usual actor of an event's kind.
extension AuditEvent.Actor {
    fileprivate init?(administrator: AccountID?, machineName: String?) {
        switch (administrator, machineName) {
        case (let account?, _): self = .administrator(account)
        case (nil, let name?): self = .machine(name)
        case (nil, nil): return nil
        }
    }

    fileprivate var administrator: AccountID? {
        switch self {
        case .administrator(let account): account
        case .person, .website, .manager, .machine: nil
        }
    }

    package var machineName: String? {
        switch self {
        case .machine(let name): name
        case .person, .website, .manager, .administrator: nil
        }
    }
}
