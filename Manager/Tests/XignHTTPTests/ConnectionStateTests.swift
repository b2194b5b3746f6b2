import Testing

@testable import XignHTTP

private let host = "Host: a.example\r\n"
private let complete = "GET / HTTP/1.1\r\n\(host)\r\n"
private let upload = "POST /echo HTTP/1.1\r\n\(host)Content-Length: 3\r\n\r\n"

struct ConnectionStateTests {
    @Test("The states of a connection", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("a new connection waits for a first byte, and later ones idle between requests", idle),
        TestCase("a request may arrive in any pieces, and is kept until it is complete", pieces),
        TestCase(
            "the first head has the time since the connection began, the body and later heads their own", deadlines),
        TestCase("only a request that has begun is refused when the time is over", timeout),
        TestCase("requests that arrive together are read one after the other", pipelined),
        TestCase(
            "the last answer of a connection is followed by its end", last,
            each: ["GET / HTTP/1.1\r\n\(host)Connection: close\r\n\r\n", "GET / HTTP/1.0\r\n\r\n"]),
        TestCase("a connection ends after its last allowed request", requestLimit),
        TestCase("a request that cannot be read is refused, and the connection ends behind the refusal", refused),
        TestCase("input of a connection that ends is discarded up to a limit", linger),
        TestCase("an answer must be taken bit by bit, and within a time for all of it", output),
        TestCase("memory for unfinished requests is counted for the client, and small requests go on without", memory),
    ]

    private let times = ConnectionState.Times(ServerConfiguration())

    /// A connection without a socket, which is told in text what arrives.
    private final class Peer {
        var state = ConnectionState(head: HeadLimits(), maxRequests: 3)
        private static let router = TestApplication().router

        func receive(_ text: String) -> ConnectionState.Step {
            let bytes = Array(text.utf8)
            return state.receive(bytes.span, Self.decide)
        }

        func discard(_ count: Int) -> Bool { state.discard(count) }

        func readNext() -> ConnectionState.Step { state.readNext(Self.decide) }

        /// Answers the request that was read.
        func answer(_ step: ConnectionState.Step) throws -> ConnectionState.Continuation {
            guard case .request(let incoming) = step else { throw Unexpected() }
            state.begin(incoming)
            return state.finishAnswer()
        }

        private static func decide(_ head: RequestHead) -> ConnectionState.Reader.Decision {
            let match = router.match(head.method, head.target, host: head.host)
            return ConnectionState.Reader.Decision(
                admission: AdmittedRequest(match: match, client: Client(address: .loopback)),
                bodyLimit: match.route.bodyLimit, wantsBody: match.route.wantsBody)
        }
    }

    private struct Unexpected: Error {}

    private func needsMore(_ step: ConnectionState.Step) -> Bool { if case .needsMore = step { true } else { false } }

    private func refusal(_ step: ConnectionState.Step?) -> Int? {
        if case .refusal(let error, _) = step { error.status.code } else { nil }
    }

    private func wait(_ state: ConnectionState) -> ConnectionState.Wait? {
        if case .reading(let wait) = state.phase { wait } else { nil }
    }

    func idle() throws {
        let peer = Peer()
        #expect(wait(peer.state) == .firstByte)
        #expect(try peer.answer(peer.receive(complete)) == .waitForRequest)
        #expect(wait(peer.state) == .idle)
        #expect(peer.state.heldBytes == 0)
    }

    func pieces() throws {
        let text = Array((upload + "abc").utf8)
        for cut in 1..<text.count {
            let peer = Peer()
            #expect(needsMore(peer.receive(String(decoding: text[..<cut], as: UTF8.self))))
            #expect(peer.state.heldBytes > 0 || cut == upload.utf8.count)
            let step = peer.receive(String(decoding: text[cut...], as: UTF8.self))
            guard case .request(let incoming) = step else { throw Unexpected() }
            #expect(incoming.body == Array("abc".utf8))
            #expect(peer.state.heldBytes == 0)
        }
    }

    func deadlines() throws {
        let peer = Peer()
        _ = peer.receive("POST")
        #expect(peer.state.waitForRest(times) == nil, "the deadline runs since the connection was accepted")
        _ = peer.receive(String(upload.dropFirst(4)))
        #expect(peer.state.waitForRest(times) == times.body)
        _ = peer.receive("a")
        #expect(peer.state.waitForRest(times) == nil, "more bytes do not move the deadline")
        _ = try peer.answer(peer.receive("bc"))
        _ = peer.receive("GET")
        #expect(peer.state.waitForRest(times) == times.head)
        _ = peer.receive(" /")
        #expect(peer.state.waitForRest(times) == nil)
    }

    func timeout() {
        let peer = Peer()
        #expect(refusal(peer.state.timeout) == nil)
        _ = peer.receive("GET")
        _ = peer.state.waitForRest(times)
        #expect(refusal(peer.state.timeout) == 408)
        peer.state.refuse()
        #expect(refusal(peer.state.timeout) == nil)
    }

    func pipelined() throws {
        let peer = Peer()
        let first = peer.receive(complete + complete + "GET")
        #expect(peer.state.heldBytes == complete.utf8.count + 3)
        #expect(try peer.answer(first) == .readNext)
        #expect(try peer.answer(peer.readNext()) == .readNext)
        #expect(needsMore(peer.readNext()))
        #expect(peer.state.heldBytes == 3)
    }

    func last(request: String) throws {
        let peer = Peer()
        #expect(try peer.answer(peer.receive(request + complete)) == .linger)
        #expect(peer.state.heldBytes == 0, "what came behind it is not answered")
    }

    func requestLimit() throws {
        let peer = Peer()
        #expect(try peer.answer(peer.receive(complete)) == .waitForRequest)
        #expect(try peer.answer(peer.receive(complete)) == .waitForRequest)
        #expect(try peer.answer(peer.receive(complete)) == .linger)
    }

    func refused() {
        let peer = Peer()
        #expect(refusal(peer.receive("nonsense\r\n")) == 400)
        peer.state.refuse()
        #expect(peer.state.closesAfterAnswer)
        #expect(peer.state.finishAnswer() == .linger)
    }

    func linger() {
        let peer = Peer()
        peer.state.refuse()
        _ = peer.state.finishAnswer()
        #expect(peer.discard(1000))
        #expect(!peer.discard(1 << 20))
        peer.state.abandon()
        #expect(!peer.discard(1))
    }

    func output() {
        let output = ConnectionState.Output(bytes: [1, 2], sent: 1, since: 1000)
        #expect(output.deadline(times, now: 2000) == 2000 + times.writeStall)
        #expect(output.deadline(times, now: 1000 + times.write) == 1000 + times.write)
    }

    func memory() {
        let share = FairShare(capacity: 10_000, exempt: [])
        let first = Holder(share), second = Holder(share)
        #expect(first.hold(8000, for: .unknown))
        #expect(share.used == 8000)
        #expect(first.hold(9000, for: .loopback), "a proxy has named the client")
        #expect(share.used == 9000)
        #expect(first.hold(100, for: .loopback))
        #expect(share.used == 100)
        #expect(first.hold(9500, for: .loopback))
        #expect(!second.hold(4097, for: .loopback))
        #expect(second.hold(4096, for: .loopback))
        #expect(share.used == 9500)
        first.input.release()
        second.input.release()
        #expect(share.used == 0)
    }

    private final class Holder {
        var input: UnfinishedInput
        init(_ share: FairShare) { input = UnfinishedInput(share, for: .unknown) }
        func hold(_ bytes: Int, for client: RemoteAddress) -> Bool { input.hold(bytes, for: client) }
    }
}
