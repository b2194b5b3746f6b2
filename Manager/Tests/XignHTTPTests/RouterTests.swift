// Long because: one suite, and the list of its tests.
import Testing
import Threads

@testable import XignHTTP

/// The router, asked in process and over a socket.
struct RouterTests {
    @Test("The router", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("answers in process", inProcess, each: cases),
        TestCase("answers the same over one connection, with the common headers", overSocket),
        TestCase("middleware surrounds all handlers and refusals, the first one outermost", middleware),
        TestCase(
            "errors of handlers, of admission checks and of the router become the answer that was set", errorAnswers),
        TestCase("a group's prefix stands before its patterns, in groups of groups too", prefix),
        TestCase("a group for a host answers that host alone, and wins there over routes for any host", host),
        TestCase("a closed host has the routes of its groups alone, whenever it was closed", closedHost),
        TestCase("a group's middleware surrounds its handlers alone, inside the router's", groupMiddleware),
        TestCase("a group's admission check is asked in place of the router's, for its handlers alone", admission),
        TestCase(
            "what an admission check throws is the answer, over a socket too, before a worker has the request",
            refusedAdmission),
        TestCase(
            "a path and method that is registered twice stops the program, within a group and across groups",
            registeredTwice),
        TestCase("an error that is not meant for the client is reported, not shown", reporting),
        TestCase("the body limit of the route holds in process too", bodyLimit),
        TestCase("a literal segment wins, and leads back to the parameter where it ends nowhere", literal),
    ]

    struct Case: Sendable, CustomTestStringConvertible {
        let method: Method, target: String, status: Int, body: String, allow: String?
        init(_ method: Method, _ target: String, _ status: Int, _ body: String, allow: String? = nil) {
            (self.method, self.target, self.status, self.body, self.allow) = (method, target, status, body, allow)
        }
        var testDescription: String { "\(method.rawValue) \(target)" }
    }

    static let cases: [Case] = [
        Case(.get, "/", 200, "root"), Case(.head, "/", 200, ""), Case(.get, "/constant", 200, "constant"),
        Case(.get, "/hello/a%2Fb", 200, "hello a/b"), Case(.get, "/hello/fixed", 200, "fixed"),
        Case(.get, "/hello/", 404, "not found\n"), Case(.get, "/hello", 404, "not found\n"),
        Case(.get, "/nope", 404, "not found\n"), Case(.get, "//", 404, "not found\n"),
        Case(.post, "/nope", 404, "not found\n"),
        Case(.put, "/", 405, "the method is not allowed here\n", allow: "GET, HEAD, OPTIONS"),
        Case(.get, "/echo", 405, "the method is not allowed here\n", allow: "OPTIONS, POST"),
        Case(.head, "/echo", 405, "", allow: "OPTIONS, POST"),
        Case(.options, "/", 204, "", allow: "GET, HEAD, OPTIONS"),
        Case(.options, "*", 204, "", allow: "GET, HEAD, OPTIONS, POST"),
        Case(.options, "/nope", 404, "not found\n"), Case(.head, "/nope", 404, ""),
        Case(.get, "/fail", 500, "internal error\n"), Case(.get, "/wrong/x", 500, "internal error\n"),
        Case(.get, "/refuse", 403, "no\n"), Case(.get, "/query?a=1", 200, "1"),
        Case(.get, "/query?a=1&a=2", 400, "a is repeated\n"), Case(.get, "/empty", 204, ""),
    ]

    func inProcess(_ example: Case) throws {
        let response = TestApplication().router.respond(to: try Request(example.method, example.target))
        #expect(response.status.code == example.status)
        #expect(response["allow"] == example.allow)
        if example.method != .head, example.status != 204 {
            #expect(String(decoding: response.bytes, as: UTF8.self) == example.body)
        }
    }

