/// A reader of requests in a byte stream, one after the other: head, admission, body. It needs no socket.
struct RequestReader<Admission: Sendable>: Sendable {
    struct Incoming: Sendable {
        var head: RequestHead
        var admission: Admission
        var body: [UInt8] = []
        /// The client waits for 100 before it sends a body that is not wanted. The body is not read: the connection
        /// must end.
        var leavesBodyUnread = false
    }

    /// The facts that follow from the head alone.
    struct Decision {
        var admission: Admission
        /// The limit of the body in bytes; a longer one is refused with 413.
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
        case head(seen: Int)  // number of bytes that were parsed before without finding the end
        case body(Incoming, bodyLimit: Int, chunks: ChunkedDecoder)
    }

    private var state = State.head(seen: 0)

    /// The number of bytes of an incomplete request that are kept here.
    var heldBytes: Int { if case .body(let incoming, _, _) = state { incoming.body.count } else { 0 } }

    /// The admission of the request whose body is being read.
    var admission: Admission? { if case .body(let incoming, _, _) = state { incoming.admission } else { nil } }

    var isInBody: Bool { if case .body = state { true } else { false } }

    /// Returns true if `bytes` begin or continue a HEAD request, whose refusal must have no body.
    func isHead(_ bytes: Span<UInt8>) -> Bool {
        if case .body(let incoming, _, _) = state { return incoming.head.method == .head }
        let start = bytes.count > 1 && bytes[0] == .carriageReturn ? 2 : 0
        return bytes.count >= start + 5 && bytes.equals("HEAD ", in: start..<start + 5)
    }

    /// Reads received bytes as far as the end of one request. Bytes that were not consumed must be passed again, with
    /// more behind them.
    ///
    /// - Parameter admit: Decides with the head alone whether a body is wanted, and how long it may be.
    /// - Throws: The refusal of the request. The beginning of the next one is unknown then, so the reader must not be
    ///   used again.
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
