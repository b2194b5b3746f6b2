import Testing
import Threads

@testable import XignHTTP

/// The same questions to the router alone and over a socket.
@Suite("The router") struct RouterTests {
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

    @Test("answers in process", arguments: cases) func inProcess(_ example: Case) throws {
        let response = TestApplication().router.respond(to: try Request(example.method, example.target))
        #expect(response.status.code == example.status && response["allow"] == example.allow)
        if example.method != .head, example.status != 204 {
            #expect(String(decoding: response.bytes, as: UTF8.self) == example.body)
        }
    }

    @Test("answers the same over one connection, with the common headers") func overSocket() throws {
        let server = try TestServer()
        let client = SocketClient(server.server.port)
        for example in Self.cases {
            client.send("\(example.method.rawValue) \(example.target) HTTP/1.1\r\nHost: localhost\r\n\r\n")
            var answer = client.read(until: "\r\n\r\n")
            if !example.body.isEmpty, answer.hasSuffix("\r\n\r\n") { answer += client.read(until: example.body) }
            #expect(answer.hasPrefix("HTTP/1.1 \(example.status) "), "\(example.testDescription)")
            #expect(answer.hasSuffix("\r\n\r\n" + example.body), "\(example.testDescription)")
            #expect(answer.contains("\r\nX-Content-Type-Options: nosniff\r\n") && answer.contains("\r\nDate: "))
            #expect(answer.contains("Content-Length") == (example.status != 204))
            #expect(example.allow.map { answer.contains("\r\nAllow: \($0)\r\n") } ?? !answer.contains("\r\nAllow:"))
        }
        #expect(server.server.connectionCount == 1)
    }

    @Test("middleware surrounds all handlers and refusals, the first one outermost") func middleware() throws {
        var router = Router()
        func mark(_ text: String) -> Middleware {
            { next in
                { request in
                    var response = Response.text("caught")
                    do { response = try await next(request) } catch let error as HTTPError { response = error.response }
                    response.headers.append(HeaderField("Mark", text))
                    return response
                }
            }
        }
        router.on(.get, "/before") { _ in .text("x") }
        router.use([mark("outer"), mark("middle")])
        router.use([mark("inner")])
        router.on(.get, "/later", mark("own")({ _ in .text("x") }))
        func marks(_ method: Method, _ target: String) throws -> [String] {
            try router.respond(to: Request(method, target)).headers.filter { $0.name == "Mark" }.map(\.value)
        }
        let all = ["inner", "middle", "outer"]
        #expect(try marks(.get, "/before") == all && marks(.get, "/nope") == all && marks(.put, "/before") == all)
        #expect(try marks(.options, "/before") == all && marks(.get, "/later") == ["own"] + all)
    }

    @Test("an error that nobody meant for the client is reported, not shown") func reporting() throws {
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

    @Test("the body limit of the route holds in process too") func bodyLimit() throws {
        let router = TestApplication().router
        #expect(try router.respond(to: Request(.post, "/small", body: [1, 2, 3, 4])).status == .ok)
        #expect(try router.respond(to: Request(.post, "/small", body: [1, 2, 3, 4, 5])).status == .contentTooLarge)
    }

    @Test("a literal segment wins, and leads back to the parameter where it ends nowhere") func literal() throws {
        var router = Router()
        router.on(.get, "/{a}/x") { .text("a=" + (try $0.parameter("a"))) }
        router.on(.get, "/b/y") { _ in .text("b") }
        router.on(.get, "/b/{c}/z") { .text("c=" + (try $0.parameter("c"))) }
        func text(_ target: String) throws -> String {
            String(decoding: try router.respond(to: Request(.get, target)).bytes, as: UTF8.self)
        }
        #expect(try text("/b/y") == "b" && text("/b/x") == "a=b" && text("/b/y/z") == "c=y" && text("/q/x") == "a=q")
        #expect(try text("/q/y") == "not found\n" && text("//x") == "not found\n")
    }
}