    func overSocket() throws {
        let server = try TestServer()
        let client = SocketClient(server.server.port)
        for example in Self.cases {
            client.send("\(example.method.rawValue) \(example.target) HTTP/1.1\r\nHost: localhost\r\n\r\n")
            var answer = client.read(until: "\r\n\r\n")
            if !example.body.isEmpty, answer.hasSuffix("\r\n\r\n") { answer += client.read(until: example.body) }
            #expect(answer.hasPrefix("HTTP/1.1 \(example.status) "), "\(example.testDescription)")
            #expect(answer.hasSuffix("\r\n\r\n" + example.body), "\(example.testDescription)")
            #expect(answer.contains("\r\nX-Content-Type-Options: nosniff\r\n"))
            #expect(answer.contains("\r\nDate: "))
            #expect(answer.contains("Content-Length") == (example.status != 204))
            #expect(example.allow.map { answer.contains("\r\nAllow: \($0)\r\n") } ?? !answer.contains("\r\nAllow:"))
        }
        #expect(server.server.connectionCount == 1)
    }

    func middleware() throws {
        var router = Router()
        router.on(.get, "/before") { _ in .text("x") }
        router.use([mark("outer"), mark("middle")])
        router.use([mark("inner")])
        router.on(.get, "/later", mark("own")({ _ in .text("x") }))
        let all = ["inner", "middle", "outer"]
        #expect(try marks(router, .get, "/before") == all)
        #expect(try marks(router, .get, "/nope") == all)
        #expect(try marks(router, .put, "/before") == all)
        #expect(try marks(router, .options, "/before") == all)
        #expect(try marks(router, .get, "/later") == ["own"] + all)
    }

    func errorAnswers() throws {
        var router = Router()
        router.on(.get, "/refuse") { _ in throw HTTPError(.forbidden, "no") }
        router.on(.get, "/fail") { _ in throw TestApplication.Trouble() }
        router.answerErrors { error, request in .text("\(error.status.code) \(request.route)", status: error.status) }
        router.on(.get, "/later") { _ in throw HTTPError(.gone, "over") }
        router.group("/closed") { group in group.on(.get, "/") { _ in throw HTTPError(.conflict, "no") } }
        #expect(try text(router, .get, "/refuse") == "403 /refuse")
        #expect(try text(router, .get, "/fail") == "500 /fail")
        #expect(try text(router, .get, "/later") == "410 /later")
        #expect(try text(router, .get, "/closed") == "409 /closed")
        #expect(try text(router, .get, "/nope") == "404 /nope")
        #expect(try text(router, .put, "/fail") == "405 /fail")
        router.admit { _ throws(HTTPError) in throw HTTPError(.tooManyRequests, "wait") }
        #expect(try text(router, .get, "/refuse") == "429 /refuse")
    }

