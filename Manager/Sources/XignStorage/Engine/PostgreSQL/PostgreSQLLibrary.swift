import CPostgreSQL

/// libpq, which is loaded when the first address of a server is parsed, before any other call to it.
enum PostgreSQLLibrary {
    private static let loaded = Result { () throws(StorageError) in try load("libpq.so.5") }

    /// Loads libpq, once for the process, and removes its variables but `PGPASSFILE` from the environment: the
    /// configuration alone says where the database is, and how it is reached. Throws `.libraryMissing`.
    static func load() throws(StorageError) { try loaded.get() }

    /// Throws `.libraryMissing` if `file` cannot be loaded, or is another library.
    static func load(_ file: String) throws(StorageError) {
        guard let reason = unsafe cpostgresql_load(file) else { return }
        throw StorageError(.libraryMissing, unsafe String(cString: reason))
    }
}
