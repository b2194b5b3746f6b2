import Glibc

/// A `psql` that runs one statement after another, and ends with this object. Used by one thread at a time.
final class PostgreSQLSession {
    private let program: ChildProcess
    private let socket: Int32

    /// - Parameter command: the program, with the options that lead it to the server.
    init(_ command: [String]) throws {
        var ends: [Int32] = [-1, -1]
        precondition(
            socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends) == 0,
            "no sockets: \(errno)")
        defer { close(ends[1]) }
        let options = ["--username", "postgres", "--no-psqlrc", "--quiet", "--set", "ON_ERROR_STOP=1"]
        program = try ChildProcess(command + options, input: ends[1], output: ends[1])
        socket = ends[0]
    }

    deinit { close(socket) }

    /// Runs a statement to its end. After an error the session is of no use any more.
    func execute(_ statement: String) throws {
        // All that `psql` prints is an empty line after the statement; after an error, nothing.
        let text = Array("\(statement);\n\\echo\n".utf8)
        var answer: UInt8 = 0
        guard send(socket, text, text.count, Int32(MSG_NOSIGNAL)) == text.count,
            recv(socket, &answer, 1, 0) == 1
        else { throw PostgreSQLCluster.Failure(description: "\(statement): refused") }
    }
}
