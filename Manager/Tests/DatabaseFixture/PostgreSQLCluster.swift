import Glibc
import Synchronization
import Threads

/// A PostgreSQL server for the tests, in a temporary folder and on a Unix socket alone.
///
/// A shell waits for the end of the tests' process, however it ends, and then stops and removes the server.
package final class PostgreSQLCluster: Sendable {
    package struct Failure: Error, CustomStringConvertible {
        package let description: String
    }

    private static let sharedResult = Result { try PostgreSQLCluster(syncsFiles: false) }

    /// The server for tests that neither stop nor change it.
    package static var shared: PostgreSQLCluster {
        get throws { try sharedResult.get() }
    }

    /// The folder of the socket.
    let folder: String
    private let programs: String
    private let syncsFiles: Bool
    private let databases = Atomic(0)
    /// A pipe whose reader sees its end when this process ends.
    private let lifeline = PipeEnds()
    /// For creating and dropping databases: a program for each of them takes three times as long. Nil until the first.
    private let session = Locked<PostgreSQLSession?>(nil)

    /// - Parameter syncsFiles: false: what is committed survives a crash of the server, and no power failure. Creating
    ///   and dropping a database takes a twentieth of the time then. The files are in memory where it has space: on
    ///   ext4 the kernel takes long to find inodes for the hundreds of files of each database.
    package init(syncsFiles: Bool = true) throws {
        self.syncsFiles = syncsFiles
        programs = try Self.findPrograms()
        folder = try makeTemporaryFolder("xign-pg", inMemory: !syncsFiles)
        // The shell ignores signals from the keyboard, which are for the tests: it must outlive them.
        let cleanUp = """
            trap '' INT TERM HUP
            cat
            \(Self.asServer.joined(separator: " ")) \(programs)/pg_ctl -D \(folder)/data -m immediate stop
            rm -rf \(folder)
            """
        // Retained for good, since a child without a reference is killed.
        _ = try Unmanaged.passRetained(ChildProcess(["/bin/sh", "-c", cleanUp], input: lifeline.reading))
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
            fsync = \(syncsFiles ? "on" : "off")
            """
        try write(settings, to: "\(folder)/data/postgresql.conf", mode: "a")
        // A user with the name of a database needs a password for it.
        let access = """
            local all postgres trust
            local sameuser all scram-sha-256
            local all all trust
            local replication all trust
            """
        try write(access, to: "\(folder)/data/pg_hba.conf", mode: "w")
        try start()
    }

    // MARK: Start and stop

    package func start() throws {
        let command = ["\(programs)/pg_ctl", "-D", "\(folder)/data", "-l", "\(folder)/log", "-w", "start"]
        let status = try ChildProcess(
            Self.asServer + ["/usr/bin/env", "--unset=LANGUAGE", "LOCPATH=\(locales)"] + command
        ).wait()
        guard status == 0 else { throw Failure(description: "pg_ctl start: \(status)") }
    }

    /// Closes all connections and shuts down.
    package func stop() throws { try stop("fast") }
    /// Stops without a shutdown checkpoint, as a crash does.
    package func crash() throws { try stop("immediate") }

    private func stop(_ mode: String) throws {
        session.withLock { $0 = nil }
        try run("pg_ctl", "-D", "\(folder)/data", "-m", mode, "-w", "stop")
    }

    /// The folder in which the server looks for locales, before those of the system.
    private var locales: String { "\(folder)/locales" }

    /// Makes the locale `de_DE.UTF-8`, in which the server has translations of its messages.
    package func makeGermanLocale() throws {
        mkdir(locales, 0o755)
        let name = "\(locales)/de_DE.UTF-8"
        let status = try ChildProcess.status(of: "/usr/bin/localedef", "--inputfile=de_DE", "--charmap=UTF-8", name)
        guard status == 0 else { throw Failure(description: "localedef: \(status): apt-get install locales") }
    }

    // MARK: Databases

    /// Creates a database. Returns its name.
    ///
    /// - Parameters:
    ///   - template: the name of a database without connections; the default is empty.
    ///   - encoding: nil for UTF-8.
    package func createDatabase(copying template: String = "template1", encoding: String? = nil) throws -> String {
        let name = "t\(databases.wrappingAdd(1, ordering: .relaxed).newValue)"
        // Copying the template's files takes half of the time of logging their content, and more if they are synced.
        let strategy = syncsFiles ? "wal_log" : "file_copy"
        // `template0` alone can be copied into another encoding.
        let source = encoding.map { "template0 ENCODING '\($0)'" } ?? template
        try execute("CREATE DATABASE \(name) TEMPLATE \(source) STRATEGY \(strategy)")
        return name
    }

    package func dropDatabase(_ name: String) { try? execute("DROP DATABASE IF EXISTS \(name) WITH (FORCE)") }

    private func execute(_ statement: String) throws {
        try session.withLock { session in
            let current = try session ?? PostgreSQLSession(Self.asServer + ["\(programs)/psql", "--host", folder])
            session = nil
            try current.execute(statement)
            session = current
        }
    }

    package func url(_ database: String, user: String = "postgres") -> String {
        "postgresql://\(user)@/\(database)?host=\(folder)"
    }

    // MARK: Programs

    /// The prefix of commands that run as the user postgres, since the server refuses to run as root.
    static let asServer =
        isRoot ? ["/usr/bin/setpriv", "--reuid=postgres", "--regid=postgres", "--init-groups", "--"] : []

    /// Runs one of PostgreSQL's programs as the server's user, to its end.
    package func run(_ program: String, _ arguments: String...) throws {
        let status = try ChildProcess(Self.asServer + ["\(programs)/\(program)"] + arguments).wait()
        guard status == 0 else { throw Failure(description: "\(program) \(arguments): \(status)") }
    }

    /// Finds the folder in which Debian has installed the newest version.
    private static func findPrograms() throws -> String {
        // Version 15 is Debian 12's, and the first whose createdb has a strategy.
        for version in (15...30).reversed() {
            let folder = "/usr/lib/postgresql/\(version)/bin"
            if access("\(folder)/initdb", X_OK) == 0 { return folder }
        }
        throw Failure(description: "no PostgreSQL server in /usr/lib/postgresql: apt-get install postgresql")
    }

    private func write(_ text: String, to path: String, mode: String) throws {
        guard let file = fopen(path, mode) else { throw Failure(description: "\(path): \(errno)") }
        fputs(text + "\n", file)
        fclose(file)
    }
}

/// True if the tests run as root, who alone may mount file systems and change the user.
package let isRoot = geteuid() == 0
