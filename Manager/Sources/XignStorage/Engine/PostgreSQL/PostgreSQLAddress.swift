import CPostgreSQL

/// The parameters of a connection: server, database, user and so on. They may contain a password: never log or print
/// them.
struct PostgreSQLAddress: Sendable {
    private var parameters: [(key: String, value: String)]
    /// The settings of each session, which override the server's, the role's and those of `options`.
    ///
    /// They are not part of `options`, which PgBouncer refuses: it knows five parameters of a connection's start.
    var settings: [(name: StaticString, value: String)] = []

    /// - Parameter text: `postgresql://user@host/database?host=/run/postgresql`, or `host=... dbname=...`.
    ///
    /// Throws `.libraryMissing`; `.invalidAddress` without libpq's message, which quotes parts of `text`; and
    /// `.invalidAddress` where `target_session_attrs` admits a standby.
    init(_ text: String) throws(StorageError) {
        try PostgreSQLLibrary.load()
        let url = DatabaseAddress.schemes.contains { text.hasPrefix($0) } ? PostgreSQLURL(text, Self.keywords) : nil
        if let flaw = url?.flaw { throw StorageError(.invalidAddress, flaw) }
        guard let options = unsafe PQconninfoParse(text, nil) else {
            throw StorageError(.invalidAddress, url.map { $0.refusal ?? Self.refused } ?? Self.unquoted)
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
        // A standby's data may be older than what was answered: a token that was revoked would work there.
        let wanted = self["target_session_attrs"] ?? "primary"
        guard ["primary", "read-write"].contains(wanted) else {
            throw StorageError(.invalidAddress, "target_session_attrs must be primary or read-write")
        }
        self["target_session_attrs"] = wanted
    }

    private static let refused = "libpq does not understand it"
    private static let unquoted =
        "a parameter is unknown, or a value needs single quotes around it, and \\ before each ' and \\ in it"

    /// The names of the parameters that libpq knows.
    private static var keywords: Set<String> {
        guard let options = unsafe PQconninfoParse("postgresql://", nil) else { return [] }
        defer { unsafe PQconninfoFree(options) }
        var (names, option) = unsafe (Set<String>(), options)
        while let keyword = unsafe option.pointee.keyword {
            unsafe names.insert(String(cString: keyword))
            unsafe option += 1
        }
        return names
    }

    /// The names of the parameters that are set.
    var keys: [String] { parameters.map(\.key) }

    /// The addresses of its servers, one by one: libpq takes several hosts, with commas between them (PostgreSQL's
    /// manual, section 34.1.1.3).
    var servers: [PostgreSQLAddress] {
        let lists = ["host", "hostaddr", "port"].map { key in
            (key: key, values: self[key]?.split(separator: ",", omittingEmptySubsequences: false) ?? [])
        }
        let count = max(1, lists[0].values.count, lists[1].values.count)
        return (0..<count).map { index in
            var server = self
            // One port is that of all hosts. libpq itself refuses lists of different lengths.
            for (key, values) in lists where values.count > 1 {
                server[key] = index < values.count ? String(values[index]) : nil
            }
            return server
        }
    }

    subscript(_ key: String) -> String? {
        get { parameters.first { $0.key == key }?.value }
        set {
            parameters.removeAll { $0.key == key }
            if let newValue { parameters.append((key, newValue)) }
        }
    }

    /// The statement that makes the settings those of a session; nil without any.
    var settingsStatement: String? {
        let calls = settings.map { "set_config('\($0.name)', '\($0.value.replacing("'", with: "''"))', false)" }
        return calls.isEmpty ? nil : "SELECT \(calls.joined(separator: ", "))"
    }

    /// The parameters as `PQconnectStart` takes them: `key='value' ...` (PostgreSQL's manual, section 34.1.1.1).
    var connectionInfo: String {
        parameters.map { key, value in
            let escaped = value.replacing("\\", with: "\\\\").replacing("'", with: "\\'")
            return "\(key)='\(escaped)'"
        }.joined(separator: " ")
    }
}
