import Synchronization

/// One connection, from accepting it to its end.
///
///     reading (first byte, idle, head, body) --request--> a worker --answer--> writing --> reading or lingering
///        |                                                   |
///        +--refused by the parser--> writing --> lingering   +--> streaming --> reading or lingering
///
/// `@unchecked Sendable`: all plain fields belong to the connection's owner (see `Poller`), which is the network thread
/// that got its event, or the task that answers its request, and `handover` orders their accesses. Without an owner it
/// waits, armed; `wheelTick` belongs to the network thread alone.
final class Connection: @unchecked Sendable {
    /// What is known of a request with its head.
    struct Admitted: Sendable {
        let match: RouteMatch
        let client: Client
    }
    typealias Reader = RequestReader<Admitted>

    private enum Phase {
        case reading(Waiting)
        case writing(bytes: [UInt8], sent: Int, since: Int64)
        case streaming(EventStream)
        case lingering(budget: Int)  // the last answer is out: what comes in is thrown away
    }
    private enum Waiting { case firstByte, idle, head, body }

    /// What the reader made of the input.
    private enum Step { case request(Reader.Incoming), refusal(HTTPError, isHead: Bool), needsMore, sendContinue }

    /// What comes after an answer. `givenAway`: armed, and perhaps in other hands already.
    private enum Next { case step(Step), givenAway, broken }

    /// What the network thread does with the connection.
    enum Verdict { case keep, close }

    private static let freeBytes = 4096  // small requests that arrive in pieces are not refused
    private static let continueAnswer = Array("HTTP/1.1 100 Continue\r\n\r\n".utf8)

    let socket: Socket
    let id: UInt64
    let remoteAddress: RemoteAddress
    private let server: ServerCore
    private let poller: Poller

    private var phase = Phase.reading(.firstByte)
    private var reader = Reader()
    private var input: [UInt8] = []  // received and not consumed; empty while idle
    private var held = 0  // bytes of an unfinished request, as the server counts them
    private var holder: RemoteAddress  // the client that they are counted for
    private var served = 0
    private var closesAfterAnswer = false
    private var hasSmallSendBuffer = false  // since an event stream

    /// Orders the memory of one owner before that of the next; epoll does it too, but no compiler and no
    /// sanitizer knows that.
    private let handover = Atomic(false)

    // Read by the network thread at any time.
    private let deadline: Atomic<Int64>  // monotonic milliseconds; .max: a worker has it
    private let isIdle = Atomic(false)  // armed, and no byte of a request has arrived
    private let isLate = Atomic(false)
    var wheelTick: Int64 = .max  // of the network thread only

    init(_ socket: Socket, id: UInt64, from remoteAddress: RemoteAddress, _ server: ServerCore, _ poller: Poller) {
        self.socket = socket
        self.id = id
        self.remoteAddress = remoteAddress
        holder = remoteAddress
        self.server = server
        self.poller = poller
        deadline = Atomic(server.now() + server.times.head)
        isIdle.store(true, ordering: .relaxed)
    }

    deinit {
        server.unfinishedBytes.giveBack(held, for: holder)
        socket.close()
    }

    // MARK: the network thread

    func handle(_ events: Poller.Interest, scratch: inout [UInt8]) -> Verdict {
        _ = handover.load(ordering: .acquiring)
        isIdle.store(false, ordering: .relaxed)
        switch phase {
        case .reading: return receive(&scratch)
        case .writing: return continueWriting(events)
        case .streaming(let stream): return continueStreaming(stream, events)
        case .lingering(let budget): return discard(&scratch, budget)
        }
    }

    /// When to look again, or nil: cut off. Called when the wheel comes to this connection.
    func checkDeadline(now: Int64) -> Int64? {
        let time = deadline.load(ordering: .acquiring)
        if time == .max { return now + server.shortestTime }  // a worker has it
        if time > now { return time }
        // The time has passed, so no worker has it, and `phase` can be read.
        if case .streaming(let stream) = phase, stream.heartbeat() {
            let next = now + server.times.heartbeat
            deadline.store(next, ordering: .relaxed)
            return next
        }
        isLate.store(true, ordering: .relaxed)
        if case .reading = phase { socket.endReceiving() } else { socket.end() }  // wakes the owner
        return nil
    }

    func endIfIdle() {
        if isIdle.load(ordering: .relaxed) { socket.endReceiving() }
    }

    /// The end: the socket is closed with the last reference, which a worker may still hold.
    func end() {
        socket.end()
        guard deadline.load(ordering: .acquiring) != .max else { return }
        if case .streaming(let stream) = phase { stream.close() }
    }

    private func receive(_ scratch: inout [UInt8]) -> Verdict {
        if isLate.load(ordering: .relaxed) {
            guard case .reading(let waiting) = phase, waiting == .head || waiting == .body else { return .close }
            return drive(.refusal(.requestTimeout, isHead: false))
        }
        switch socket.receive(into: &scratch) {
        case .wouldBlock:
            arm(.input)
            return .keep
        case .ended:
            return .close
        case .bytes(let count):
            if input.isEmpty {
                let (step, consumed) = read(scratch.span.extracting(0..<count))
                if consumed < count { input = Array(scratch[consumed..<count]) }
                return drive(step)
            }
            input += scratch[0..<count]
            return drive(nextStep())
        }
    }

