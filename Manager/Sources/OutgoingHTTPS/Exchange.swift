import XignHTTP

/// The state of one request, which libcurl's callbacks read and fill. All of them run on the thread of the request.
final class Exchange {
    /// The largest size of all headers, those of interim answers included.
    private static let maximumHeaderBytes = 16 << 10

    let policy: AddressPolicy
    let isCancelled: () -> Bool
    /// The longest body that is read.
    private let maximumBodyBytes: Int
    /// Tells by the status whether the body is read. Otherwise the exchange ends with the header.
    private let readsBody: (Int) -> Bool
    /// The fields of the final header.
    private(set) var fields: [(name: String, value: String)] = []
    private(set) var body: [UInt8] = []
    /// An address that the policy has refused.
    private(set) var refused: RemoteAddress?
    private(set) var isHeaderTooLarge = false
    private var status = 0
    private var headerBytes = 0

    init(
        policy: AddressPolicy, maximumBodyBytes: Int, readsBody: @escaping (Int) -> Bool = { _ in true },
        isCancelled: @escaping () -> Bool
    ) {
        self.policy = policy
        self.maximumBodyBytes = maximumBodyBytes
        self.readsBody = readsBody
        self.isCancelled = isCancelled
    }

    /// The status of the answer, once its header is complete.
    private(set) var finalStatus: Int?

    /// Judges the address of a connection that is about to be opened.
    /// - Parameter text: a numeric address; empty for one of another family.
    func admits(_ text: String) -> Bool {
        if policy.admitsAll { return true }
        guard let address = RemoteAddress(text) else { return false }
        if policy.admits(address) { return true }
        refused = address
        return false
    }

    /// Reads a line of the header: a status line, a field, or the empty line at the end.
    /// - Returns: false where the exchange ends: at the end of the final header, and where it is too large.
    func receive(headerLine bytes: UnsafeRawBufferPointer) -> Bool {
        headerBytes += bytes.count
        guard headerBytes <= Self.maximumHeaderBytes else {
            isHeaderTooLarge = true
            return false
        }
        let line = unsafe String(decoding: bytes, as: UTF8.self)
        if line.hasPrefix("HTTP/") {
            let words = line.split(separator: " ", maxSplits: 2)
            status = words.count > 1 ? Int(words[1].prefix(3)) ?? 0 : 0
            fields = []
        } else if line.allSatisfy(\.isNewline), status >= 200 {
            finalStatus = status
            return readsBody(status)
        } else if let colon = line.firstIndex(of: ":") {
            fields.append((line[..<colon].lowercased(), line[colon...].dropFirst().trimmed()))
        }
        return true
    }

    /// Reads a part of the body.
    /// - Returns: false where it is too large.
    func receive(body bytes: UnsafeRawBufferPointer) -> Bool {
        guard body.count + bytes.count <= maximumBodyBytes else { return false }
        unsafe body.append(contentsOf: bytes)
        return true
    }
}

extension Substring {
    /// The text without white space at its ends, and without the line's end.
    fileprivate func trimmed() -> String {
        var text = self[...]
        while let last = text.last, last.isWhitespace { text.removeLast() }
        return String(text.drop(while: \.isWhitespace))
    }
}
