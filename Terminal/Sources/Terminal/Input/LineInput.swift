import Synchronization

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// The source of lines from scripts, such as a PIN with `--pin-stdin`.
public struct LineInput: Sendable {
    private enum Source: Sendable {
        case descriptor(Int32)
        case text(TextBuffer)
    }

    private let source: Source

    public static let standardInput = LineInput(descriptor: 0)

    /// Reads byte by byte, so that bytes after the line are left to the next reader.
    init(descriptor: Int32) { source = .descriptor(descriptor) }

    /// Makes an input from a text.
    public init(_ text: String) { source = .text(TextBuffer(text)) }

    /// Reads one line, without its end (LF or CRLF).
    ///
    /// A signal that ends the program takes effect later, when the program has cleaned up.
    /// - Parameter limit: the maximum number of bytes.
    /// - Throws: ``InputError/endOfInput`` if there is no line; ``InputError/tooLong`` as soon as the limit is exceeded
    ///   (the rest of the line remains unread); ``InputError/notText``; ``InputError/interrupted``.
    public func readLine(limit: Int = 1024) throws -> String {
        switch source {
        case .text(let rest): try Self.line(limit: limit) { rest.next() }
        case .descriptor(let descriptor):
            try SignalTrap.during { trap in try Self.line(limit: limit) { try Self.byte(from: descriptor, trap) } }
        }
    }

    private static func line(limit: Int, _ nextByte: () throws -> UInt8?) throws -> String {
        var line = Line(limit: limit)
        defer { line.wipe() }
        while let byte = try nextByte() {
            if try line.append(byte) { return try line.text() }
        }
        guard !line.isEmpty else { throw InputError.endOfInput }
        return try line.text()
    }

    /// Returns the next byte; nil at the end.
    private static func byte(from descriptor: Int32, _ trap: SignalTrap) throws -> UInt8? {
        var byte: UInt8 = 0
        while true {
            try trap.wait(for: descriptor)
            let count = unsafe read(descriptor, &byte, 1)
            if count == 1 { return byte }
            if count == 0 || errno != EINTR { return nil }
        }
    }
}

/// The buffer of a line that is being read.
struct Line {
    private let limit: Int
    private var bytes: [UInt8] = []

    init(limit: Int) {
        self.limit = limit
        // Reallocation would leave copies of a secret in memory.
        bytes.reserveCapacity(limit + 1)
    }

    var isEmpty: Bool { bytes.isEmpty }

    /// Appends a byte.
    /// - Returns: true when the line is complete.
    mutating func append(_ byte: UInt8) throws(InputError) -> Bool {
        if byte == UInt8(ascii: "\n") { return true }
        // One byte more is allowed for a carriage return at the end.
        guard bytes.count < limit || (bytes.count == limit && byte == UInt8(ascii: "\r")) else { throw .tooLong }
        bytes.append(byte)
        return false
    }

    /// Overwrites the buffer, which may contain a secret. The caller owns the text made from it.
    mutating func wipe() {
        unsafe bytes.withUnsafeMutableBytes { bytes in
            guard let start = bytes.baseAddress else { return }
            #if canImport(Glibc)
                unsafe explicit_bzero(start, bytes.count)
            #else
                unsafe memset_s(start, bytes.count, 0, bytes.count)
            #endif
        }
    }

    func text() throws(InputError) -> String {
        let content = bytes.last == UInt8(ascii: "\r") ? bytes.dropLast() : bytes[...]
        guard let text = String(validating: content, as: UTF8.self) else { throw .notText }
        return text
    }
}

private final class TextBuffer: Sendable {
    private let rest: Mutex<ArraySlice<UInt8>>

    init(_ text: String) { rest = Mutex(Array(text.utf8)[...]) }

    func next() -> UInt8? { rest.withLock { $0.popFirst() } }
}
