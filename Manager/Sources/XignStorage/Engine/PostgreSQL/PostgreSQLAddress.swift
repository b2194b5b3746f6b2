import CPostgreSQL

/// A server, a database, a user and what else libpq wants to know. Holds the password, if one was given: never printed.
struct PostgreSQLAddress: Sendable {
    private var parameters: [(key: String, value: String)]

    /// - Parameter text: `postgresql://user@host/database?host=/run/postgresql`, or `host=... dbname=...`.
    ///
    /// Throws `.libraryMissing`, or `.invalidAddress`; without libpq's message, which quotes parts of `text`.
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

    /// As `PQconnectStart` takes it.
    var connectionInfo: String {
        parameters.map { key, value in
            let escaped = value.replacing("\\", with: "\\\\").replacing("'", with: "\\'")
            return "\(key)='\(escaped)'"
        }.joined(separator: " ")
    }
}
