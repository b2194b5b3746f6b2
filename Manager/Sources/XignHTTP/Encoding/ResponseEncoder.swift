/// The encoder of all answers, which therefore all have the common header fields.
struct ResponseEncoder: Sendable {
    private static let ownFields = ["content-length", "transfer-encoding", "connection", "date"]

    private let common: [(name: String, line: [UInt8])]

    init(commonHeaders: [HeaderField]) {
        precondition(commonHeaders.allSatisfy(Self.isSafe), "a common header field has forbidden characters")
        common = commonHeaders.map { ($0.name, Array("\($0.name): \($0.value)\r\n".utf8)) }
    }

    /// Replaces an invalid answer of a handler by 500: one with a field that would split the answer or spoil its
    /// framing, or with a status that does not exist.
    func checked(_ response: Response) -> Response {
        (200...599).contains(response.status.code) && response.headers.allSatisfy(Self.isSafe)
            ? response : HTTPError.internalError.response
    }

    /// Encodes the head of a checked answer, and its body unless it is a stream or the request is HEAD.
    func encode(_ response: Response, isHead: Bool, version: Version, closes: Bool) -> [UInt8] {
        let body = response.bytes
        var out: [UInt8] = []
        out.reserveCapacity(1024 + body.count)
        out += "HTTP/1.1 ".utf8
        out += String(response.status.code).utf8
        out.append(.space)
        out += response.status.phrase.utf8
        out += "\r\nDate: ".utf8
        out += HTTPDate.now()
        out += "\r\n".utf8
        appendCommon(&out, unlessIn: response.headers)
        for field in response.headers { Self.append(&out, field.name, field.value) }
        if closes { Self.append(&out, "Connection", "close") }

        switch response.body {
        case .events:
            // To a 1.0 peer the end of the connection is the end of the stream.
            if version == .http11 { Self.append(&out, "Transfer-Encoding", "chunked") }
        case .bytes:
            if response.status.allowsBody { Self.append(&out, "Content-Length", String(body.count)) }
        }
        out += "\r\n".utf8
        if response.status.allowsBody, !isHead { out += body }
        return out
    }

    /// Appends the common fields but those that the handler has set itself.
    private func appendCommon(_ out: inout [UInt8], unlessIn fields: [HeaderField]) {
        for (name, line) in common where !fields.contains(where: { $0.name.isEqualIgnoringCase(name) }) { out += line }
    }

    private static func append(_ out: inout [UInt8], _ name: String, _ value: String) {
        out += name.utf8
        out += ": ".utf8
        out += value.utf8
        out += "\r\n".utf8
    }

    private static func isSafe(_ field: HeaderField) -> Bool {
        !field.name.isEmpty && field.name.utf8.allSatisfy(Grammar.token.contains)
            && field.value.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F || $0 == .tab }
            && !ownFields.contains { field.name.isEqualIgnoringCase($0) }
    }
}
