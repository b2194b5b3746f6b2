import XignDomain
import XignProtocol
import XignStorage

/// The logins that a browser began. Each is found by its id and its cookie, never by the id alone.
package struct BrowserLogins: Sendable {
    private let context: Context

    package init(_ context: Context) { self.context = context }

    /// The login of this id.
    /// - Parameter cookie: the value that the browser sends; nil where it sends none.
    /// - Returns: nil for a login that does not exist and for a wrong cookie alike.
    package func find(_ id: SessionID, cookie: String?) throws -> LoginSession? {
        guard let session = try context.database.read({ try $0.sessions.find(id) }), isProven(session, by: cookie)
        else { return nil }
        return session
    }

    /// The logins whose ids begin with these bytes.
    /// - Parameter cookie: the value that the browser sends for an id.
    package func find(beginnings: [[UInt8]], cookie: (SessionID) -> String?) throws -> [LoginSession] {
        try context.database.read { transaction in
            try beginnings.flatMap { try transaction.sessions.find(beginning: $0) }
        }.filter { isProven($0, by: cookie($0.id)) }
    }

    /// The states of logins whose pages are open; nil for one that was removed.
    package func states(of ids: Set<SessionID>) throws -> [(id: SessionID, session: LoginSession?)] {
        try context.database.read { transaction in try ids.map { ($0, try transaction.sessions.find($0)) } }
    }

    /// In constant time.
    private func isProven(_ session: LoginSession, by cookie: String?) -> Bool {
        cookie.map { OpaqueToken.matches($0, session.cookieHash) } ?? false
    }
}
