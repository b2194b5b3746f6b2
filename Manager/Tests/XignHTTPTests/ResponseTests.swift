import Testing

@testable import XignHTTP

struct ResponseTests {
    @Test("What handlers answer", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("a cookie is closed unless it is said otherwise", cookie),
        TestCase("a cookie cannot carry attributes, lines or broken prefixes", invalidCookie),
        TestCase("helpers set the type, the place and the status", helpers),
        TestCase("the date is that of RFC 9110 5.6.7", date),
        TestCase("an event is one block of lines, whatever is in it", event),
    ]

    func cookie() throws {
        #expect(try Cookie("__Host-s", "x").fieldValue == "__Host-s=x; Path=/; Secure; HttpOnly; SameSite=Lax")
        let open = try Cookie(
            "s", "x=1", path: "/a", maxAge: .seconds(90), isSecure: false, isHTTPOnly: false, sameSite: .strict)
        #expect(open.fieldValue == "s=x=1; Path=/a; Max-Age=90; SameSite=Strict")
        #expect(try Cookie.deleted("s").fieldValue == "s=; Path=/; Max-Age=0; Secure; HttpOnly; SameSite=Lax")
    }

    func invalidCookie() {
        for value in ["a;b", "a b", "a,b", "a\"b", "a\r\nb", "a\u{e4}", "a\\b"] {
            #expect(throws: InvalidCookie.value) { try Cookie("s", value) }
        }
        for name in ["", "a b", "a=b", "a;b", "a\n"] { #expect(throws: InvalidCookie.name) { try Cookie(name, "x") } }
        for path in ["", "a", "/a;b", "/a\nb"] {
            #expect(throws: InvalidCookie.path) { try Cookie("s", "x", path: path) }
        }
        #expect(throws: InvalidCookie.prefix) { try Cookie("__Host-s", "x", path: "/a") }
        #expect(throws: InvalidCookie.prefix) { try Cookie("__Secure-s", "x", isSecure: false) }
        #expect(throws: InvalidCookie.prefix) { try Cookie("s", "x", isSecure: false, sameSite: .none) }
    }

    func helpers() {
        #expect(Response.html("<p>")["content-type"] == "text/html; charset=utf-8")
        #expect(
            Response.json([123, 125])["CONTENT-TYPE"] == "application/json"
                && Response.json([123, 125]).bytes == [123, 125])
        #expect(Response.redirect(to: "/a").status == .seeOther)
        #expect(Response.redirect(to: "/a")["location"] == "/a")
        #expect(Response.redirect(to: "/a", status: .found).status.code == 302)
        var response = Response.text("x", headers: [HeaderField("a", "1"), HeaderField("A", "2")])
        response.setHeader("a", "3")
        #expect(response.headers.filter { $0.name.lowercased() == "a" } == [HeaderField("a", "3")])
    }

    func date() {
        #expect(HTTPDate.format(784_111_777) == "Sun, 06 Nov 1994 08:49:37 GMT")
        #expect(HTTPDate.format(951_782_400) == "Tue, 29 Feb 2000 00:00:00 GMT")
        #expect(HTTPDate.format(0) == "Thu, 01 Jan 1970 00:00:00 GMT")
        #expect(HTTPDate.format(4_107_542_399) == "Sun, 28 Feb 2100 23:59:59 GMT")
    }

    func event() {
        func text(_ event: Event) -> String { String(decoding: event.encoded, as: UTF8.self) }
        #expect(text(Event("x")) == "data: x\n\n")
        #expect(text(Event("")) == "data: \n\n")
        #expect(
            text(Event("a\nb\r\nc\rd\n", name: "n", id: "7", retry: .seconds(2)))
                == "id: 7\nevent: n\nretry: 2000\ndata: a\ndata: b\ndata: c\ndata: d\ndata: \n\n")
        #expect(text(Event("x", name: "n\r\ndata: y", id: "1\n2\0")) == "id: 12\nevent: ndata: y\ndata: x\n\n")
    }
}
