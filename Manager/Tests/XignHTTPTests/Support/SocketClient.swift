import Glibc

/// A blocking client socket. `@unchecked Sendable`: each is used by one thread at a time.
final class SocketClient: @unchecked Sendable {
    private var descriptor: Int32
    private(set) var sawEnd = false

    init(_ port: UInt16, receiveBuffer: Int32? = nil) {
        // A database that another test starts meanwhile would inherit the connection, and keep it open.
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        if var size = receiveBuffer { setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &size, 4) }
        var one: Int32 = 1
        setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &one, 4)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let result = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        sawEnd = result != 0
    }

    deinit { close() }

    func close() {
        if descriptor >= 0 { Glibc.close(descriptor) }
        descriptor = -1
    }

    /// Ends the connection with RST instead of FIN.
    func reset() {
        var option = linger(l_onoff: 1, l_linger: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
        close()
    }

    func endSending() { shutdown(descriptor, Int32(SHUT_WR)) }

    @discardableResult
    func send(_ text: String) -> Bool { send(Array(text.utf8)) }

    @discardableResult
    func send(_ bytes: [UInt8]) -> Bool {
        Glibc.send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count
    }

    /// Reads some bytes; nil if none come in this time, empty at the end.
    func read(seconds: Double) -> [UInt8]? {
        var wait = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        guard poll(&wait, 1, Int32(seconds * 1000)) > 0 else { return nil }
        var buffer = [UInt8](repeating: 0, count: 65_536)
        let count = recv(descriptor, &buffer, buffer.count, 0)
        if count <= 0 { sawEnd = true }
        return Array(buffer[..<max(0, count)])
    }

    /// Reads the bytes that have arrived already.
    func readNow() -> String { readAll(seconds: 0) }

    /// Reads until the end, or until nothing has come for this time.
    func readAll(seconds: Double = 10) -> String {
        var all: [UInt8] = []
        while let some = read(seconds: seconds), !some.isEmpty { all += some }
        return String(decoding: all, as: UTF8.self)
    }

    /// Reads until the text has come, or the end.
    func read(until text: String, seconds: Double = 10) -> String {
        var all: [UInt8] = []
        while let some = read(seconds: seconds), !some.isEmpty {
            all += some
            if String(decoding: all, as: UTF8.self).contains(text) { break }
        }
        return String(decoding: all, as: UTF8.self)
    }
}

private let host = "Host: localhost\r\n"

/// The text of a GET request.
func get(_ target: String, _ fields: String = "") -> String { "GET \(target) HTTP/1.1\r\n\(host)\(fields)\r\n" }

/// The text of a POST request.
func post(_ target: String, _ fields: String, _ body: String) -> String {
    "POST \(target) HTTP/1.1\r\n\(host)\(fields)Content-Length: \(body.utf8.count)\r\n\r\n\(body)"
}

/// The status codes of all answers in the text.
func statuses(_ answer: String) -> [Int] {
    answer.split(separator: "HTTP/1.1 ", omittingEmptySubsequences: false).dropFirst().compactMap { Int($0.prefix(3)) }
}
