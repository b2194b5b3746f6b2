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
        try transaction.rows(
            """
            SELECT at, kind, account_id, activation_id, service_id, session_id, operator_name, detail FROM audit
            ORDER BY id DESC LIMIT \(limit)
            """
        ).map { row in
            AuditEvent(
                try row("kind"), at: try row("at"), accountID: try row.optional("account_id"),
                activationID: try row.optional("activation_id"), serviceID: try row.optional("service_id"),
                sessionID: try row.optional("session_id"), operatorName: try row.optional("operator_name"),
                detail: try row.optional("detail"))
        }
    }
}
