import Testing

@testable import XignStorage

/// The contents of all tables, as a thief of the database reads them.
struct Dump {
    /// All tables of the schema. `missing` finds the one that was forgotten here.
    private static let tables: [SQL.Fragment] = [
        "access_token", "account", "account_history", "account_name", "activation", "administrator_grant",
        "alias_choice",
        "attribute_release", "attribute_value", "audit", "audit_chain", "audit_link", "audit_subject",
        "authorization_code", "browser_request", "browser_session", "declared_value", "encryption_key", "evidence",
        "factor", "failure", "group_member", "invitation", "join_link", "key_change", "key_material", "mail_code",
        "mapping", "membership",
        "notice", "notice_number", "one_time_value", "open_token", "organization", "outbox", "pending_act", "process",
        "pushed_request", "recovery", "refresh_token", "remembered_login", "retired_id_token_key", "role",
        "role_assignment", "seen_request", "service", "setting", "shared_login", "signing_key", "utility_grant",
        "website_use",
    ]

    private var rows: [(table: String, values: [[UInt8]])] = []

    init(_ database: any Database) throws {
        for table in Self.tables {
            rows += try database.read { try $0.rows("SELECT * FROM \(table)") }.map { row in
                (table.text.description, row.values.compactMap(Self.bytes))
            }
        }
    }

    /// Returns the tables that have a text, in a column of text or of bytes.
    func tables(with text: String) -> [String] {
        let needle = Array(text.utf8)
        return rows.filter { $0.values.contains { Self.contains($0, needle) } }.map(\.table)
    }

    /// Returns the number of rows of a table.
    func count(_ table: String) -> Int { rows.count { $0.table == table } }

    /// Returns the tables of a database that a dump does not read.
    static func missing(_ database: any Database, _ names: SQL) throws -> Set<String> {
        let all = try database.read { try $0.rows(names).map { try $0("name", as: String.self) } }
        return Set(all).subtracting(tables.map(\.text.description))
    }

    private static func bytes(_ value: Row.Value) -> [UInt8]? {
        switch value {
        case .text(let text): Array(text.utf8)
        case .bytes(let bytes): bytes
        case .null, .integer, .boolean: nil
        }
    }

    private static func contains(_ bytes: [UInt8], _ needle: [UInt8]) -> Bool {
        guard bytes.count >= needle.count else { return false }
        return (0...bytes.count - needle.count).contains { bytes[$0...].starts(with: needle) }
    }
}