    private func discard(_ scratch: inout [UInt8], _ budget: Int) -> Verdict {
        guard budget > 0, case .bytes(let count) = socket.receive(into: &scratch) else { return .close }
        phase = .lingering(budget: budget - count)
        arm(.input)
        return .keep
    }

    private func continueWriting(_ events: Poller.Interest) -> Verdict {
        guard case .writing(let bytes, let sent, let since) = phase, events.isDisjoint(with: .failure),
            case .bytes(let count) = socket.send(bytes, from: sent)
        else { return .close }
        guard sent + count == bytes.count else {
            waitForWriting(bytes, sent + count, since: since)
            return .keep
        }
        return drive(finishAnswer())
    }

    /// When the stream has ended properly, the connection goes on as after any other answer.
    private func continueStreaming(_ stream: EventStream, _ events: Poller.Interest) -> Verdict {
        switch stream.handle(events) {
        case .open: return .keep
        case .broken: return .close
        case .finished:
            stream.close()
            return drive(finishAnswer())
        }
    }

    // MARK: the owner, whichever thread

    /// Answers a request, on a worker, which must not touch the connection afterwards.
    func answer(_ exchange: Exchange, with response: Response) {
        if drive(answer(response, to: exchange)) == .close { abandon() }
    }

    private func nextStep() -> Step {
        let (step, consumed) = read(input.span)
        if consumed == input.count { input = [] } else { input.removeFirst(consumed) }
        return step
    }

    private func read(_ bytes: Span<UInt8>) -> (Step, consumed: Int) {
        let isHead = reader.isHead(bytes)
        do throws(HTTPError) {
            let (outcome, consumed) = try reader.read(bytes, limits: server.configuration.head) { head in
                let match = server.router.match(head.method, head.target, host: head.host)
                let client = server.configuration.trustedProxies.client(remoteAddress, head.headers)
                return Reader.Decision(
                    admission: Admitted(match: match, client: client), bodyLimit: match.route.bodyLimit,
                    wantsBody: match.route.wantsBody)
            }
            switch outcome {
            case .needsMore: return (.needsMore, consumed)
            case .sendContinue: return (.sendContinue, consumed)
            case .complete(let incoming): return (.request(incoming), consumed)
            }
        } catch {
            return (.refusal(error, isHead: isHead), bytes.count)
        }
    }

    /// Goes on until the connection is armed, handed to a worker, or to be closed.
    private func drive(_ first: Next) -> Verdict {
        var next = first
        while case .step(let step) = next {
            switch step {
            case .needsMore:
                let client = reader.admission?.client.address ?? remoteAddress
                guard hold(reader.heldBytes + input.count, for: client) else {
                    server.report(.unfinishedBytes, client)
                    next = refuse(.busy, isHead: false)
                    continue
                }
                waitForInput()
                return .keep
            case .sendContinue:
                guard case .bytes(Self.continueAnswer.count) = socket.send(Self.continueAnswer) else { return .close }
                waitForInput()
                return .keep
            case .refusal(let error, let isHead):
                next = refuse(error, isHead: isHead)
            case .request(let incoming):
                let exchange = begin(incoming)
                guard let response = dispatch(exchange) else { return .keep }
                next = answer(response, to: exchange)
            }
        }
        if case .broken = next { return .close }
        return .keep
    }

    private func drive(_ step: Step) -> Verdict { drive(.step(step)) }

    private func begin(_ incoming: Reader.Incoming) -> Exchange {
        letGo()
        served += 1
        closesAfterAnswer =
            incoming.head.closes || incoming.leavesBodyUnread || served >= server.configuration.maxRequestsPerConnection
        var request = Request(incoming.head, body: incoming.body, from: incoming.admission.client)
        incoming.admission.match.complete(&request)
        return Exchange(
            request: request, route: incoming.admission.match.route, version: incoming.head.version,
            start: server.configuration.accessLog == nil ? nil : .now)
    }

    /// Nil: a task of the workers has the connection now. What is refused here costs the workers nothing.
    private func dispatch(_ exchange: Exchange) -> Response? {
        if case .constant(let response) = exchange.route.source { return response }
        do throws(HTTPError) { try server.router.admit(exchange.request, to: exchange.route) } catch {
            return error.response
        }
        deadline.store(.max, ordering: .relaxed)
        return server.handle(exchange, from: self) ? nil : HTTPError.busy.response
    }

    private func answer(_ given: Response, to exchange: Exchange) -> Next {
        let response = server.encoder.checked(given)
        closesAfterAnswer = closesAfterAnswer || response.closesConnection || server.isStopping
        if case .events(let stream) = response.body {
            if exchange.isHead { stream.close() } else { holdInput(for: exchange.request.remoteAddress) }
        }
        let bytes = server.encoder.encode(
            response, isHead: exchange.isHead, version: exchange.version, closes: closesAfterAnswer)
        log(response, exchange)
        if case .events(let stream) = response.body, !exchange.isHead {
            start(stream, head: bytes, version: exchange.version)
            return .givenAway
        }
        return write(bytes)
    }

