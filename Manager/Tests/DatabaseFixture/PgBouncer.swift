import Glibc

/// A PgBouncer in front of a server, on a Unix socket alone. It ends with this object.
package final class PgBouncer {
    private let folder: String
    private let program: ChildProcess
    private let log: Int32

    /// - Parameter mode: when a connection of the server is free for others: `session`, `transaction` or `statement`.
    package init(_ cluster: PostgreSQLCluster, mode: String) throws {
        folder = try makeTemporaryFolder("xign-pgbouncer")
        let settings = """
            [databases]
            * = host=\(cluster.folder)
            [pgbouncer]
            pool_mode = \(mode)
            listen_addr =
            listen_port = 6432
            unix_socket_dir = \(folder)
            auth_type = trust
            auth_file = \(folder)/users
            log_connections = 0
            log_disconnections = 0
            log_stats = 0
            """
        for (name, text) in [("settings", settings), ("users", #""postgres" """#)] {
            guard let file = fopen("\(folder)/\(name)", "w") else {
                throw PostgreSQLCluster.Failure(description: "\(folder): \(errno)")
            }
            fputs("\(text)\n", file)
            fclose(file)
        }
        if isRoot, let user = getpwnam("postgres") { chown(folder, user.pointee.pw_uid, user.pointee.pw_gid) }
        let pipe = PipeEnds()
        log = pipe.reading
        defer { close(pipe.writing) }
        // It logs to standard error.
        program = try ChildProcess(
            endingWithTests: PostgreSQLCluster.asServer
                + ["/bin/sh", "-c", "exec /usr/sbin/pgbouncer \"$1\" 2>&1", "sh", "\(folder)/settings"],
            output: pipe.writing)
        try awaitStart()
    }

    /// Reads the log until it says that the sockets are open.
    private func awaitStart() throws {
        var text = ""
        var buffer = [UInt8](repeating: 0, count: 4096)
        while !text.contains("process up") {
            let count = read(log, &buffer, buffer.count)
            guard count > 0 else { throw PostgreSQLCluster.Failure(description: "pgbouncer: \(text)") }
            text += String(decoding: buffer[..<count], as: UTF8.self)
        }
    }

    deinit {
        program.kill()
        close(log)
        for name in ["settings", "users", ".s.PGSQL.6432", ".s.PGSQL.6432.lock"] { unlink("\(folder)/\(name)") }
        rmdir(folder)
    }

    /// - Parameter servers: how many times the address names this one.
    package func url(_ database: String, servers: Int = 1) -> String {
        let hosts = Array(repeating: folder, count: servers).joined(separator: ",")
        return "postgresql://postgres@/\(database)?host=\(hosts)&port=6432"
    }
}
