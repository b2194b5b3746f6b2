import CLinux
import Glibc

/// A single request to a server of this machine, without a library and without a thread.
public enum Probe {
    /// Sends GET, and reads the status of the answer. The rest of the answer is not read.
    ///
    /// - Parameters:
    ///   - path: An absolute path, as it stands in the request line.
    ///   - address: The address on which the server listens. Loopback is asked where that is all addresses.
    ///   - time: For connection, request and answer together.
    /// - Returns: The status code; nil for an answer that is not HTTP.
    /// - Throws: `SystemError` where nobody listens, and where no answer comes within the time.
    public static func status(of path: String, at address: ListenAddress, within time: Duration) throws -> Int? {
        let end = ContinuousClock.now + time
        var storage = sockaddr_storage()
        let length = try Listener.fill(&storage, address.nearby)
        let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        let socket = Socket(descriptor: Glibc.socket(Int32(storage.ss_family), type, 0))
        guard socket.descriptor >= 0 else { throw SystemError("socket") }
        defer { socket.close() }
        // It limits `connect`, too (socket(7)).
        try limit(SO_SNDTIMEO, of: socket, until: end)
        let failure = unsafe withUnsafeBytes(of: &storage) {
            unsafe connect(socket.descriptor, $0.baseAddress?.assumingMemoryBound(to: sockaddr.self), length)
        }
        guard failure == 0 else { throw SystemError("Nobody listens at \(address)") }
        let request = Array("GET \(path) HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".utf8)
        guard case .bytes(request.count) = socket.send(request) else { throw SystemError("Cannot ask \(address)") }
        return try readStatus(from: socket, until: end)
    }

    private static func readStatus(from socket: Socket, until end: ContinuousClock.Instant) throws -> Int? {
        let length = "HTTP/1.1 200".utf8.count
        var line: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 512)
        while line.count < length {
            try limit(SO_RCVTIMEO, of: socket, until: end)
            switch socket.receive(into: &buffer) {
            case .bytes(let count): line += buffer[..<count]
            case .wouldBlock: continue
            case .ended: return nil
            }
        }
        let text = String(decoding: line.prefix(length), as: UTF8.self)
        return text.hasPrefix("HTTP/1.1 ") ? Int(text.suffix(3)) : nil
    }

    /// Lets calls on a blocking socket end with `EAGAIN` at a time.
    /// - Throws: `SystemError` if the time has come.
    private static func limit(_ option: Int32, of socket: Socket, until end: ContinuousClock.Instant) throws {
        let left = ContinuousClock.now.duration(to: end)
        guard left > .zero else { throw SystemError("No answer", ETIMEDOUT) }
        let (seconds, attoseconds) = left.components
        // Zero would mean no limit.
        var time = timeval(tv_sec: Int(seconds), tv_usec: max(1, Int(attoseconds / 1_000_000_000_000)))
        unsafe setsockopt(socket.descriptor, SOL_SOCKET, option, &time, socklen_t(MemoryLayout<timeval>.size))
    }
}

extension ListenAddress {
    /// The address at which a process of this machine reaches the server.
    fileprivate var nearby: ListenAddress {
        switch self {
        case .tcp("0.0.0.0", let port): .tcp("127.0.0.1", port)
        case .tcp("::", let port): .tcp("::1", port)
        case .tcp, .unix, .inherited: self
        }
    }
}
