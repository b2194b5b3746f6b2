import Glibc
import Synchronization

/// A PostgreSQL server of the tests' own, in a temporary folder and on a Unix socket alone.
///
/// It is stopped and removed when the process of the tests ends, however it ends: a shell waits for that.
package final class PostgreSQLCluster: Sendable {
    package struct Failure: Error, CustomStringConvertible {
        package let description: String
    }

    private static let sharedResult = Result { try PostgreSQLCluster() }

    /// For tests that leave the server alone.
    package static var shared: PostgreSQLCluster {
        get throws { try sharedResult.get() }
    }

    private let folder: String
    private let programs: String
    private let databases = Atomic(0)
    /// Open for as long as this process lives.
    private let lifeline = PipeEnds()

    package init() throws {
        programs = try Self.findPrograms()
        var template = Array("/tmp/xign-pg-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw Failure(description: "mkdtemp: \(errno)") }
        folder = String(decoding: template.dropLast().map(UInt8.init), as: UTF8.self)
        // Signals from the keyboard are for the tests; the shell comes after them.
        let cleanUp = """
            trap '' INT TERM HUP
            cat
            \(Self.asServer.joined(separator: " ")) \(programs)/pg_ctl -D \(folder)/data -m immediate stop
            rm -rf \(folder)
            """
        _ = try Unmanaged.passRetained(Child(["/bin/sh", "-c", cleanUp], input: lifeline.reading))  // never killed
        close(lifeline.reading)
        if isRoot {
            guard let user = getpwnam("postgres") else { throw Failure(description: "no user postgres") }
            chown(folder, user.pointee.pw_uid, user.pointee.pw_gid)
        }
        try run(
            "initdb", "-D", "\(folder)/data", "-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync")
        let settings = """
            listen_addresses = ''
            unix_socket_directories = '\(folder)'
            max_connections = 300
            shared_buffers = 64MB
            deadlock_timeout = 100ms
            """
        try append(settings, to: "\(folder)/data/postgresql.conf")
        try start()
    }

    // MARK: The server

    package func start() throws { try run("pg_ctl", "-D", "\(folder)/data", "-l", "\(folder)/log", "-w", "start") }
    /// Ends all connections and shuts down.
    package func stop() throws { try run("pg_ctl", "-D", "\(folder)/data", "-m", "fast", "-w", "stop") }
    /// As a crash would.
    package func crash() throws { try run("pg_ctl", "-D", "\(folder)/data", "-m", "immediate", "-w", "stop") }

    // MARK: Its databases

    /// Makes an empty database; its name.
    package func createDatabase() throws -> String {
        let name = "t\(databases.wrappingAdd(1, ordering: .relaxed).newValue)"
        try run("createdb", "--host", folder, "--username", "postgres", name)
        return name
    }

    package func dropDatabase(_ name: String) {
        try? run("dropdb", "--if-exists", "--force", "--host", folder, "--username", "postgres", name)
    }

    package func url(_ database: String, user: String = "postgres") -> String {
        "postgresql://\(user)@/\(database)?host=\(folder)"
    }

    // MARK: Programs

    /// The server refuses to be root.
    private static let asServer =
        isRoot ? ["/usr/bin/setpriv", "--reuid=postgres", "--regid=postgres", "--init-groups", "--"] : []

    private func run(_ program: String, _ arguments: String...) throws {
        let status = try Child(Self.asServer + ["\(programs)/\(program)"] + arguments).wait()
        guard status == 0 else { throw Failure(description: "\(program) \(arguments): \(status)") }
    }

    /// Where Debian puts the newest version.
    private static func findPrograms() throws -> String {
        for version in (13...30).reversed() {
            let folder = "/usr/lib/postgresql/\(version)/bin"
            if access("\(folder)/initdb", X_OK) == 0 { return folder }
        }
        throw Failure(description: "no PostgreSQL server in /usr/lib/postgresql: apt-get install postgresql")
    }

    private func append(_ text: String, to path: String) throws {
        guard let file = fopen(path, "a") else { throw Failure(description: "\(path): \(errno)") }
        fputs(text + "\n", file)
        fclose(file)
    }
}
