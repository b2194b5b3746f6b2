import Testing

@testable import XignHTTP

struct RequestTests {
    @Test("What handlers read of a request", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("cookies keep their order, and a repeated one is seen", cookieOrder),
        TestCase(
            "a malformed cookie of another site is left out, and locks no user out", malformedCookie,
            each: [
                "a b=1; s=2", "; s=2", "=1; s=2", "x; s=2", "y=\"1\"; s=2", "y=1,2; s=2", "y=a\\b; s=2",
                "y=\u{e4}; s=2",
                "  z=1; s=2",
            ]),
        TestCase("a form is decoded, and a repeated or missing name refused", form),
        TestCase("only what is declared a form is read as one", formType),
        TestCase("Basic credentials are decoded strictly (RFC 7617)", basic),
        TestCase("Bearer tokens have the characters of RFC 6750 only", bearer),
        TestCase("no secret of a request shows in its description", description),
    ]

    private func request(_ fields: [HeaderField] = [], body: String = "") throws -> Request {
        try Request(.post, "/", headers: fields, body: Array(body.utf8))
    }

    private func cookies(_ lines: String...) throws -> [String] {
        try request(lines.map { HeaderField("Cookie", $0) }).cookies.list.map { $0.name + "=" + $0.value }
    }

    func cookieOrder() throws {
        #expect(try cookies("a=b; session=x=y; c=") == ["a=b", "session=x=y", "c="])
        let repeated = try request([HeaderField("cookie", "s=1; t=2"), HeaderField("Cookie", "s=3")]).cookies
        #expect(repeated.all("s") == ["1", "3"])
        #expect(repeated.repeatedName == "s")
        #expect(throws: HTTPError.malformed("s is repeated")) { try repeated.single("s") }
        #expect(try repeated.single("S") == nil)
        #expect(try repeated.single("t") == "2")
    }

    func malformedCookie(_ line: String) throws {
        #expect(try cookies(line) == ["s=2"])
    }

    func form() throws {
        let type = HeaderField("Content-Type", "Application/X-www-form-urlencoded ; charset=utf-8")
        let form = try request([type], body: "a=1+2&b=%C3%A4%0D%0A&a=3&&c").form()
        #expect(form.all("a") == ["1 2", "3"])
        #expect(form.repeatedName == "a")
        #expect(try form.required("b") == "ä\r\n")
        #expect(try form.required("c") == "")
        #expect(try form.single("d") == nil)
        #expect(throws: HTTPError.malformed("a is repeated")) { try form.required("a") }
        #expect(throws: HTTPError.malformed("d is missing")) { try form.required("d") }
        #expect(try request([type]).form().isEmpty)
    }

    func formType() throws {
        for fields in [
            [], [HeaderField("Content-Type", "text/plain")],
            [HeaderField("Content-Type", "application/x-www-form-urlencodedx")],
        ] {
            #expect(throws: HTTPError(.unsupportedMediaType, "the body must be application/x-www-form-urlencoded")) {
                try request(fields, body: "a=1").form()
            }
        }
        let type = HeaderField("Content-Type", "application/x-www-form-urlencoded")
        #expect(throws: HTTPError.malformed("content-type is repeated")) {
            try request([type, type], body: "a=1").form()
        }
        for body in ["a=%", "a=%4", "a=%ff", "a=%00"] {
            #expect(throws: HTTPError.self) { try request([type], body: body).form() }
        }
    }

    func basic() throws {
        func basic(_ value: String) throws -> [String]? {
            try request([HeaderField("Authorization", value)]).authorization()?.basic.map { [$0.user, $0.password] }
        }
        #expect(try basic("Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ==") == ["Aladdin", "open sesame"])
        #expect(try basic("bAsIc Og==") == ["", ""])
        #expect(try basic("Basic YTpiOmM=") == ["a", "b:c"])
        // No colon, no padding, bits left over, an inner "=", a blank, a control character, no UTF-8, another scheme.
        for value in ["YWI=", "YTpi=", "YTo", "YTpiOmN=", "YT=iOmM=", "YTpi OmM=", "YToK", "YTr/", ""] {
            #expect(try basic("Basic " + value) == nil, "\(value)")
        }
        #expect(try basic("Bearer YTpi") == nil)
    }

    func bearer() throws {
        func token(_ value: String) throws -> String? {
            try request([HeaderField("Authorization", value)]).authorization()?.bearerToken
        }
        #expect(try token("Bearer abc.DEF-1_2~3+/==") == "abc.DEF-1_2~3+/==")
        #expect(try token("BEARER  a") == "a")
        #expect(try token("Bearer a b") == nil)
        #expect(try token("Bearer") == nil)
        #expect(try token("Basic a") == nil)
        #expect(throws: HTTPError.self) { try token("") }
        #expect(throws: HTTPError.self) { try token("\"x\" a") }
        let twice = try request([HeaderField("Authorization", "Bearer a"), HeaderField("Authorization", "Bearer b")])
        #expect(throws: HTTPError.malformed("authorization is repeated")) { try twice.authorization() }
        #expect(try request().authorization() == nil)
    }

    func description() throws {
        let request = try Request(
            .get, "/path?code=s3cret",
            headers: [HeaderField("Cookie", "session=s3cret"), HeaderField("Authorization", "Basic s3cret")],
            body: Array("s3cret".utf8))
        let authorization = try #require(try request.authorization())
        let texts = [
            "\(request)", String(reflecting: request), "\(request.headers)", "\(request.query)", "\(request.cookies)",
            String(reflecting: request.query), String(reflecting: request.headers), "\(authorization)",
        ]
        #expect(texts.allSatisfy { !$0.contains("s3cret") })
        #expect(texts[0] == "GET /path")
    }
}
