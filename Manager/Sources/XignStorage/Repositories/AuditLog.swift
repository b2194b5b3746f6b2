import XignDomain

/// The audit log, in the order of events. An event is written in the transaction of its effect.
package struct AuditLog {
    let transaction: any Transaction

    /// - Throws: `StorageError` for an event by a client, which the columns would show as the person's.
    package func append(_ event: AuditEvent) throws {
        if case .client = event.actor { throw StorageError(.unexpectedType, "the audit log has no column for clients") }
        let values = Column.values { column in
            switch column {
            case .id: .of(TimeOrderedID.make(at: event.at))
            case .at: .of(event.at)
            case .kind: .of(event.kind)
            case .accountID: .of(event.accountID)
            case .activationID: .of(event.activationID)
            case .serviceID: .of(event.serviceID)
            case .organizationID: .of(event.organizationID)
            case .sessionID: .of(event.sessionID)
            case .approvalID: .of(event.approvalID)
            case .operatorName: .of(event.actor.machineName)
            case .operatorAccountID: .of(event.actor.administrator)
            case .network: .of(event.network)
            case .detail: .of(event.detail)
            }
        }
        try transaction.execute("INSERT INTO audit \(values)")
        transaction.count(transaction.metrics.auditEvents[event.kind])
    }

    /// Returns the newest events, newest first.
    package func newest(_ limit: Int) throws -> [AuditEvent] {
        try transaction.rows(Column.self, from: "audit ORDER BY id DESC LIMIT \(limit)").map(Self.event)
    }

    /// Returns the events of a kind since a moment, oldest first. It reads all events since then.
    package func events(_ kind: AuditEvent.Kind, since moment: Timestamp) throws -> [AuditEvent] {
        try transaction.rows(
            Column.self,
            from: "audit WHERE id >= \(TimeOrderedID.place(at: moment)) AND kind = \(kind) ORDER BY id"
        ).map(Self.event)
    }

    // MARK: By place. An event's place is its id; `TimeOrderedID.place(at:)` is before all events of a moment.

    /// Returns the events between two places, oldest first.
    package func entries(after place: [UInt8], before end: [UInt8], limit: Int) throws -> [AccountHistory.Entry] {
        try transaction.rows(
            Column.self, from: "audit WHERE id > \(place) AND id < \(end) ORDER BY id LIMIT \(limit)"
        ).map(Self.entry)
    }

    /// Returns the ids of the events after a place, oldest first.
    package func ids(after place: [UInt8], limit: Int) throws -> [[UInt8]] {
        try transaction.values("SELECT id FROM audit WHERE id > \(place) ORDER BY id LIMIT \(limit)")
    }

    /// Returns the events between two places, newest first.
    package func newest(_ limit: Int, in range: AuditRange) throws -> [AccountHistory.Entry] {
        try transaction.rows(
            Column.self,
            from: """
                audit WHERE id >= \(range.begin) AND id < \(range.end)
                ORDER BY id DESC LIMIT \(limit)
                """
        ).map(Self.entry)
    }

    /// Returns the events of an account after a place, newest first. It reads all events after the place.
    func entries(after place: [UInt8], of account: AccountID) throws -> [AccountHistory.Entry] {
        try transaction.rows(
            Column.self, from: "audit WHERE id > \(place) AND account_id = \(account) ORDER BY id DESC"
        ).map(Self.entry)
    }

    /// Returns the events of these ids, newest first.
    package func entries(_ ids: [[UInt8]]) throws -> [AccountHistory.Entry] {
        try transaction.rows(Column.self, from: "audit WHERE id IN (\(ids)) ORDER BY id DESC")
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

    enum Column: Int, ColumnSet {
        case id, at, kind, accountID, activationID, serviceID, organizationID, sessionID, approvalID, operatorName,
            operatorAccountID, network, detail
        static let names = ColumnNames(Self.self, of: "audit")
    }

    private static func entry(_ row: TableRow<Column>) throws -> AccountHistory.Entry {
        AccountHistory.Entry(id: try row(.id), event: try event(row))
    }

    private static func event(_ row: TableRow<Column>) throws -> AuditEvent {
        let kind: AuditEvent.Kind = try row(.kind)
        var event = AuditEvent(
            kind, at: try row(.at), accountID: try row.optional(.accountID),
            activationID: try row.optional(.activationID), serviceID: try row.optional(.serviceID),
            organizationID: try row.optional(.organizationID), sessionID: try row.optional(.sessionID),
            approvalID: try row.optional(.approvalID),
            actor: Actor(
                administrator: try row.optional(.operatorAccountID), machineName: try row.optional(.operatorName)),
            network: try row.optional(.network), detail: try row.optional(.detail))
        // Older versions wrote the network of a session as its detail.
        if [.sessionBegun, .sessionEnded].contains(kind), event.network == nil {
            (event.network, event.detail) = (event.detail, nil)
        }
        return event
    }
}

/// The columns of an actor. Both are null for the usual actor of an event's kind.
extension Actor {
    fileprivate init?(administrator: AccountID?, machineName: String?) {
        switch (administrator, machineName) {
        case (let account?, _): self = .administrator(account)
        case (nil, let name?): self = .machine(name)
        case (nil, nil): return nil
        }
    }

    fileprivate var administrator: AccountID? {
        switch self {
        case .administrator(let account, _): account
        case .person, .device, .client, .website, .manager, .machine: nil
        }
    }

    package var machineName: String? {
        switch self {
        case .machine(let name): name
        case .person, .device, .client, .website, .manager, .administrator: nil
        }
    }
}
