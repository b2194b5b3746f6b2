/// The bytes of an event, framed once for all streams: as a chunk (RFC 9112, section 7.1), and plain for HTTP/1.0.
struct EventFrame: Sendable {
    static let heartbeat = EventFrame(Array(":\n\n".utf8))
    static let lastChunk = Array("0\r\n\r\n".utf8)

    let plain: [UInt8]
    let chunk: [UInt8]

    init(_ plain: [UInt8]) {
        self.plain = plain
        chunk = Array((String(plain.count, radix: 16) + "\r\n").utf8) + plain + [.carriageReturn, .lineFeed]
    }

    func bytes(isChunked: Bool) -> [UInt8] { isChunked ? chunk : plain }
}
