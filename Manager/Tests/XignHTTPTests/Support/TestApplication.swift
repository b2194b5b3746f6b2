import Glibc
import Threads

@testable import XignHTTP

/// A small application for tests, with and without a socket.
struct TestApplication: Sendable {
    struct Trouble: Error {}

    let hub: EventHub
    let gate = Gate()
    var router = Router(defaultBodyLimit: 1000)

    init(_ limits: EventHub.Limits = EventHub.Limits(perTopic: 4, perClient: 20_000)) {
        let hub = EventHub(limits), gate = gate
        self.hub = hub
        router.on(.get, "/") { _ in .text("root") }
        router.on(.get, "/constant", always: .text("constant"))
        router.on(.get, "/hello/{name}") { .text("hello " + (try $0.parameter("name"))) }
        router.on(.get, "/hello/fixed") { _ in .text("fixed") }
        router.on(.get, "/wrong/{name}") { .text(try $0.parameter("nmae")) }
        router.on(.post, "/echo") { Response(body: $0.body) }
        router.on(.post, "/small", bodyLimit: 4) { .text("\($0.body.count)") }
        router.on(.post, "/form") { .text(try $0.form().required("a")) }
        router.on(.get, "/fail") { _ in throw Trouble() }
        router.on(.get, "/refuse") { _ in throw HTTPError(.forbidden, "no") }
        router.on(.get, "/empty") { _ in Response(.noContent, body: [1, 2, 3]) }
        router.on(.get, "/split") { _ in Response(headers: [HeaderField("X-A", "b\r\nX-B: c")]) }
        router.on(.get, "/length") { _ in Response(headers: [HeaderField("content-LENGTH", "7")]) }
        router.on(.get, "/query") { .text(try $0.query.single("a") ?? "none") }
        router.on(.get, "/cookie") { .text(try $0.cookies.single("session") ?? "none") }
        router.on(.get, "/address") { .text("\($0.remoteAddress) \($0.scheme.map { "\($0)" } ?? "nil")") }
        router.on(.get, "/own") { _ in .text("x", headers: [HeaderField("cache-control", "private")]) }
        router.on(.get, "/away") { _ in
            .redirect(to: "/there").setting(try Cookie("a", "1")).setting(try Cookie("b", "2"))
        }
        router.on(.get, "/big") { _ in Response(body: [UInt8](repeating: 120, count: 8_000_000)) }
        router.on(.get, "/gate") { _ in
            gate.pass()
            return .text("gate")
        }
        router.on(.get, "/events/{topic}") { request in
            let stream = try hub.open(topic: try request.parameter("topic"), for: request.remoteAddress)
            stream.send(Event("first"))
            return .events(stream)
        }
        router.on(.get, "/lost") { request in
            _ = try hub.open(topic: "lost", for: request.remoteAddress)
            throw HTTPError(.forbidden, "changed my mind")
        }
        router.on(.get, "/spoiled") { request in
            var response = Response.events(try hub.open(topic: "spoiled", for: request.remoteAddress))
            response.setHeader("X-A", "\n")
            return response
        }
    }
}

/// A gate that holds handlers until the test opens it, so that a test knows where they are.
final class Gate: Sendable {
    private let state = Locked((waiting: 0, isOpen: false))

    var waiting: Int { state.withLock { $0.waiting } }

    func pass() {
        state.withLock { $0.waiting += 1 }
        let _: Bool = state.wait { $0.isOpen ? true : nil }
        state.withLock { $0.waiting -= 1 }
    }

    func open() {
        state.withLock { $0.isOpen = true }
        state.broadcast()
    }
}
