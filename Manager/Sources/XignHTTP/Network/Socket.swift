import CLinux
import Glibc

/// The descriptor of a non-blocking socket. A connection closes it with the last reference to the connection, so that a
/// copy of its number never means another connection.
struct Socket: Sendable {
    enum Received { case bytes(Int), wouldBlock, ended }
    enum Sent { case bytes(Int), failed }  // fewer bytes than given: the send buffer is full

    let descriptor: Int32

    func receive(into buffer: inout [UInt8]) -> Received {
        while true {
            let count = unsafe buffer.withUnsafeMutableBytes { unsafe recv(descriptor, $0.baseAddress, $0.count, 0) }
            if count > 0 { return .bytes(count) }
            if count == 0 { return .ended }
            if errno == EAGAIN { return .wouldBlock }
            if errno != EINTR { return .ended }
        }
    }

    func send(_ bytes: [UInt8], from start: Int = 0) -> Sent {
        var sent = start
        while sent < bytes.count {
            // `bytes` is not empty here, so there is a base address.
            let count = unsafe bytes.withUnsafeBytes {
                unsafe Glibc.send(descriptor, $0.baseAddress! + sent, $0.count - sent, Int32(MSG_NOSIGNAL))
            }
            if count >= 0 { sent += count } else if errno == EAGAIN { break } else if errno != EINTR { return .failed }
        }
        return .bytes(sent - start)
    }

    func endReceiving() { shutdown(descriptor, Int32(SHUT_RD)) }
    func endSending() { shutdown(descriptor, Int32(SHUT_WR)) }
    func end() { shutdown(descriptor, Int32(SHUT_RDWR)) }
    func close() { Glibc.close(descriptor) }

    func set(_ level: Int32, _ option: Int32, _ value: Int32) {
        var value = value
        unsafe setsockopt(descriptor, level, option, &value, socklen_t(MemoryLayout<Int32>.size))
    }

    func limitSendBuffer(to bytes: Int) { set(SOL_SOCKET, SO_SNDBUF, Int32(bytes)) }
    /// Sets the largest size that the system allows (net.core.wmem_max).
    func widenSendBuffer() { set(SOL_SOCKET, SO_SNDBUF, .max) }

    /// Sends small writes at once, and detects a vanished peer by unacknowledged data.
    func prepareConnection() {
        set(Int32(IPPROTO_TCP), TCP_NODELAY, 1)
        set(Int32(IPPROTO_TCP), TCP_USER_TIMEOUT, 30_000)
    }
}
