import CPostgreSQL

/// The parameters of a connection: server, database, user and so on. They may contain a password: never log or print
/// them.
struct PostgreSQLAddress: Sendable {
    private var parameters: [(key: String, value: String)]

    /// - Parameter text: `postgresql://user@host/database?host=/run/postgresql`, or `host=... dbname=...`.
    ///
    /// Throws `.libraryMissing`, or `.invalidAddress` without libpq's message, which quotes parts of `text`.
    init(_ text: String) throws(StorageError) {
        try PostgreSQLLibrary.load()
        guard let options = unsafe PQconninfoParse(text, nil) else {
            throw StorageError(.invalidAddress, "libpq does not understand it")
        }
        defer { unsafe PQconninfoFree(options) }
        parameters = []
        var option = unsafe options
        while let keyword = unsafe option.pointee.keyword {
            if let value = unsafe option.pointee.val {
                parameters.append(unsafe (String(cString: keyword), String(cString: value)))
            }
            unsafe option += 1
        }
    }

    subscript(_ key: String) -> String? {
        get { parameters.first { $0.key == key }?.value }
        set {
            parameters.removeAll { $0.key == key }
            if let newValue { parameters.append((key, newValue)) }
        }
    }

    /// The parameters as `PQconnectStart` takes them: `key='value' ...` (PostgreSQL's manual, section 34.1.1.1).
    var connectionInfo: String {
        parameters.map { key, value in
            let escaped = value.replacing("\\", with: "\\\\").replacing("'", with: "\\'")
            return "\(key)='\(escaped)'"
        }.joined(separator: " ")
    }
}
