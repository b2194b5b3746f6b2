import Synchronization

/// The I/O of one connection, from accepting it to its end. `ConnectionState` has its states.
///
/// `@unchecked Sendable`: all plain fields belong to the connection's owner (see `Poller`), which is the network thread
/// that got its event, or the task that answers its request, and `handover` orders their accesses. Without an owner it
/// waits, armed; `wheelTick` belongs to the network thread alone.
final class Connection: @unchecked Sendable {
    private typealias Step = ConnectionState.Step

    /// The way on from an answer. `givenAway`: armed, and perhaps owned by another thread already.
    private enum Next { case step(Step), givenAway, broken }

    /// The network thread's duty after an event.
    enum Verdict { case keep, close }

    private static let continueAnswer = Array("HTTP/1.1 100 Continue\r\n\r\n".utf8)

    let socket: Socket
    let id: UInt64
    let remoteAddress: RemoteAddress
    private let server: ServerCore
    private let poller: Poller

    private var state: ConnectionState
    private var unfinished: UnfinishedInput
    private var hasSmallSendBuffer = false  // since an event stream

    /// Orders the memory of one owner before that of the next. epoll does it too, but neither the compiler nor
    /// ThreadSanitizer knows that.
    private let handover = Atomic(false)

    // Read by the network thread at any time.
    private let deadline: Atomic<Int64>  // monotonic milliseconds; .max: a worker owns the connection
    private let isIdle = Atomic(true)  // armed, and no byte of a request has arrived
    private let isLate = Atomic(false)
    var wheelTick: Int64 = .max  // of the network thread only

    init(_ socket: Socket, id: UInt64, from remoteAddress: RemoteAddress, _ server: ServerCore, _ poller: Poller) {
        (self.socket, self.id, self.remoteAddress) = (socket, id, remoteAddress)
        (self.server, self.poller) = (server, poller)
        state = ConnectionState(
            head: server.configuration.head, maxRequests: server.configuration.maxRequestsPerConnection)
        unfinished = UnfinishedInput(server.unfinishedBytes, for: remoteAddress)
        deadline = Atomic(server.now() + server.times.head)
    }

    deinit {
        unfinished.release()
        socket.close()
    }

    // MARK: The network thread

    func handle(_ events: Poller.Interest, scratch: inout [UInt8]) -> Verdict {
        _ = handover.load(ordering: .acquiring)
        isIdle.store(false, ordering: .relaxed)
        switch state.phase {
        case .reading: return receive(&scratch)
        case .answering: return .keep  // never armed then
        case .writing(let output): return continueWriting(output, events)
        case .streaming(let stream): return continueStreaming(stream, events)
        case .lingering: return discard(&scratch)
        }
    }

    /// Checks the deadline when the timer wheel comes to this connection.
    ///
    /// - Returns: The time of the next check; nil: the connection was cut off.
    func checkDeadline(now: Int64) -> Int64? {
        let time = deadline.load(ordering: .acquiring)
        if time == .max { return now + server.shortestTime }
        if time > now { return time }
        // The time has passed, so no worker owns the connection, and the state can be read.
        if case .streaming(let stream) = state.phase, stream.heartbeat() {
            let next = now + server.times.heartbeat
            deadline.store(next, ordering: .relaxed)
            return next
        }
        isLate.store(true, ordering: .relaxed)
        if case .reading = state.phase { socket.endReceiving() } else { socket.end() }  // wakes the owner
        return nil
    }

    func endIfIdle() {
        if isIdle.load(ordering: .relaxed) { socket.endReceiving() }
    }

    /// Ends the connection. The socket is closed with the last reference, which a worker may still hold.
    func end() {
        socket.end()
        guard deadline.load(ordering: .acquiring) != .max else { return }
        if case .streaming(let stream) = state.phase { stream.close() }
    }

    private func receive(_ scratch: inout [UInt8]) -> Verdict {
        if isLate.load(ordering: .relaxed) {
            guard let timeout = state.timeout else { return .close }
            return drive(.step(timeout))
        }
        switch socket.receive(into: &scratch) {
        case .wouldBlock:
            arm(.input)
            return .keep
        case .ended: return .close
        case .bytes(let count): return drive(.step(state.receive(scratch.span.extracting(0..<count), decide)))
        }
    }

    private func discard(_ scratch: inout [UInt8]) -> Verdict {
        guard case .bytes(let count) = socket.receive(into: &scratch), state.discard(count) else { return .close }
        arm(.input)
        return .keep
    }

    private func continueWriting(_ output: ConnectionState.Output, _ events: Poller.Interest) -> Verdict {
        guard events.isDisjoint(with: .failure), case .bytes(let count) = socket.send(output.bytes, from: output.sent)
        else { return .close }
        let sent = output.sent + count
        if sent == output.bytes.count { return drive(finishAnswer()) }
        waitForWriting(ConnectionState.Output(bytes: output.bytes, sent: sent, since: output.since))
        return .keep
    }

    /// A stream that has ended properly leaves the connection to the next request.
    private func continueStreaming(_ stream: EventStream, _ events: Poller.Interest) -> Verdict {
        switch stream.handle(events) {
        case .open: return .keep
        case .broken: return .close
        case .finished:
            stream.close()
            return drive(finishAnswer())
        }
    }

    // MARK: The owner, on either thread

    /// Sends the answer of a handler, on a worker, which must not touch the connection afterwards.
    func answer(_ exchange: Exchange, with response: Response) {
        if drive(answer(response, to: exchange)) == .close { abandon() }
    }

