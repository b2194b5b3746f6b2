import Threads

/// A server-sent event (WHATWG HTML 9.2.6).
public struct Event: Sendable, Equatable {
    /// The type that the page listens for; nil means "message".
    public var name: String?
    /// Any text; each of its lines becomes a data line.
    public var data: String
    /// The value that the browser sends as Last-Event-ID when it reconnects.
    public var id: String?
    /// The delay before the browser reconnects.
    public var retry: Duration?

    public init(_ data: String, name: String? = nil, id: String? = nil, retry: Duration? = nil) {
        self.name = name
        self.data = data
        self.id = id
        self.retry = retry
    }

    /// The event in the format of the stream.
    ///
    /// Line ends in the name and the id would begin another field, and an id with NUL is ignored: they are left out.
    var encoded: [UInt8] {
        var out: [UInt8] = []
        if let id { Self.append(&out, "id", id.utf8.filter { !Self.isLineEnd($0) && $0 != 0 }) }
        if let name { Self.append(&out, "event", name.utf8.filter { !Self.isLineEnd($0) }) }
        if let retry { Self.append(&out, "retry", Array(String(max(0, retry.milliseconds)).utf8)) }
        var line: [UInt8] = []
        var previous: UInt8 = 0
        for byte in data.utf8 {
            if !Self.isLineEnd(byte) {
                line.append(byte)
            } else if byte != .lineFeed || previous != .carriageReturn {
                Self.append(&out, "data", line)
                line = []
            }
            previous = byte
        }
        Self.append(&out, "data", line)
        out.append(.lineFeed)
        return out
    }

    private static func isLineEnd(_ byte: UInt8) -> Bool { byte == .lineFeed || byte == .carriageReturn }

    private static func append(_ out: inout [UInt8], _ field: String, _ value: [UInt8]) {
        out += field.utf8
        out += ": ".utf8
        out += value
        out.append(.lineFeed)
    }
}
