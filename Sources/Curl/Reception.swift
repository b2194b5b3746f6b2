/// What has been received of one answer. libcurl's callbacks fill it; a size beyond the limit ends the transfer.
final class Reception {
    /// Of all header fields together, those of interim answers and trailers included.
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

    /// - Returns: whether the transfer may go on.
    func receive(body bytes: UnsafeRawBufferPointer) -> Bool {
        guard bytes.count <= maximumSize - body.count else {
            isTooLarge = true
            return false
        }
        unsafe body.append(contentsOf: bytes)
        return true
    }

    /// Takes one line: a status line, a field, the empty line at the end, or a trailer.
    ///
    /// - Returns: whether the transfer may go on.
    func receive(headerLine bytes: UnsafeRawBufferPointer) -> Bool {
        headerSize += bytes.count
        guard headerSize <= Self.maximumHeaderSize else {
            isTooLarge = true
            return false
        }
        let line = unsafe String(decoding: bytes, as: UTF8.self)
        if isHeaderComplete || headers.isEmpty, line.hasPrefix("HTTP/") {
            // An interim answer is followed by another head.
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
    /// Without white space around it.
    fileprivate var trimmed: String {
        var text = self.drop(while: \.isWhitespace)
        while text.last?.isWhitespace == true { text.removeLast() }
        return String(text)
    }
}
