import Foundation
import Threads

/// A database that is prepared once and copied for each test, such as one with all tables.
package final class DatabaseTemplate: Sendable {
    private let prepare: @Sendable (_ address: String) throws -> Void
    private let file = Locked<Result<Data, any Error>?>(nil)
    private let databaseName = Locked<Result<String, any Error>?>(nil)

    /// - Parameter prepare: fills an empty database and closes it. It is called once for each engine that is used.
    package init(_ prepare: @escaping @Sendable (_ address: String) throws -> Void) { self.prepare = prepare }

    /// The content of the prepared SQLite file.
    func sqliteFile() throws -> Data {
        try file.withLock { file in
            let result = file ?? Result { try makeFile() }
            file = result
            return try result.get()
        }
    }

    /// The name of the prepared database in `PostgreSQLCluster.shared`, which ends with it.
    func postgreSQLName() throws -> String {
        try databaseName.withLock { name in
            let result = name ?? Result { try makeDatabase() }
            name = result
            return try result.get()
        }
    }

    private func makeFile() throws -> Data {
        let place = try TemporaryDatabase(.sqlite)
        try prepare(place.address)
        return try Data(contentsOf: URL(filePath: place.path))
    }

    private func makeDatabase() throws -> String {
        let cluster = try PostgreSQLCluster.shared
        let name = try cluster.createDatabase()
        try prepare(cluster.url(name))
        return name
    }
}
