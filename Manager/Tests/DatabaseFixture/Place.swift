import Glibc

/// The contract is checked on both.
package enum Engine: String, CaseIterable, Sendable {
    case sqlite = "SQLite"
    case postgreSQL = "PostgreSQL"
}

/// A folder, and on PostgreSQL an empty database, that exist for one test.
package final class Place: Sendable {
    package let engine: Engine
    package let folder: String
    package let cluster: PostgreSQLCluster?
    package let name: String

    /// - Parameter cluster: nil for the one that all share.
    package init(_ engine: Engine, cluster: PostgreSQLCluster? = nil) throws {
        self.engine = engine
        var template = Array("/tmp/xign-test-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw PostgreSQLCluster.Failure(description: "mkdtemp: \(errno)") }
        folder = String(decoding: template.dropLast().map(UInt8.init), as: UTF8.self)
        self.cluster = engine == .postgreSQL ? try cluster ?? .shared : nil
        name = try self.cluster?.createDatabase() ?? "test.db"
    }

    deinit {
        _ = try? Child.run("/bin/rm", "-rf", folder)
        cluster?.dropDatabase(name)
    }

    package var path: String { "\(folder)/\(name)" }
    package var address: String { cluster?.url(name) ?? path }
}
