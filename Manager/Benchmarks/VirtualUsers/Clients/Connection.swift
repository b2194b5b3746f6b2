import Glibc

/// A blocking keep-alive connection to the manager over loopback.
///
/// It costs little CPU time, since it has one buffer and checks no more of a response than it needs.
///
/// Belongs to one thread at a time.
package final class Connection {
    private let port: UInt16
    private var descriptor: Int32 = -1
    private var received: [UInt8] = []
    private var chunk: [UInt8]

    /// - Parameter bufferByteCount: the most bytes that one `recv` reads.
    package init(port: UInt16, bufferByteCount: Int = 32 << 10) {
        self.port = port
        chunk = [UInt8](repeating: 0, count: bufferByteCount)
    }

    deinit { disconnect() }

    /// Sends a request and waits for the whole response. Connects first if there is no connection.
    func exchange(_ request: [UInt8]) throws -> ClientResponse {
        try send(request)
        return try receiveResponse()
    }

    /// Sends one request `count` times and returns the responses.
    ///
    /// Up to fifty requests are pipelined (RFC 9112, section 9.3.2): a client that waits for each response takes longer
    /// than the manager.
    package func exchange(_ request: [UInt8], times count: Int) throws -> [ClientResponse] {
        var responses: [ClientResponse] = []
        while responses.count < count {
            let batch = min(50, count - responses.count)
            for _ in 0..<batch { try send(request) }
            for _ in 0..<batch { responses.append(try receiveResponse()) }
        }
        return responses
    }

    private func receiveResponse() throws -> ClientResponse {
        let head = try receiveHead()
        let length = Int(head.text(behind: "\r\nContent-Length: ", upTo: 0x0D) ?? "0") ?? 0
        let end = head.endIndex + length
        while received.count < end { try receive() }
        let response = ClientResponse(
            status: try Self.status(head), location: head.text(behind: "\r\nLocation: ", upTo: 0x0D),
            cookie: head.text(behind: "\r\nSet-Cookie: ", upTo: UInt8(ascii: ";")),
            body: Array(received[head.endIndex..<end]))
        received.removeSubrange(..<end)
        if head.position(of: "\r\nConnection: close") != nil { disconnect() }
        return response
    }

    /// Sends a request whose response is an event stream, and waits for the first event.
    /// - Throws: `BenchError` if the status is not 200.
    package func openEventStream(_ request: [UInt8]) throws {
        try send(request)
        let head = try receiveHead()
        guard try Self.status(head) == 200 else { throw BenchError("an event stream was refused") }
        while received[head.endIndex...].position(of: "data: ") == nil { try receive() }
    }

    /// Reads an event stream up to its last chunk. The connection stays open for the next one, as a browser's does.
    /// - Returns: all bytes of the response.
    func readEventStream() throws -> ArraySlice<UInt8> {
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

    package func disconnect() {
        if descriptor >= 0 { close(descriptor) }
        descriptor = -1
        received.removeAll(keepingCapacity: true)
    }

    /// Connects if there is no connection, and returns whether that succeeded.
    func tryConnecting() -> Bool { (try? connectIfNeeded()) != nil }

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
            throw BenchError("no connection to port \(port): error \(errno)")
        }
        var yes: Int32 = 1
        unsafe setsockopt(made, Int32(IPPROTO_TCP), TCP_NODELAY, &yes, socklen_t(MemoryLayout<Int32>.size))
        descriptor = made
    }

    /// Sends all bytes. Connects again, once, if the manager has closed the connection meanwhile.
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
            throw BenchError("the manager closed a connection before its response")
        }
    }

    private static func status(_ head: ArraySlice<UInt8>) throws -> Int {
        guard let text = head.text(behind: "HTTP/1.1 ", upTo: 0x20), let status = Int(text) else {
            throw BenchError("not an HTTP response")
        }
        return status
    }
}