    /// What the parser refuses ends the connection: nobody knows where the next request would begin.
    private func refuse(_ error: HTTPError, isHead: Bool) -> Next {
        reader = Reader()
        letGo()
        closesAfterAnswer = true
        let response = error.response
        server.configuration.accessLog?(
            AccessLogEntry(
                method: nil, route: nil, status: error.status, duration: .zero,
                bodyBytes: isHead ? 0 : response.bytes.count, remoteAddress: remoteAddress))
        return write(server.encoder.encode(response, isHead: isHead, version: .http11, closes: true))
    }

    private func log(_ response: Response, _ exchange: Exchange) {
        guard let log = server.configuration.accessLog, let start = exchange.start else { return }
        let hasBody = response.status.allowsBody && !exchange.isHead
        log(
            AccessLogEntry(
                method: exchange.request.method, route: exchange.request.route, status: response.status,
                duration: start.duration(to: .now), bodyBytes: hasBody ? response.bytes.count : 0,
                remoteAddress: exchange.request.remoteAddress))
    }

    private func write(_ bytes: [UInt8]) -> Next {
        switch socket.send(bytes) {
        case .failed:
            return .broken
        case .bytes(bytes.count):
            return finishAnswer()
        case .bytes(let sent):
            waitForWriting(bytes, sent, since: server.now())
            return .givenAway
        }
    }

    private func start(_ stream: EventStream, head: [UInt8], version: Version) {
        phase = .streaming(stream)
        if !hasSmallSendBuffer { socket.limitSendBuffer(to: server.configuration.eventSendBuffer) }
        hasSmallSendBuffer = true
        allow(server.times.heartbeat)
        // Arms the connection: from here on the network thread may own it.
        handover.store(true, ordering: .releasing)
        let link = EventStream.Link(
            socket: socket, id: id, poller: poller, pendingLimit: server.configuration.eventPendingBytes,
            isChunked: version == .http11)
        stream.attach(link, head: head)
    }

    private func finishAnswer() -> Next {
        if closesAfterAnswer {
            // RFC 9112 9.6: the peer must be able to read the answer before unread input resets the connection.
            socket.endSending()
            input = []
            phase = .lingering(budget: 1 << 20)
            allow(server.times.linger)
            arm(.input)
            return .givenAway
        }
        phase = .reading(.idle)
        if !input.isEmpty { return .step(nextStep()) }
        allow(server.times.idle)
        isIdle.store(true, ordering: .relaxed)
        arm(.input)
        return .givenAway
    }

    /// Counts what is kept of an unfinished request. False: the client's networks have too much of it.
    private func hold(_ bytes: Int, for client: RemoteAddress) -> Bool {
        if client != holder || bytes < held { letGo() }
        guard bytes > held else { return true }
        holder = client
        guard server.unfinishedBytes.take(bytes - held, for: client) else { return bytes <= Self.freeBytes }
        held = bytes
        return true
    }

    private func letGo() {
        guard held > 0 else { return }
        server.unfinishedBytes.giveBack(held, for: holder)
        held = 0
    }

    /// What came behind the request of a stream waits as long as that, so it is counted like an unfinished request.
    /// What cannot be kept, or will never be answered, is thrown away.
    private func holdInput(for client: RemoteAddress) {
        if !closesAfterAnswer, hold(input.count, for: client) { return }
        closesAfterAnswer = true
        input = []
        letGo()
    }

    /// A deadline is for the whole head and for the whole body, so it is set only when the wait changes.
    private func waitForInput() {
        guard case .reading(let before) = phase else { return }
        let waiting: Waiting = reader.isInBody ? .body : .head
        if waiting != before {
            phase = .reading(waiting)
            if before != .firstByte || waiting != .head {
                allow(waiting == .head ? server.times.head : server.times.body)
            }
        }
        arm(.input)
    }

    private func waitForWriting(_ bytes: [UInt8], _ sent: Int, since: Int64) {
        phase = .writing(bytes: bytes, sent: sent, since: since)
        if hasSmallSendBuffer { socket.widenSendBuffer() }
        hasSmallSendBuffer = false
        let time = min(server.now() + server.times.writeStall, since + server.times.write)
        deadline.store(time, ordering: .releasing)
        arm(.output)
    }

    private func allow(_ milliseconds: Int64) {
        deadline.store(server.now() + milliseconds, ordering: .releasing)
    }

    /// Gives the connection away: the caller must not touch it afterwards.
    private func arm(_ interest: Poller.Interest) {
        handover.store(true, ordering: .releasing)
        poller.arm(socket, id, interest)
    }

    /// For a worker, which does not know the table of connections: the network thread finds the socket at its end.
    private func abandon() {
        phase = .lingering(budget: 0)
        socket.end()
        allow(server.times.linger)
        arm(.input)
    }
}
