/// The received part of an answer. libcurl's callbacks fill it; exceeding a limit ends the transfer.
final class Reception {
    /// The largest size of all header fields, including those of interim answers and trailers, in bytes.
    static let maximumHeaderSize = 64 << 10

    private let maximumSize: Int
    private let isCancelled: () -> Bool
    private var headerSize = 0
    private var isHeaderComplete = false
    private(set) var headers: [String: String] = [:]
    private(set) var body: [UInt8] = []
    private(set) var isTooLarge = false

    init(maximumSize: Int, isCancelled: @escaping () -> Bool) {
        self.maximumSize = maximumSize
        self.isCancelled = isCancelled
    }

    var mustEnd: Bool { isCancelled() }

    /// Appends a part of the body.
    /// - Returns: true if the transfer may continue.
    func receive(body bytes: UnsafeRawBufferPointer) -> Bool {
        guard bytes.count <= maximumSize - body.count else {
            isTooLarge = true
            return false
        }
        unsafe body.append(contentsOf: bytes)
        return true
    }

    /// Reads one line: a status line, a field, the empty line at the end, or a trailer.
    /// - Returns: true if the transfer may continue.
    func receive(headerLine bytes: UnsafeRawBufferPointer) -> Bool {
        headerSize += bytes.count
        guard headerSize <= Self.maximumHeaderSize else {
            isTooLarge = true
            return false
        }
        let line = unsafe String(decoding: bytes, as: UTF8.self)
        if isHeaderComplete || headers.isEmpty, line.hasPrefix("HTTP/") {
            // Another header follows an interim answer.
            (headers, isHeaderComplete) = ([:], false)
        } else if line.allSatisfy(\.isNewline) {
            isHeaderComplete = true
        } else if !isHeaderComplete, let colon = line.firstIndex(of: ":") {
            let name = line[..<colon].lowercased()
            let value = line[line.index(after: colon)...].trimmed
            headers[name] = headers[name].map { "\($0), \(value)" } ?? value
        }
        return true
    }
}

extension Substring {
    /// The text without white space at its ends.
    fileprivate var trimmed: String {
        var text = self.drop(while: \.isWhitespace)
        while text.last?.isWhitespace == true { text.removeLast() }
        return String(text)
    }
}
