import Glibc

/// A client at the level of bytes on a socket. `@unchecked Sendable`: each is used by one thread at a time.
final class WireClient: @unchecked Sendable {
    private let descriptor: Int32
    /// The peer has closed its side, and everything that it sent was read.
    private(set) var hasEnded = false

    /// Connects to a port of 127.0.0.1.
    /// - Parameter source: from which address of this machine.
    init(_ port: Int, from source: String = "127.0.0.1") {
        // A database that another test starts meanwhile would inherit the connection, and keep it open.
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        _ = Self.withAddress(source, 0) { bind(descriptor, $0, $1) }
        _ = Self.withAddress("127.0.0.1", UInt16(port)) { connect(descriptor, $0, $1) }
    }

    deinit { close(descriptor) }

    func send(_ text: String) {
        let bytes = Array(text.utf8)
        _ = Glibc.send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL))
    }

    /// Sends a request and reads the answer to the end of the connection.
    func exchange(_ method: String, _ target: String, _ fields: [String] = [], body: String = "") -> WireAnswer {
        send(
            (["\(method) \(target) HTTP/1.1", "Host: localhost", "Connection: close"] + fields
                + ["Content-Length: \(body.utf8.count)", "", body]).joined(separator: "\r\n"))
        return WireAnswer(text: read { _ in false })
    }

    /// True if there is something to read.
    var isAnswered: Bool {
        var wait = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&wait, 1, 0) > 0
    }

    /// Reads until the condition holds, the end comes, or nothing comes for ten seconds.
    func read(until isEnough: (String) -> Bool) -> String {
        var text = ""
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while !isEnough(text) {
            var wait = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            guard poll(&wait, 1, 10_000) > 0 else { break }
            let count = recv(descriptor, &buffer, buffer.count, 0)
            guard count > 0 else {
                hasEnded = true
                break
            }
            text += String(decoding: buffer[..<count], as: UTF8.self)
        }
        return text
    }

    static func withAddress<Result>(
        _ text: String, _ port: UInt16, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Result
    ) -> Result {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = inet_addr(text)
        return withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                body($0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
    }
}

/// An answer as it came over the wire.
struct WireAnswer: Sendable {
    let text: String

    /// 0 where there was none.
    var status: Int { Int(text.dropFirst("HTTP/1.1 ".count).prefix(3)) ?? 0 }

    var retryAfter: Int? { self["Retry-After"].flatMap { Int($0) } }

    subscript(name: String) -> String? {
        text.split(separator: "\r\n").first { $0.lowercased().hasPrefix(name.lowercased() + ": ") }
            .map { String($0.dropFirst(name.count + 2)) }
    }
}
