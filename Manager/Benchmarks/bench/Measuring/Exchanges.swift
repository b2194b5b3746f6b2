import Glibc
import Threads
import VirtualUsers

/// A server that receives what clients send in a login, and sends as many bytes as a manager's answers have, over TCP
/// and on one thread.
///
/// Each of 64 clients sends before the first reads its answer, so that the server seldom waits, as under full load.
enum Exchanges {
    /// Bytes of the request and of the answer in each step of a login. The event "done" needs no request.
    private static let sizes: [(request: Int, answer: Int)] = [
        (304, 518), (137, 11_229), (144, 450), (688, 1457), (690, 1457), (2226, 1457), (0, 143), (244, 495),
        (439, 1126), (113, 436),
    ]
    private static let clients = 64

    /// Returns the server's CPU nanoseconds for the exchanges of one login.
    static func cpu(logins: Int) throws -> Double {
        let rounds = max(1, logins / clients)
        let pairs = try (0..<clients).map { _ in try SocketPair() }
        defer { for pair in pairs { pair.close() } }
        let used = Locked<Int64>(0)
        let ended = Semaphore()
        startThread("floor") {
            let begin = Nanoseconds.ownThreadCPUTime()
            for _ in 0..<rounds {
                for size in sizes {
                    for pair in pairs { SocketPair.receive(size.request, at: pair.server) }
                    for pair in pairs { SocketPair.send(size.answer, from: pair.server) }
                }
            }
            used.withLock { $0 = Nanoseconds.ownThreadCPUTime() - begin }
            ended.post()
        }
        for _ in 0..<rounds {
            for size in sizes {
                for pair in pairs { SocketPair.send(size.request, from: pair.client) }
                for pair in pairs { SocketPair.receive(size.answer, at: pair.client) }
            }
        }
        ended.wait()
        return Double(used.withLock { $0 }) / Double(rounds * clients)
    }
}

/// Both ends of a connection over loopback.
private struct SocketPair {
    let client, server: Int32
    private static let room = 16_384

    init() throws {
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { _ = Glibc.close(listener) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let opened = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        let accepted = unsafe withUnsafeMutablePointer(to: &address) { pointer -> Int32 in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                // The kernel chooses the port.
                guard unsafe bind(listener, address, length) == 0, listen(listener, 1) == 0,
                    unsafe getsockname(listener, address, &length) == 0, unsafe connect(opened, address, length) == 0
                else { return -1 }
                return accept(listener, nil, nil)
            }
        }
        guard accepted >= 0 else { throw BenchError("no connection over loopback: error \(errno)") }
        (client, server) = (opened, accepted)
        var yes: Int32 = 1
        for end in [client, server] {
            unsafe setsockopt(end, Int32(IPPROTO_TCP), TCP_NODELAY, &yes, socklen_t(MemoryLayout<Int32>.size))
        }
    }

    func close() { for end in [client, server] { _ = Glibc.close(end) } }

    /// Both ends are this process's: an error is one of this program.
    static func send(_ count: Int, from end: Int32) {
        guard count > 0 else { return }
        let sent = unsafe withUnsafeTemporaryAllocation(byteCount: room, alignment: 16) {
            unsafe Glibc.send(end, $0.baseAddress, count, 0)
        }
        precondition(sent == count, "a message of a few kilobytes fits into the buffers of an idle connection")
    }

    static func receive(_ count: Int, at end: Int32) {
        guard count > 0 else { return }
        let received = unsafe withUnsafeTemporaryAllocation(byteCount: room, alignment: 16) {
            unsafe recv(end, $0.baseAddress, count, Int32(MSG_WAITALL))
        }
        precondition(received == count, "the other end sends all of a message")
    }
}
