import Foundation

/// The two engines. Tests of the storage's contract run on both.
package enum Engine: String, CaseIterable, Sendable {
    case sqlite = "SQLite"
    case postgreSQL = "PostgreSQL"
}

/// A folder, and on PostgreSQL a database, which exist for one test.
package final class TemporaryDatabase: Sendable {
    package let engine: Engine
    package let folder: String
    package let cluster: PostgreSQLCluster?
    package let name: String

    /// - Parameters:
    ///   - cluster: nil for the server that all tests share.
    ///   - encoding: of PostgreSQL's database; nil for UTF-8.
    package init(_ engine: Engine, cluster: PostgreSQLCluster? = nil, encoding: String? = nil) throws {
        self.engine = engine
        folder = try makeTemporaryFolder("xign-test")
        self.cluster = engine == .postgreSQL ? try cluster ?? .shared : nil
        name = try self.cluster?.createDatabase(encoding: encoding) ?? Self.fileName
    }

    /// Copies a template, on the server that all tests share.
    package init(_ engine: Engine, copying template: DatabaseTemplate) throws {
        self.engine = engine
        folder = try makeTemporaryFolder("xign-test")
        switch engine {
        case .sqlite:
            (cluster, name) = (nil, Self.fileName)
            try template.sqliteFile().write(to: URL(filePath: "\(folder)/\(name)"))
        case .postgreSQL:
            let shared = try PostgreSQLCluster.shared
            cluster = shared
            name = try shared.createDatabase(copying: template.postgreSQLName())
        }
    }

    private static let fileName = "test.db"

    deinit {
        try? FileManager.default.removeItem(atPath: folder)
        cluster?.dropDatabase(name)
    }

    /// The SQLite file.
    package var path: String { "\(folder)/\(name)" }
    /// The address in the form of `--database`.
    package var address: String { cluster?.url(name) ?? path }
}

/// Makes a folder that this user alone can enter. Returns its path.
/// - Parameter inMemory: true: in a file system in memory, if it has space for a PostgreSQL server; else in /tmp.
func makeTemporaryFolder(_ prefix: String, inMemory: Bool = false) throws -> String {
    let parent = inMemory && hasSpaceInMemory() ? memory : "/tmp"
    // `mkdtemp` replaces the six X by characters that make the name new.
    var template = Array("\(parent)/\(prefix)-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw PostgreSQLCluster.Failure(description: "mkdtemp: \(errno)") }
    return String(decoding: template.dropLast().map(UInt8.init), as: UTF8.self)
}

private let memory = "/dev/shm"

/// True with 4 GiB or more. A container often has 64 MiB there, and the server keeps a log of up to 1 GiB.
private func hasSpaceInMemory() -> Bool {
    var found = statvfs()
    guard access(memory, W_OK) == 0, statvfs(memory, &found) == 0 else { return false }
    return UInt64(found.f_bavail) * UInt64(found.f_frsize) >= 4 << 30
}
