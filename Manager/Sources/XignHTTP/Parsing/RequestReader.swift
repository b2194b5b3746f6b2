/// Reads one request after the other from a byte stream: head, admission, body. Knows nothing of sockets.
struct RequestReader<Admission: Sendable>: Sendable {
    struct Incoming: Sendable {
        var head: RequestHead
        var admission: Admission
        var body: [UInt8] = []
        /// The client asked before it sent a body that nobody wants, so it was not read: the connection must end.
        var leavesBodyUnread = false
    }

    /// What the head alone decides.
    struct Decision {
        var admission: Admission
        /// In bytes; more is refused with 413.
        var bodyLimit: Int
        /// False: a client that waits for 100 (Continue) gets its answer instead.
        var wantsBody = true
    }

    enum Outcome: Sendable {
        case needsMore
        case sendContinue  // the client waits for 100 before it sends the body
        case complete(Incoming)
    }

    private enum State: Sendable {
        case head(seen: Int)  // so many bytes were parsed before without finding the end
        case body(Incoming, bodyLimit: Int, chunks: ChunkedDecoder)
    }

    private var state = State.head(seen: 0)

    /// How much of a request that is not complete is kept here.
    var heldBytes: Int { if case .body(let incoming, _, _) = state { incoming.body.count } else { 0 } }

    /// What was decided with the head, while the body is read.
    var admission: Admission? { if case .body(let incoming, _, _) = state { incoming.admission } else { nil } }

    var isInBody: Bool { if case .body = state { true } else { false } }

    /// Whether the request that `bytes` begins or goes on with is HEAD, so that its refusal must have no body.
    func isHead(_ bytes: Span<UInt8>) -> Bool {
        if case .body(let incoming, _, _) = state { return incoming.head.method == .head }
        let start = bytes.count > 1 && bytes[0] == .carriageReturn ? 2 : 0
        return bytes.count >= start + 5 && bytes.equals("HEAD ", in: start..<start + 5)
    }

    /// Goes on with what has arrived, as far as one request. The bytes that were not consumed must be given again,
    /// with more behind them.
    ///
    /// - Parameter admit: Decides with the head alone whether and how much body is wanted.
    /// - Throws: Why the request is refused; where the next one begins is unknown then, so the reader is not used again.
    mutating func read(
        _ bytes: Span<UInt8>, limits: HeadLimits, admit: (RequestHead) throws(HTTPError) -> Decision
    ) throws(HTTPError) -> (outcome: Outcome, consumed: Int) {
        var position = 0
        var sendsContinue = false
        if case .head(let seen) = state {
            // Nothing can have changed without a line end, a forbidden character or an excess. The last of the
            // old bytes counts as new: it may be a CR that has now got its LF, or has not.
            if seen > 0, seen <= bytes.count, bytes.count <= min(limits.requestLineBytes, limits.fieldBytes),
                bytes.allSatisfy(in: seen - 1..<bytes.count, { !$0.isControl })
            {
                state = .head(seen: bytes.count)
                return (.needsMore, 0)
            }
            guard let result = try HeadParser.parse(bytes, limits: limits) else {
                state = .head(seen: bytes.count)
                return (.needsMore, 0)
            }
            position = result.length
            let decision = try admit(result.head)
            var incoming = Incoming(head: result.head, admission: decision.admission)
            if result.head.expectsContinue, !decision.wantsBody, result.head.framing != .none {
                incoming.leavesBodyUnread = true
                state = .head(seen: 0)
                return (.complete(incoming), bytes.count)
            }
            if case .length(let length) = result.head.framing, length > decision.bodyLimit { throw .bodyTooLarge }
            if result.head.framing == .none {
                state = .head(seen: 0)
                return (.complete(incoming), position)
            }
            sendsContinue = result.head.expectsContinue && position == bytes.count
            state = .body(incoming, bodyLimit: decision.bodyLimit, chunks: ChunkedDecoder())
        }
        let isComplete = try readBody(bytes, &position)
        guard isComplete, case .body(let incoming, _, _) = state else {
            return (sendsContinue ? .sendContinue : .needsMore, position)
        }
        state = .head(seen: 0)
        return (.complete(incoming), position)
    }

    private mutating func readBody(_ bytes: Span<UInt8>, _ position: inout Int) throws(HTTPError) -> Bool {
        guard case .body(var incoming, let bodyLimit, var chunks) = state else { return false }
        state = .head(seen: 0)  // leaves one owner of the body: no copy when it grows
        let isComplete: Bool
        if case .length(let length) = incoming.head.framing {
            let end = min(bytes.count, position + length - incoming.body.count)
            incoming.body.append(bytes, position..<end)
            position = end
            isComplete = incoming.body.count == length
        } else {
            position = try chunks.decode(bytes, from: position, into: &incoming.body, limit: bodyLimit)
            isComplete = chunks.isDone
        }
        state = .body(incoming, bodyLimit: bodyLimit, chunks: chunks)
        return isComplete
    }
}
