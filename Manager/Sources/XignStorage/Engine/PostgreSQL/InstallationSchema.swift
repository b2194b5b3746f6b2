import Threads

/// The schema of a server's database with the tables of one installation.
///
/// The first schema of a search path changes with `CREATE SCHEMA`, for example of the role's name. So the schema is
/// found once, when the database is opened, and made the search path of each connection. The number of the table of
/// versions (its oid) tells the installation from any other that takes its place.
final class InstallationSchema: Sendable {
    private struct Place {
        var schema: String
        /// Nil until the first migration.
        var table: Int64?
    }

    private let place = Locked<Place?>(nil)

    /// Makes the schema the search path of a new connection. Temporary tables come last: they hide no other.
    ///
    /// Throws `.severalInstallations`; `.accessDenied` where the user may use no schema; `.otherInstallation` where the
    /// table is no longer the one of the first connection. The connection must not be used then.
    func enter(_ connection: PostgreSQLConnection) throws(StorageError) {
        let known: Place
        if let place = place.withLock({ $0 }) { known = place } else { known = try Self.find(connection) }
        let found = try Self.enter(known.schema, connection)
        guard known.table == nil || known.table == found else {
            throw StorageError(.otherInstallation, "in the schema \(known.schema)")
        }
        place.withLock { if $0 == nil { $0 = known } }
    }

    /// Takes the installation that the first migration has made.
    func adopt(_ connection: PostgreSQLConnection) throws(StorageError) {
        guard let schema = place.withLock({ $0?.table == nil ? $0?.schema : nil }) else { return }
        let table = try Self.enter(schema, connection)
        place.withLock { if $0?.table == nil { $0?.table = table } }
    }

    /// Throws `.otherInstallation` if a table of versions is not the one of the first connection.
    func expect(_ table: Int64) throws(StorageError) {
        guard let known = place.withLock({ $0?.table }), known != table else { return }
        throw StorageError(.otherInstallation)
    }

    /// Finds the schema of the search path that holds an installation; with none, the path's first schema.
    private static func find(_ connection: PostgreSQLConnection) throws(StorageError) -> Place {
        let schemas = try connection.texts(
            """
            SELECT n.nspname, c.oid FROM pg_catalog.pg_namespace n
            LEFT JOIN pg_catalog.pg_class c ON c.relnamespace = n.oid AND c.relname = 'xign_schema_version'
            WHERE n.nspname = ANY (pg_catalog.current_schemas(false)) AND n.nspname !~ '^pg_'
            ORDER BY pg_catalog.array_position(pg_catalog.current_schemas(false), n.nspname)
            """
        ).map { row in Place(schema: (row.first ?? nil) ?? "", table: (row.last ?? nil).flatMap { Int64($0) }) }
        let installed = schemas.filter { $0.table != nil }
        guard installed.count <= 1 else {
            throw StorageError(.severalInstallations, installed.map(\.schema).joined(separator: " and "))
        }
        guard let place = installed.first ?? schemas.first else {
            throw StorageError(.accessDenied, "search_path names no schema that exists and that this user may use")
        }
        return place
    }

    /// Makes a schema the search path of a connection. Returns its table of versions; nil for none.
    private static func enter(
        _ schema: String, _ connection: PostgreSQLConnection
    ) throws(StorageError) -> Int64? {
        // E'' has the same escapes, whatever `standard_conforming_strings` says.
        let name = schema.replacing("\\", with: "\\\\").replacing("'", with: "''")
        let rows = try connection.texts(
            """
            SELECT pg_catalog.set_config('search_path', pg_catalog.quote_ident(n.nspname) || ', pg_temp', false), c.oid
            FROM pg_catalog.pg_namespace n
            LEFT JOIN pg_catalog.pg_class c ON c.relnamespace = n.oid AND c.relname = 'xign_schema_version'
            WHERE n.nspname = E'\(name)'
            """)
        guard let row = rows.first else { throw StorageError(.otherInstallation, "the schema \(schema) is gone") }
        return (row.last ?? nil).flatMap { Int64($0) }
    }
}
