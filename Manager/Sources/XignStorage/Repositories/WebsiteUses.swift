import XignDomain
import XignProtocol

/// The uses of websites, as far as the audit log is indexed (`AccountHistory`).
package struct WebsiteUses {
    let transaction: any Transaction

    package func all(of account: AccountID) throws -> [WebsiteUse] {
        try transaction.rows(Column.self, from: "website_use WHERE account_id = \(account)").map(Self.use)
    }

    package func find(_ service: ServiceID, of account: AccountID) throws -> WebsiteUse? {
        try transaction.row(
            Column.self, from: "website_use WHERE account_id = \(account) AND service_id = \(service)"
        ).map(Self.use)
    }

    /// Returns the processes of some events that are the last login of their account at their website.
    func lastLogins(among events: [AuditEvent]) throws -> Set<SessionID> {
        var logins: Set<SessionID> = []
        for event in events {
            guard let account = event.accountID, let service = event.serviceID, let process = event.sessionID else {
                continue
            }
            if try find(service, of: account)?.lastLogin == process { logins.insert(process) }
        }
        return logins
    }

    /// Adds an account's events to its uses. Adding one again has no effect.
    func add(_ events: [AuditEvent], of account: AccountID) throws {
        let relevant = events.filter { $0.serviceID != nil && [.codeRedeemed, .websiteWithdrawn].contains($0.kind) }
        for (service, events) in Dictionary(grouping: relevant, by: \.serviceID) {
            guard let service else { continue }
            let old = try find(service, of: account)
            let new = WebsiteUse.adding(events, to: old)
            if let new, new != old { try save(new) }
            if let old, let new { try removeOutlived(old, replacedBy: new) }
        }
    }

    /// Removes the statement of a former last login that has outlived its events (`AuditLog.removeOldest`).
    private func removeOutlived(_ old: WebsiteUse, replacedBy new: WebsiteUse) throws {
        let shortest = Int64(Policy.minimumAuditRetentionDays) * 86_400
        guard old.lastLogin != new.lastLogin, new.lastAt.secondsSince(old.lastAt) >= shortest else { return }
        let moment = AuditRange(
            begin: TimeOrderedID.place(at: old.lastAt),
            end: TimeOrderedID.place(at: Timestamp(rawValue: old.lastAt.rawValue + 1)))
        guard try transaction.audit.newest(1, in: moment).isEmpty else { return }
        try transaction.evidence.remove([old.lastLogin])
    }

    private func save(_ use: WebsiteUse) throws {
        let values = Column.values { column in
            switch column {
            case .accountID: .of(use.accountID)
            case .serviceID: .of(use.serviceID)
            case .firstAt: .of(use.firstAt)
            case .lastAt: .of(use.lastAt)
            case .lastLogin: .of(use.lastLogin)
            case .withdrawnAt: .of(use.withdrawnAt)
            }
        }
        try transaction.execute(
            """
            INSERT INTO website_use \(values) ON CONFLICT (account_id, service_id) DO UPDATE SET
                first_at = excluded.first_at, last_at = excluded.last_at, last_login = excluded.last_login,
                withdrawn_at = excluded.withdrawn_at
            """)
    }

    private enum Column: Int, ColumnSet {
        case accountID, serviceID, firstAt, lastAt, lastLogin, withdrawnAt
        static let names = ColumnNames(Self.self)
    }

    private static func use(_ row: TableRow<Column>) throws -> WebsiteUse {
        WebsiteUse(
            accountID: try row(.accountID), serviceID: try row(.serviceID), firstAt: try row(.firstAt),
            lastAt: try row(.lastAt), lastLogin: try row(.lastLogin),
            withdrawnAt: try row.optional(.withdrawnAt))
    }
}
