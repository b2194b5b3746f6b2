import Glibc

/// A keep-alive connection to the manager. As cheap as it can be: blocking, one buffer, and it trusts the server.
///
/// Belongs to one thread at a time.
final class Connection {
    private let port: UInt16
    private var descriptor: Int32 = -1
    private var received: [UInt8] = []
    private var chunk: [UInt8]

    /// - Parameter bufferByteCount: what is read at once.
    init(port: UInt16, bufferByteCount: Int = 32 << 10) {
        self.port = port
        chunk = [UInt8](repeating: 0, count: bufferByteCount)
    }

    deinit { disconnect() }

    /// Sends a request and waits for the whole answer. Connects where there is no connection (any more).
    func exchange(_ request: [UInt8]) throws -> Answer {
        try send(request)
        return try receiveAnswer()
    }

    /// Sends one request many times, up to fifty ahead of their answers: a client that waits for each takes longer than
    /// the manager.
    func exchange(_ request: [UInt8], times count: Int) throws -> [Answer] {
        var answers: [Answer] = []
        while answers.count < count {
            let batch = min(50, count - answers.count)
            for _ in 0..<batch { try send(request) }
            for _ in 0..<batch { answers.append(try receiveAnswer()) }
        }
        return answers
    }

    private func receiveAnswer() throws -> Answer {
        let head = try receiveHead()
        let length = Int(head.text(behind: "\r\nContent-Length: ", upTo: 0x0D) ?? "0") ?? 0
        let end = head.endIndex + length
        while received.count < end { try receive() }
        let answer = Answer(
            status: try Self.status(head), location: head.text(behind: "\r\nLocation: ", upTo: 0x0D),
            cookie: head.text(behind: "\r\nSet-Cookie: ", upTo: UInt8(ascii: ";")),
            body: Array(received[head.endIndex..<end]))
        received.removeSubrange(..<end)
        if head.position(of: "\r\nConnection: close") != nil { disconnect() }
        return answer
    }

    /// Sends a request whose answer is an event stream, and waits for its first event.
    /// - Throws: `BenchError` where the answer is none.
    func follow(_ request: [UInt8]) throws {
        try send(request)
        let head = try receiveHead()
        guard try Self.status(head) == 200 else { throw BenchError("an event stream was refused") }
        while received[head.endIndex...].position(of: "data: ") == nil { try receive() }
    }

    /// Reads an event stream to its end, its last chunk. The connection is there for the next one, as a browser's is.
    /// - Returns: what came over the wire since the request.
    func readStream() throws -> ArraySlice<UInt8> {
        let lastChunk: StaticString = "\r\n0\r\n\r\n"
        while true {
            guard let position = received[...].position(of: lastChunk) else {
                try receive()
                continue
            }
            let end = position + lastChunk.utf8CodeUnitCount
            let stream = Array(received[..<end])[...]
            received.removeSubrange(..<end)
            if stream.position(of: "\r\nConnection: close") != nil { disconnect() }
            return stream
        }
    }

    func disconnect() {
        if descriptor >= 0 { close(descriptor) }
        descriptor = -1
        received.removeAll(keepingCapacity: true)
    }

    /// Whether anybody listens. Connects.
    func isPossible() -> Bool { (try? connectIfNeeded()) != nil }

    // MARK: The socket

    private func connectIfNeeded() throws {
        guard descriptor < 0 else { return }
        let made = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard made >= 0 else { throw BenchError("no socket: error \(errno)") }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let status = unsafe withUnsafePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe connect(made, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard status == 0 else {
            close(made)
            throw BenchError("nobody listens on port \(port): error \(errno)")
        }
        var yes: Int32 = 1
        unsafe setsockopt(made, Int32(IPPROTO_TCP), TCP_NODELAY, &yes, socklen_t(MemoryLayout<Int32>.size))
        descriptor = made
    }

    /// A connection that the manager has closed meanwhile is made anew, once.
    private func send(_ request: [UInt8]) throws {
        let isFresh = descriptor < 0
        try connectIfNeeded()
        var sent = 0
        while sent < request.count {
            let count = unsafe request.withUnsafeBytes {
                unsafe Glibc.send(
                    descriptor, $0.baseAddress.map { unsafe $0 + sent }, request.count - sent, Int32(MSG_NOSIGNAL))
            }
            if count < 0, errno == EINTR { continue }
            if count <= 0 {
                disconnect()
                guard !isFresh else { throw BenchError("the manager closed a connection: error \(errno)") }
                return try send(request)
            }
            sent += count
        }
    }

    private func receiveHead() throws -> ArraySlice<UInt8> {
        while true {
            if let end = received[...].position(of: "\r\n\r\n") { return received[..<(end + 4)] }
            try receive()
        }
    }

    private func receive() throws {
        while true {
            let count = unsafe chunk.withUnsafeMutableBytes { unsafe recv(descriptor, $0.baseAddress, $0.count, 0) }
            if count > 0 { return received += chunk[..<count] }
            if count < 0, errno == EINTR { continue }
            disconnect()
            throw BenchError("the manager ended a connection before its answer")
        }
    }

    private static func status(_ head: ArraySlice<UInt8>) throws -> Int {
        guard let text = head.text(behind: "HTTP/1.1 ", upTo: 0x20), let status = Int(text) else {
            throw BenchError("no HTTP answer")
        }
        return status
    }
}