    func prefix() throws {
        var router = Router()
        router.group("/a") { group in
            group.on(.get, "/") { _ in .text("root") }
            group.on(.get, "/{name}") { .text("\($0.route) \(try $0.parameter("name"))") }
            group.group("/b") { inner in inner.on(.get, "/c") { .text($0.route) } }
        }
        #expect(try text(router, .get, "/a") == "root")
        #expect(try text(router, .get, "/a/x") == "/a/{name} x")
        #expect(try text(router, .get, "/a/b/c") == "/a/b/c")
        #expect(try text(router, .get, "/c") == "not found\n")
        #expect(try text(router, .put, "/a/b/c") == "the method is not allowed here\n")
        #expect(
            router.routes.map { "\($0.method.rawValue) \($0.pattern)" } == ["GET /a", "GET /a/{name}", "GET /a/b/c"])
    }

    func host() throws {
        var router = Router()
        router.on(.get, "/both") { _ in .text("any") }
        router.on(.get, "/any") { _ in .text("any") }
        router.group(host: "Console.example:8443") { group in
            group.on(.get, "/both") { _ in .text("console") }
            group.group("/own") { inner in inner.on(.get, "/") { _ in .text("own") } }
        }
        let console = "console.example:8443"
        #expect(try text(router, .get, "/both") == "any")
        #expect(try text(router, .get, "/both", host: console) == "console")
        #expect(try text(router, .get, "/both", host: "console.example") == "any")
        #expect(try text(router, .get, "/any", host: console) == "any")
        #expect(try text(router, .get, "/own", host: console) == "own")
        #expect(try text(router, .get, "/own") == "not found\n")
        #expect(try router.respond(to: Request(.put, "/own")).status == .notFound)
        #expect(try router.respond(to: Request(.put, "/own", host: console)).status == .methodNotAllowed)
    }

    func closedHost() throws {
        var router = Router()
        router.on(.get, "/any") { _ in .text("any") }
        router.on(.get, "/constant", always: .text("constant"))
        router.close(host: "Console.example")
        router.group(host: "console.example") { group in group.on(.get, "/own") { _ in .text("own") } }
        router.use([mark("router")])
        router.on(.get, "/later") { _ in .text("any") }
        let console = "console.example"
        #expect(try text(router, .get, "/own", host: console) == "own")
        #expect(try text(router, .get, "/any", host: console) == "not found\n")
        #expect(try text(router, .get, "/later", host: console) == "not found\n")
        #expect(try text(router, .get, "/constant", host: console) == "not found\n")
        #expect(try router.respond(to: Request(.put, "/any", host: console)).status == .notFound)
        #expect(try text(router, .get, "/any", host: "other.example") == "any")
        #expect(try text(router, .get, "/own", host: "other.example") == "not found\n")
    }

    func groupMiddleware() throws {
        var router = Router()
        router.use([mark("router")])
        router.on(.get, "/outside") { _ in .text("x") }
        router.group { group in
            group.on(.get, "/inside") { _ in .text("x") }
            group.use([mark("group")])
            group.group { inner in
                inner.use([mark("inner")])
                inner.on(.get, "/nested") { _ in .text("x") }
            }
        }
        #expect(try marks(router, .get, "/inside") == ["group", "router"])
        #expect(try marks(router, .get, "/nested") == ["inner", "group", "router"])
        #expect(try marks(router, .get, "/outside") == ["router"])
        #expect(try marks(router, .put, "/inside") == ["router"])
    }

    /// Handlers have the check of the innermost group that has one; what the router answers itself has the router's.
    static let admissions: [(method: Method, target: String, check: String?)] = [
        (.get, "/plain", "router"), (.get, "/group", "group"), (.head, "/group", "group"),
        (.get, "/inner", "inner"), (.get, "/unchecked", "router"), (.put, "/group", "router"),
        (.options, "/group", "router"), (.options, "*", "router"), (.get, "/nope", "router"),
        (.get, "/constant", nil),
    ]

    private func admittingRouter(_ check: @escaping @Sendable (String) -> AdmissionCheck) -> Router {
        var router = Router()
        router.on(.get, "/plain") { _ in .text("x") }
        router.group(admit: check("group")) { group in
            group.on(.get, "/group") { _ in .text("x") }
            group.on(.get, "/constant", always: .text("x"))
            group.group(admit: check("inner")) { inner in inner.on(.get, "/inner") { _ in .text("x") } }
        }
        router.group { group in group.on(.get, "/unchecked") { _ in .text("x") } }
        router.admit(check("router"))
        return router
    }

    func admission() throws {
        let asked = Locked<[String]>([])
        let router = admittingRouter { name in { _ in asked.withLock { $0.append(name) } } }
        for (method, target, check) in Self.admissions {
            _ = try router.respond(to: Request(method, target))
            #expect(asked.withLock { $0 } == (check.map { [$0] } ?? []), "\(method.rawValue) \(target)")
            asked.withLock { $0 = [] }
        }
    }

    func refusedAdmission() throws {
        let router = admittingRouter { name in { _ throws(HTTPError) in throw HTTPError(.tooManyRequests, name) } }
        var configuration = ServerConfiguration()
        configuration.address = .tcp("127.0.0.1", 0)
        let server = try Server(configuration, router: router)
        defer { server.stop(within: .seconds(2)) }
        let client = SocketClient(server.port)
        for (method, target, check) in Self.admissions {
            let status = try router.respond(to: Request(method, target)).status
            #expect(status == (check == nil ? .ok : .tooManyRequests), "\(method.rawValue) \(target)")
            client.send("\(method.rawValue) \(target) HTTP/1.1\r\nHost: localhost\r\n\r\n")
            let body = method == .head ? "" : check.map { $0 + "\n" } ?? "x"
            let answer = client.read(until: "\r\n\r\n" + body)
            #expect(answer.hasPrefix("HTTP/1.1 \(status.code) "), "\(method.rawValue) \(target)")
        }
    }

    func registeredTwice() async {
        await #expect(processExitsWith: .failure) {
            var router = Router()
            router.on(.get, "/a/b") { _ in .text("x") }
            router.group("/a") { group in group.on(.get, "/b") { _ in .text("x") } }
        }
        await #expect(processExitsWith: .failure) {
            var router = Router()
            router.group(host: "a.example") { group in group.on(.get, "/") { _ in .text("x") } }
            router.group(host: "a.example") { group in group.on(.get, "/") { _ in .text("x") } }
        }
        await #expect(processExitsWith: .success) {
            var router = Router()
            router.group(host: "a.example") { group in group.on(.get, "/") { _ in .text("x") } }
            router.group(host: "b.example") { group in group.on(.get, "/") { _ in .text("x") } }
        }
    }

    private func text(
        _ router: Router, _ method: Method, _ target: String, host: String = "localhost"
    ) throws -> String {
        String(decoding: try router.respond(to: Request(method, target, host: host)).bytes, as: UTF8.self)
    }

    private func marks(_ router: Router, _ method: Method, _ target: String) throws -> [String] {
        try router.respond(to: Request(method, target)).headers.filter { $0.name == "Mark" }.map(\.value)
    }

    /// Appends a field to each answer, so that the order of fields tells the order of middleware.
    private func mark(_ text: String) -> Middleware {
        { next in
            { request in
                var response = Response.text("caught")
                do { response = try await next(request) } catch let error as HTTPError { response = error.response }
                response.headers.append(HeaderField("Mark", text))
                return response
            }
        }
    }

    func reporting() throws {
        let reports = Locked<[String]>([])
        var router = TestApplication().router
        router.use([reportingErrors { error, request in reports.withLock { $0.append("\(request): \(error)") } }])
        #expect(try router.respond(to: Request(.get, "/fail")).status == .internalServerError)
        #expect(try router.respond(to: Request(.get, "/wrong/s3cret?s3cret")).bytes == Array("internal error\n".utf8))
        #expect(try router.respond(to: Request(.get, "/refuse")).status == .forbidden)
        #expect(
            reports.withLock { $0 } == [
                "GET /fail: Trouble()", "GET /wrong/{name}: the pattern /wrong/{name} has no {nmae}",
            ])
    }

    func bodyLimit() throws {
        let router = TestApplication().router
        #expect(try router.respond(to: Request(.post, "/small", body: [1, 2, 3, 4])).status == .ok)
        #expect(try router.respond(to: Request(.post, "/small", body: [1, 2, 3, 4, 5])).status == .contentTooLarge)
    }

    func literal() throws {
        var router = Router()
        router.on(.get, "/{a}/x") { .text("a=" + (try $0.parameter("a"))) }
        router.on(.get, "/b/y") { _ in .text("b") }
        router.on(.get, "/b/{c}/z") { .text("c=" + (try $0.parameter("c"))) }
        func text(_ target: String) throws -> String {
            String(decoding: try router.respond(to: Request(.get, target)).bytes, as: UTF8.self)
        }
        #expect(try text("/b/y") == "b")
        #expect(try text("/b/x") == "a=b")
        #expect(try text("/b/y/z") == "c=y")
        #expect(try text("/q/x") == "a=q")
        #expect(try text("/q/y") == "not found\n")
        #expect(try text("//x") == "not found\n")
    }
}
