import DatabaseFixture
import XignDomain

@testable import XignStorage

/// A row as the database has it.
struct StoredRow: Equatable, CustomStringConvertible {
    let table: String
    let values: [Row.Value]

    var description: String { "\(table) \(values)" }
}

extension TestManager {
    /// The tables that housekeeping writes on a thread of its own.
    private static let tablesOfHousekeeping: [SQL.Fragment] = ["audit_chain", "audit_link"]
    /// All tables of the schema.
    static var allTables: [SQL.Fragment] { tables + tablesOfHousekeeping }
    private static let tables: [SQL.Fragment] = [
        "access_token", "account", "account_history", "account_name", "activation", "administrator_grant",
        "alias_choice",
        "attribute_release", "attribute_value", "audit", "audit_subject", "authorization_code", "browser_request",
        "browser_session", "declared_value", "encryption_key", "evidence", "factor", "failure", "group_member",
        "invitation", "join_link", "key_change", "key_material", "mail_code", "mapping", "membership", "notice",
        "notice_number", "one_time_value",
        "open_token", "organization", "outbox", "pending_act", "process", "pushed_request", "recovery", "refresh_token",
        "remembered_login", "retired_id_token_key", "role", "role_assignment", "seen_request", "service", "setting",
        "shared_login", "signing_key", "utility_grant", "website_use",
    ]

    /// Reads the rows of all tables, but those that housekeeping writes. Without the last moment of a browser session,
    /// which each page may write.
    /// - Throws: `TestFailure` where the schema has a table that is unknown here.
    func rows() throws -> [StoredRow] {
        try context.database.read { [engine = place.engine] transaction in
            let unknown = try transaction.tables(engine).subtracting(Self.allTables.map(\.text.description))
            guard unknown.isEmpty else { throw TestFailure(what: "\(unknown) must be in the list of tables") }
            return try Self.tables.flatMap { table in
                try transaction.rows("SELECT * FROM \(table)").compactMap {
                    try StoredRow($0, of: table.text.description)
                }
            }
        }
    }
}

extension StoredRow {
    /// - Returns: nil for a row that housekeeping writes.
    fileprivate init?(_ row: Row, of table: String) throws {
        var values = row.values
        switch table {
        case "setting":
            let name: String = try row("name")
            guard name != "lastHousekeepingAt" else { return nil }
        case "signing_key":
            let purpose: String = try row("purpose")
            guard purpose != AuditChainKey.purpose else { return nil }
        case "browser_session":
            let lastSeen: Int64 = try row("last_seen")
            // After `created_at`, which may be the same.
            values.lastIndex(of: .integer(lastSeen)).map { values[$0] = .null }
        default: break
        }
        (self.table, self.values) = (table, values)
    }
}

extension Transaction {
    /// The names of the schema's tables.
    fileprivate func tables(_ engine: Engine) throws -> Set<String> {
        let names =
            switch engine {
            case .sqlite: try rows("SELECT name FROM sqlite_master WHERE type = 'table'")
            case .postgreSQL:
                try rows(
                    """
                    SELECT CAST(tablename AS TEXT) AS name FROM pg_tables
                    WHERE schemaname = 'public' AND tablename <> 'xign_schema_version'
                    """)
            }
        return Set(try names.map { try $0("name") })
    }
}
