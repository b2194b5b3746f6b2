import Glibc
import Threads

/// A mail server on loopback, without TLS, that answers as its test says: one connection after the other.
final class TestMailServer: Sendable {
    private struct State {
        var replies: [String: String] = [:]
        var mails: [String] = []
        var recipients: [String] = []
        var connectionCount = 0
    }

    /// The reply in whose place the server hangs up.
    static let hangUp = "hang up"

    let port: UInt16
    private let listener: Int32
    private let state: Locked<State>

    /// - Parameter isSilent: connections are taken, and never greeted.
    init(isSilent: Bool = false) throws {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isBound = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, length) == 0 && listen(descriptor, 8) == 0
                    && getsockname(descriptor, $0, &length) == 0
            }
        }
        guard isBound else { throw TestFailure(what: "no port for a mail server") }
        let state = Locked(State())
        port = UInt16(bigEndian: address.sin_port)
        listener = descriptor
        self.state = state
        startThread("testMails") {
            while case let client = accept(descriptor, nil, nil), client >= 0 {
                state.withLock { $0.connectionCount += 1 }
                let connection = Connection(client)
                if isSilent {
                    // Until the client hangs up.
                    while connection.line() != nil {}
                } else {
                    TestMailServer.talk(connection, state)
                }
                close(client)
            }
            close(descriptor)
        }
    }

    deinit {
        // Ends the thread, which closes it.
        shutdown(listener, Int32(SHUT_RDWR))
    }

    /// The mails that were sent, each a line after the other, those too that were refused then.
    var mails: [String] { state.withLock { $0.mails } }

    /// The rest of each command `RCPT`, such as `TO:<ada@example.org>`.
    var recipients: [String] { state.withLock { $0.recipients } }

    var connectionCount: Int { state.withLock { $0.connectionCount } }

    /// - Parameters:
    ///   - reply: nil: the command is taken.
    ///   - command: its first word, `.` for the end of a mail, or `220` for the connection itself.
    func answer(_ reply: String?, to command: String) { state.withLock { $0.replies[command] = reply } }

    private static func talk(_ connection: Connection, _ state: Locked<State>) {
        guard connection.send(state.withLock { $0.replies["220"] } ?? "220 test") else { return }
        while let command = connection.line() {
            let word = command.split(separator: " ").first.map(String.init) ?? ""
            let reply = state.withLock { $0.replies[word] }
            if word == "RCPT" { state.withLock { $0.recipients.append(String(command.dropFirst("RCPT ".count))) } }
            if word == "DATA", reply == nil {
                guard connection.send("354 go on") else { return }
                var lines: [String] = []
                while let line = connection.line(), line != "." { lines.append(line) }
                let mail = lines.joined(separator: "\n")
                state.withLock { $0.mails.append(mail) }
                guard connection.send(state.withLock { $0.replies["."] } ?? "250 taken") else { return }
            } else {
                guard connection.send(reply ?? "250 OK") else { return }
            }
            if word == "QUIT" { return }
        }
    }

    /// The server's end of a connection. Used on the thread of the server alone.
    private final class Connection {
        private let client: Int32
        private var rest: [UInt8] = []

        init(_ client: Int32) { self.client = client }

        /// - Returns: false where the server hangs up instead.
        func send(_ reply: String) -> Bool {
            guard reply != TestMailServer.hangUp else { return false }
            let bytes = Array("\(reply)\r\n".utf8)
            _ = Glibc.send(client, bytes, bytes.count, Int32(MSG_NOSIGNAL))
            return true
        }

        /// Returns the next line; nil at the end.
        func line() -> String? {
            while true {
                if let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
                    let line = rest[..<end].filter { $0 != UInt8(ascii: "\r") }
                    rest.removeSubrange(...end)
                    return String(decoding: line, as: UTF8.self)
                }
                var part = [UInt8](repeating: 0, count: 4096)
                let count = recv(client, &part, part.count, 0)
                guard count > 0 else { return nil }
                rest += part[..<count]
            }
        }
    }
}
