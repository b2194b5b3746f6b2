import XignDomain
import XignProtocol
import XignStorage

/// Finds the processes that a browser began: by id and cookie, never by the id alone.
package struct BrowserProcesses: Sendable {
    private let context: Context

    package init(_ context: Context) { self.context = context }

    /// Finds the process of an id.
    /// - Parameter cookie: the value that the browser sends; nil where it sends none.
    /// - Returns: nil for a process that does not exist and for a wrong cookie alike.
    package func find(_ id: SessionID, cookie: String?) throws -> BrowserProcess? {
        try context.database.readStatement { try Self.find(id, cookie: cookie, $0) }
    }

    /// Finds the process of an id, in this transaction.
    static func find(_ id: SessionID, cookie: String?, _ transaction: any Transaction) throws -> BrowserProcess? {
        guard let begun = try transaction.processes.browserProcess(id), isProven(begun, by: cookie) else { return nil }
        return begun
    }

    /// Finds the processes whose ids begin with these bytes.
    /// - Parameter cookie: the value that the browser sends for an id.
    package func find(beginnings: [[UInt8]], cookie: (SessionID) -> String?) throws -> [BrowserProcess] {
        try context.database.read { transaction in
            try beginnings.flatMap { try transaction.processes.browserProcesses(beginning: $0) }
        }.filter { Self.isProven($0, by: cookie($0.process.id)) }
    }

    /// Reads the processes whose pages are open; nil for a removed one. One whose service cannot be read is left out:
    /// it must not keep the states from the pages of others.
    package func states(of ids: Set<SessionID>) throws -> [(id: SessionID, begun: BrowserProcess?)] {
        try context.database.read { transaction in
            try ids.compactMap { id in
                do { return (id, try transaction.processes.browserProcess(id)) } catch is DecodingError { return nil }
            }
        }
    }

    private static func isProven(_ begun: BrowserProcess, by cookie: String?) -> Bool {
        cookie.map { BearerHash(of: $0) == begun.cookieHash } ?? false
    }
}
