import CPostgreSQL

/// libpq, which is loaded for the first address of a server, before anything else is asked of it.
enum PostgreSQLLibrary {
    private static let loaded = Result { () throws(StorageError) in try load("libpq.so.5") }

    /// Throws `.libraryMissing`.
    static func load() throws(StorageError) { try loaded.get() }

    static func load(_ file: String) throws(StorageError) {
        guard let reason = unsafe cpostgresql_load(file) else { return }
        throw StorageError(.libraryMissing, unsafe String(cString: reason))
    }
}
