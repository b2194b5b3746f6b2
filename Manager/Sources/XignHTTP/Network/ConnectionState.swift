/// The states of one connection, without its I/O: a method takes an event and returns what the connection is to do.
///
///     reading (first byte, idle, head, body) --request--> answering --> writing --> reading or lingering
///        |                                                    |
///        +--refused--> answering --> writing --> lingering    +--> streaming --> reading or lingering
struct ConnectionState {
    typealias Reader = RequestReader<AdmittedRequest>
    typealias Decide = (RequestHead) throws(HTTPError) -> Reader.Decision

    enum Phase {
        case reading(Wait)
        /// A worker or the network thread makes the answer.
        case answering
        case writing(Output)
        case streaming(EventStream)
        /// The last answer is sent. Input is discarded, so that it does not reset the connection before the peer has
        /// read the answer (RFC 9112, section 9.6).
        case lingering(budget: Int)
    }

    enum Wait { case firstByte, idle, head, body }

    /// An answer that the socket did not take at once.
    struct Output {
        let bytes: [UInt8]
        let sent: Int
        let since: Int64

        /// The time by which the peer must have taken some more of it.
        func deadline(_ times: Times, now: Int64) -> Int64 { min(now + times.writeStall, since + times.write) }
    }

    /// The durations of the configuration in milliseconds, converted once.
    struct Times: Sendable {
        let head, body, idle, writeStall, write, linger, heartbeat: Int64

        init(_ configuration: ServerConfiguration) {
            head = configuration.headTime.milliseconds
            body = configuration.bodyTime.milliseconds
            idle = configuration.idleTime.milliseconds
            writeStall = configuration.writeStallTime.milliseconds
            write = configuration.writeTime.milliseconds
            linger = configuration.lingerTime.milliseconds
            heartbeat = configuration.heartbeatTime.milliseconds
        }
    }

    /// The result of reading the input.
    enum Step {
        case request(Reader.Incoming)
        case refusal(HTTPError, isHead: Bool)
        case needsMore
        case sendContinue
    }

    /// The event after the end of an answer.
    enum Continuation { case readNext, waitForRequest, linger }

    private static let lingeringBytes = 1 << 20

    let head: HeadLimits
    let maxRequests: Int
    private(set) var phase = Phase.reading(.firstByte)
    private(set) var closesAfterAnswer = false
    private var reader = Reader()
    private var input: [UInt8] = []  // received and not consumed; empty while idle
    private var served = 0

    init(head: HeadLimits, maxRequests: Int) { (self.head, self.maxRequests) = (head, maxRequests) }

    /// The bytes that are kept of requests that have not arrived completely.
    var heldBytes: Int { reader.heldBytes + input.count }

    /// The admitted request whose body is being read.
    var admittedRequest: AdmittedRequest? { reader.admission }

    // MARK: Reading

    /// Reads received bytes as far as the end of one request.
    mutating func receive(_ bytes: Span<UInt8>, _ decide: Decide) -> Step {
        guard input.isEmpty else {
            input.append(bytes, 0..<bytes.count)
            return readNext(decide)
        }
        let (step, consumed) = reader.step(bytes, limits: head, decide)
        if consumed < bytes.count { input = bytes.array(consumed..<bytes.count) }
        return step
    }

    /// Reads bytes that were received with an earlier request.
    mutating func readNext(_ decide: Decide) -> Step {
        let bytes = input
        let (step, consumed) = reader.step(bytes.span, limits: head, decide)
        if consumed > 0 { input = Array(bytes[consumed...]) }
        return step
    }

    /// Waits for the rest of a request.
    ///
    /// - Returns: The time that the rest may take; nil keeps the deadline, which holds for a whole head and a whole
    ///   body.
    mutating func waitForRest(_ times: Times) -> Int64? {
        guard case .reading(let before) = phase else { return nil }
        let wait: Wait = reader.isInBody ? .body : .head
        phase = .reading(wait)
        switch (before, wait) {
        case (.firstByte, .head), (.head, .head), (.body, .body): return nil
        default: return wait == .body ? times.body : times.head
        }
    }

    /// The refusal of a request that has not arrived in time; nil if none has begun.
    var timeout: Step? {
        guard case .reading(let wait) = phase, wait == .head || wait == .body else { return nil }
        return .refusal(.requestTimeout, isHead: false)
    }

    // MARK: Answering

    mutating func begin(_ incoming: Reader.Incoming) {
        served += 1
        closesAfterAnswer = incoming.head.closes || incoming.leavesBodyUnread || served >= maxRequests
        phase = .answering
    }

    /// Refuses a request that could not be read. It is the last one, since the beginning of the next one is unknown.
    mutating func refuse() {
        reader = Reader()
        closesAfterAnswer = true
        phase = .answering
    }

    /// Makes the current answer the last one.
    mutating func closeAfterAnswer() { closesAfterAnswer = true }

    /// Discards input that cannot be kept while a stream is open: the stream is the last answer.
    mutating func discardInput() {
        closesAfterAnswer = true
        input = []
    }

    mutating func write(_ output: Output) { phase = .writing(output) }

    mutating func stream(_ stream: EventStream) { phase = .streaming(stream) }

    /// Ends an answer that is sent completely.
    mutating func finishAnswer() -> Continuation {
        if closesAfterAnswer {
            input = []
            phase = .lingering(budget: Self.lingeringBytes)
            return .linger
        }
        phase = .reading(.idle)
        return input.isEmpty ? .waitForRequest : .readNext
    }

    // MARK: The end

    /// Counts discarded input.
    ///
    /// - Returns: False once the peer has sent too much.
    mutating func discard(_ count: Int) -> Bool {
        guard case .lingering(let budget) = phase, budget > count else { return false }
        phase = .lingering(budget: budget - count)
        return true
    }

    /// Gives up the connection: nothing more is read or sent.
    mutating func abandon() { phase = .lingering(budget: 0) }
}

/// The route and the client of a request, decided with its head.
struct AdmittedRequest: Sendable {
    let match: RouteMatch
    let client: Client
}

extension ConnectionState.Reader {
    /// Reads as far as the end of one request, and makes errors refusals.
    fileprivate mutating func step(
        _ bytes: Span<UInt8>, limits: HeadLimits, _ decide: ConnectionState.Decide
    ) -> (ConnectionState.Step, consumed: Int) {
        let isHead = isHead(bytes)
        do throws(HTTPError) {
            let (outcome, consumed) = try read(bytes, limits: limits, admit: decide)
            switch outcome {
            case .needsMore: return (.needsMore, consumed)
            case .sendContinue: return (.sendContinue, consumed)
            case .complete(let incoming): return (.request(incoming), consumed)
            }
        } catch {
            return (.refusal(error, isHead: isHead), bytes.count)
        }
    }
}
