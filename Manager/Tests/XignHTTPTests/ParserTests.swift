import Testing

@testable import XignHTTP

/// Feeds the pieces as the connection does: what was not consumed comes again, with the next piece behind it.
func result(_ pieces: [[UInt8]]) -> ParserCase.Expected {
    var reader = RequestReader<Void>()
    var buffer: [UInt8] = [], bodies: [String] = []
    do throws(HTTPError) {
        for piece in pieces {
            buffer += piece
            reading: while true {
                let (outcome, consumed) = try reader.read(buffer.span, limits: HeadLimits()) { _ in
                    RequestReader<Void>.Decision(admission: (), bodyLimit: 1000)
                }
                buffer.removeFirst(consumed)
                guard case .complete(let incoming) = outcome else { break reading }
                bodies.append(String(decoding: incoming.body, as: UTF8.self))
            }
        }
    } catch {
        return .status(error.status.code)
    }
    return buffer.isEmpty && !reader.isInBody && !bodies.isEmpty ? .bodies(bodies) : .incomplete
}

struct ParserTests {
    @Test("The request parser", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("takes what is right and refuses what is ambiguous", table, each: parserCases),
        TestCase(
            "says the same wherever the network cuts the bytes", splitAnywhere,
            each: parserCases.filter { $0.input.utf8.count < 2000 }),
        TestCase("says the same in one piece and byte by byte, with any byte changed", mutated),
        TestCase("decodes path and query once, after splitting them", decodesOnce),
        TestCase("keeps the fields in their order and their bytes", keepsFields),
        TestCase(
            "closes after the request when the client says so", closes,
            each: [("close", true), ("keep-alive, CLOSE", true), ("closed", false), ("", false), (",close ,", true)]),
        TestCase("closes after every HTTP/1.0 request, keep-alive or not", closesOld),
        TestCase("refuses a query of too many parameters", tooManyParameters),
    ]

    func table(_ example: ParserCase) {
        #expect(result([Array(example.input.utf8)]) == example.expected)
    }

    func splitAnywhere(_ example: ParserCase) {
        let bytes = Array(example.input.utf8)
        for cut in 0...bytes.count {
            #expect(result([Array(bytes[..<cut]), Array(bytes[cut...])]) == example.expected, "cut at \(cut)")
        }
        #expect(result(bytes.map { [$0] }) == example.expected, "single bytes")
    }

    func mutated() {
        var generator = SystemRandomNumberGenerator()
        for example in parserCases where example.input.utf8.count < 300 && !example.input.isEmpty {
            for _ in 0..<40 {
                var bytes = Array(example.input.utf8)
                bytes[Int.random(in: 0..<bytes.count, using: &generator)] = UInt8.random(in: 0...255, using: &generator)
                #expect(result([bytes]) == result(bytes.map { [$0] }), "\(bytes)")
            }
        }
    }

    private func head(_ text: String) throws -> RequestHead {
        let bytes = Array(text.utf8)
        return try #require(try HeadParser.parse(bytes.span, limits: HeadLimits())).head
    }

    func decodesOnce() throws {
        let target = try Request(.get, "/a%2Fb/%2541/?q=%26+%3D&q=2&e").target
        #expect(target.segments == ["a/b", "%41", ""])
        #expect(target.path == "/a%2Fb/%2541/")
        #expect(target.query == Parameters([.init("q", "& ="), .init("q", "2"), .init("e", "")]))
    }

    func keepsFields() throws {
        let head = try head("GET / HTTP/1.1\r\nHost: A:80\r\nX-One:  1 \r\nx-ONE: 2\r\n\r\n")
        #expect(head.host == "a:80")
        #expect(head.headers.all("X-one") == ["1", "2"])
        #expect(head.headers.count == 3)
        #expect(throws: HTTPError.malformed("x-one is repeated")) { try head.headers.single("x-one") }
    }

    func closes(_ value: String, _ expected: Bool) throws {
        #expect(try head("GET / HTTP/1.1\r\nHost: a\r\nConnection: \(value)\r\n\r\n").closes == expected)
    }

    func closesOld() throws {
        let head = try head("GET http://B/ HTTP/1.0\r\nConnection: keep-alive\r\n\r\n")
        #expect(head.closes)
        #expect(head.host == "b")
        #expect(head.version == .http10)
    }

    func tooManyParameters() {
        #expect(throws: HTTPError.malformed("too many parameters")) {
            try Request(.get, "/?" + String(repeating: "a&", count: Parameters.limit + 1))
        }
    }
}