    private func decide(_ head: RequestHead) -> ConnectionState.Reader.Decision {
        let match = server.router.match(head.method, head.target, host: head.host)
        let client = server.configuration.trustedProxies.client(remoteAddress, head.headers)
        return ConnectionState.Reader.Decision(
            admission: AdmittedRequest(match: match, client: client), bodyLimit: match.route.bodyLimit,
            wantsBody: match.route.wantsBody)
    }

    /// Goes on until the connection is armed, handed to a worker, or to be closed.
    private func drive(_ first: Next) -> Verdict {
        var next = first
        while case .step(let step) = next {
            switch step {
            case .needsMore:
                let client = state.admittedRequest?.client.address ?? remoteAddress
                guard unfinished.hold(state.heldBytes, for: client) else {
                    server.report(.unfinishedBytes, client)
                    next = refuse(.busy, isHead: false)
                    continue
                }
                return waitForRest()
            case .sendContinue:
                guard case .bytes(Self.continueAnswer.count) = socket.send(Self.continueAnswer) else { return .close }
                return waitForRest()
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

    private func waitForRest() -> Verdict {
        if let time = state.waitForRest(server.times) { allow(time) }
        arm(.input)
        return .keep
    }

    private func begin(_ incoming: ConnectionState.Reader.Incoming) -> Exchange {
        unfinished.release()
        state.begin(incoming)
        var request = Request(incoming.head, body: incoming.body, from: incoming.admission.client)
        incoming.admission.match.complete(&request)
        return Exchange(
            request: request, route: incoming.admission.match.route, version: incoming.head.version,
            start: server.configuration.accessLog == nil ? nil : .now)
    }

    /// Answers a request without a worker, or hands it to one, which owns the connection then: nil.
    private func dispatch(_ exchange: Exchange) -> Response? {
        if case .constant(let response) = exchange.route.source { return response }
        do throws(HTTPError) { try server.router.admit(exchange.request, to: exchange.route) } catch {
            return server.router.answer(for: error, to: exchange.request)
        }
        deadline.store(.max, ordering: .relaxed)
        return server.handle(exchange, from: self) ? nil : server.router.answer(for: .busy, to: exchange.request)
    }

    private func answer(_ given: Response, to exchange: Exchange) -> Next {
        let response = server.encoder.checked(given)
        if response.closesConnection || server.closesConnections { state.closeAfterAnswer() }
        if case .events(let stream) = response.body {
            if exchange.isHead { stream.close() } else { keepInput(for: exchange.request.remoteAddress) }
        }
        let bytes = server.encoder.encode(
            response, isHead: exchange.isHead, version: exchange.version, closes: state.closesAfterAnswer)
        server.configuration.accessLog?(AccessLogEntry(response, to: exchange))
        if case .events(let stream) = response.body, !exchange.isHead {
            start(stream, head: bytes, version: exchange.version)
            return .givenAway
        }
        return write(bytes)
    }

    private func refuse(_ error: HTTPError, isHead: Bool) -> Next {
        state.refuse()
        unfinished.release()
        let response = error.response
        server.configuration.accessLog?(AccessLogEntry(refusal: response, isHead: isHead, from: remoteAddress))
        return write(server.encoder.encode(response, isHead: isHead, version: .http11, closes: true))
    }

    private func write(_ bytes: [UInt8]) -> Next {
        switch socket.send(bytes) {
        case .failed: return .broken
        case .bytes(bytes.count): return finishAnswer()
        case .bytes(let sent):
            waitForWriting(ConnectionState.Output(bytes: bytes, sent: sent, since: server.now()))
            return .givenAway
        }
    }

    private func start(_ stream: EventStream, head: [UInt8], version: Version) {
        state.stream(stream)
        if !hasSmallSendBuffer { socket.limitSendBuffer(to: server.configuration.eventSendBuffer) }
        hasSmallSendBuffer = true
        allow(server.times.heartbeat)
        // `attach` arms the connection: from then on the network thread may own it.
        handover.store(true, ordering: .releasing)
        let link = EventStream.Link(
            socket: socket, id: id, poller: poller, pendingLimit: server.configuration.eventPendingBytes,
            isChunked: version == .http11)
        stream.attach(link, head: head)
    }

    private func finishAnswer() -> Next {
        switch state.finishAnswer() {
        case .readNext: return .step(state.readNext(decide))
        case .waitForRequest:
            allow(server.times.idle)
            isIdle.store(true, ordering: .relaxed)
        case .linger:
            socket.endSending()
            allow(server.times.linger)
        }
        arm(.input)
        return .givenAway
    }

    /// Counts input that arrived behind the request of a stream as unfinished, since it waits until the stream's end.
    private func keepInput(for client: RemoteAddress) {
        if !state.closesAfterAnswer, unfinished.hold(state.heldBytes, for: client) { return }
        state.discardInput()
        unfinished.release()
    }

    private func waitForWriting(_ output: ConnectionState.Output) {
        state.write(output)
        if hasSmallSendBuffer { socket.widenSendBuffer() }
        hasSmallSendBuffer = false
        deadline.store(output.deadline(server.times, now: server.now()), ordering: .releasing)
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

    /// Ends the connection on a worker, which does not know the table of connections: the network thread finds the
    /// socket at its end.
    private func abandon() {
        state.abandon()
        socket.end()
        allow(server.times.linger)
        arm(.input)
    }
}
