/// The address of a database, as `--database` and `manager.yaml` give it.
package enum DatabaseAddress: Sendable, Equatable {
    /// The path of an SQLite file.
    case file(String)
    /// A URL or a list of `key=value`, as libpq takes them. It may contain a password: never log or print it.
    case server(String)

    /// The beginnings of a URL of PostgreSQL.
    static let schemes = ["postgresql://", "postgres://"]

    /// Parses an address.
    ///
    /// - Parameter text: `postgresql://user@host/database` (or `postgres://`, or libpq's `host=... dbname=...`), or
    ///   `sqlite:PATH`, or a path. A path with an equals sign in it, or with an @ after a colon, begins with `/`, `./`
    ///   or `sqlite:`.
    ///
    /// Throws `.invalidAddress`.
    package init(_ text: String) throws(StorageError) {
        let scheme = text.prefix { $0.isASCII && ($0.isLetter || $0.isNumber) }
        let rest = text[scheme.endIndex...]
        let isPath = text.hasPrefix("/") || text.hasPrefix(".")
        if Self.schemes.contains(where: { text.hasPrefix($0) }) {
            self = .server(text)
        } else if text.hasPrefix("sqlite:") {
            // sqlite:///srv/xign.db has an empty host, as a file: URL has.
            let path = text.dropFirst("sqlite:".count)
            self = .file(String(path.hasPrefix("//") ? path.dropFirst(2) : path))
        } else if rest.hasPrefix("://") {
            throw StorageError(.invalidAddress, "unknown scheme \(scheme)")
        } else if text.contains("="), !isPath {
            self = .server(text)
        } else if !isPath,
            rest.hasPrefix(":") && scheme == "postgresql" || text.drop(while: { $0 != ":" }).contains("@")
        {
            // As the path of a file it would be printed, with its password.
            throw StorageError(.invalidAddress, "a URL begins with postgresql://")
        } else {
            self = .file(text)
        }
        if case .file("") = self { throw StorageError(.invalidAddress, "an empty path") }
    }

    /// True if the address has a password of the user or of the client's key, or is none that libpq understands.
    package var holdsPassword: Bool {
        guard case .server(let text) = self else { return false }
        guard let address = try? PostgreSQLAddress(text) else { return true }
        return Self.secretParameters.contains { address[$0] != nil }
    }

    /// The parameters of libpq that are secrets (PostgreSQL, section "Parameter Key Words").
    private static let secretParameters = [
        "password", "sslpassword", "oauth_client_secret", "scram_client_key", "scram_server_key",
    ]

    /// Checks that libpq understands the address of a server.
    ///
    /// Throws `.invalidAddress` or `.libraryMissing`.
    package func expectReadable() throws(StorageError) {
        if case .server(let text) = self { _ = try PostgreSQLAddress(text) }
    }

    /// Opens the database with the engine that the address is for, and its default options.
    ///
    /// - Parameters:
    ///   - vault: seals and opens columns; its key stands outside the database.
    ///   - creating: true for `init` alone, which makes a database where there is none.
    /// - Throws: `StorageError`, as that engine's initializer does.
    package func open(vault: Vault, creating: Bool = false) throws(StorageError) -> any Database {
        switch self {
        case .file(let path): try SQLiteDatabase(path: path, vault: vault, creating: creating)
        case .server(let url): try PostgreSQLDatabase(url: url, vault: vault, creating: creating)
        }
    }
}
