import Testing

/// One input for the request reader, and what it makes of it.
struct ParserCase: CustomTestStringConvertible, Sendable {
    let input: String
    let expected: Expected
    enum Expected: Sendable, Equatable { case bodies([String]), status(Int), incomplete }
    var testDescription: String { String(input.prefix(60)).replacing("\r", with: "\\r").replacing("\n", with: "\\n") }

    init(_ input: String, _ expected: Expected) { (self.input, self.expected) = (input, expected) }
}

private let host = "Host: a.example\r\n"
private let old = "HTTP/1.0\r\n"
private func get(_ target: String) -> String { "GET \(target) HTTP/1.1\r\n\(host)\r\n" }
private func post(_ fields: String, _ body: String = "") -> String { "POST / HTTP/1.1\r\n\(host)\(fields)\r\n\(body)" }
private let chunked = "Transfer-Encoding: chunked\r\n"

let parserCases: [ParserCase] = [
    // Valid
    .init(get("/"), .bodies([""])),
    .init("\r\n" + get("/"), .bodies([""])),
    .init(get("/a/b%20c?x=1&y=%C3%A4+b&z"), .bodies([""])),
    .init(get("/?a[0]=|&b={}"), .bodies([""])),
    .init(get("http://a.example/x"), .bodies([""])),
    .init(get("HTTPS://A.example?x"), .bodies([""])),
    .init("OPTIONS * HTTP/1.1\r\n\(host)\r\n", .bodies([""])),
    .init("GET / HTTP/1.1\r\nHost:a.example:8080\r\n\r\n", .bodies([""])),
    .init("GET / HTTP/1.1\r\nhOST: \t [::1]:80 \t\r\n\r\n", .bodies([""])),
    .init("GET / HTTP/1.1\r\n\(host)Empty:\r\nObs: \u{e4}\r\nTab: a\tb\r\n\r\n", .bodies([""])),
    .init(post("Content-Length: 3\r\n", "abc"), .bodies(["abc"])),
    .init(post("Content-Length: 0\r\n"), .bodies([""])),
    .init(post("Content-Length: 3\r\nExpect: 100-Continue\r\n", "abc"), .bodies(["abc"])),
    .init(post(chunked, "3\r\nabc\r\n0\r\n\r\n"), .bodies(["abc"])),
    .init(post("transfer-encoding:CHUNKED\r\n", "1\r\na\r\n0A\r\n0123456789\r\n000\r\n\r\n"), .bodies(["a0123456789"])),
    .init(post(chunked, "3;x=y;z=\"q\"\r\nabc\r\n0\r\nTrailer: 1\r\nOther:\r\n\r\n"), .bodies(["abc"])),
    .init(
        get("/1") + post("Content-Length: 2\r\n", "ab") + post(chunked, "1\r\nc\r\n0\r\n\r\n") + get("/4"),
        .bodies(["", "ab", "c", ""])),
    // HTTP/1.0: Host may be missing, and a transfer coding or an expectation cannot be meant
    .init("GET / \(old)\r\n", .bodies([""])), .init("GET / \(old)\(host)\r\n", .bodies([""])),
    .init("GET http://b.example/ \(old)\r\n", .bodies([""])),
    .init("POST / \(old)Content-Length: 3\r\n\r\nabc", .bodies(["abc"])),
    .init("POST / \(old)Content-Length: 3\r\nExpect: 100-continue\r\n\r\nabc", .bodies(["abc"])),
    .init("POST / \(old)\(chunked)\r\n0\r\n\r\n", .status(400)),
    .init("GET http://b.example/ \(old)\(host)\r\n", .status(400)),
    .init("GET / \(old)Host: a b\r\n\r\n", .status(400)), .init("GET / HTTP/1.2\r\n\(host)\r\n", .status(505)),
    .init("GET / HTTP/0.9\r\n\r\n", .status(505)), .init("GET /\r\n", .status(400)),
    // Incomplete
    .init("", .incomplete), .init("\r", .incomplete), .init("GET", .incomplete),
    .init("GET / HTTP/1.1\r\n\(host)", .incomplete), .init("GET / HTTP/1.1\r\n\(host)\r", .incomplete),
    .init(post("Content-Length: 3\r\n", "ab"), .incomplete), .init(post(chunked, "3\r\nabc\r\n0\r\n\r"), .incomplete),
    // The request line
    .init("\r\n\r\n" + get("/"), .status(400)), .init("\n" + get("/"), .status(400)),
    .init(" " + get("/"), .status(400)),
    .init("GET  / HTTP/1.1\r\n\(host)\r\n", .status(400)), .init("GET / HTTP/1.1 \r\n\(host)\r\n", .status(400)),
    .init("GET /\tHTTP/1.1\r\n\(host)\r\n", .status(400)), .init("GET /a b HTTP/1.1\r\n\(host)\r\n", .status(400)),
    .init("GET /\r\n\(host)\r\n", .status(400)), .init("G@T / HTTP/1.1\r\n\(host)\r\n", .status(400)),
    .init("GET / http/1.1\r\n\(host)\r\n", .status(400)), .init("GET / HTTP/1.10\r\n\(host)\r\n", .status(400)),
    .init("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", .status(505)),
    .init("BREW / HTTP/1.1\r\n\(host)\r\n", .status(501)), .init("get / HTTP/1.1\r\n\(host)\r\n", .status(501)),
    .init("TRACE / HTTP/1.1\r\n\(host)\r\n", .status(501)), .init("CONNECT a:1 HTTP/1.1\r\n\(host)\r\n", .status(501)),
    .init("GET / HTTP/1.1\n\(host)\r\n", .status(400)), .init("GET / HTTP/1.1\r\r\n\(host)\r\n", .status(400)),
    .init("GET /" + String(repeating: "a", count: 9000), .status(414)),
    // The target
    .init(get("*"), .status(400)), .init(get("a"), .status(400)), .init(get(""), .status(400)),
    .init(get("/#x"), .status(400)), .init(get("/\u{e4}"), .status(400)), .init(get("/%"), .status(400)),
    .init(get("/%4"), .status(400)), .init(get("/%4g"), .status(400)), .init(get("/%00"), .status(400)),
    .init(get("/%09"), .status(400)), .init(get("/%7F"), .status(400)),
    .init(get("/%0d%0a"), .status(400)), .init(get("/%ff"), .status(400)), .init(get("/%c0%af"), .status(400)),
    .init(get("/%ed%a0%80"), .status(400)), .init(get("/a\\b"), .status(400)), .init(get("/[a]"), .status(400)),
    .init(get("/?a=%zz"), .status(400)), .init(get("/?a=%00"), .status(400)), .init(get("/?\"<>"), .status(400)),
    .init(get("/."), .status(400)), .init(get("/a/../b"), .status(400)), .init(get("/a/%2e%2E/b"), .status(400)),
    .init(get("http://b.example/"), .status(400)), .init(get("http://u@a.example/"), .status(400)),
    .init(get("http:///x"), .status(400)), .init(get("ftp://a.example/"), .status(400)),
    // Host
    .init("GET / HTTP/1.1\r\n\r\n", .status(400)), .init("GET / HTTP/1.1\r\n\(host)\(host)\r\n", .status(400)),
    .init("GET / HTTP/1.1\r\nHost:\r\n\r\n", .status(400)), .init("GET / HTTP/1.1\r\nHost: a b\r\n\r\n", .status(400)),
    .init("GET / HTTP/1.1\r\nHost: a, b\r\n\r\n", .status(400)),
    .init("GET / HTTP/1.1\r\nHost: a:\r\n\r\n", .status(400)),
    .init("GET / HTTP/1.1\r\nHost: a:65536\r\n\r\n", .status(400)),
    .init("GET / HTTP/1.1\r\nHost: a:x\r\n\r\n", .status(400)),
    .init("GET / HTTP/1.1\r\nHost: u@a\r\n\r\n", .status(400)),
    .init("GET / HTTP/1.1\r\nHost: [::1\r\n\r\n", .status(400)),
    .init("GET / HTTP/1.1\r\nHost: a/b\r\n\r\n", .status(400)),
    .init("GET / HTTP/1.1\r\nHost: [x]\r\n\r\n", .status(400)),
    // Field lines
    .init("GET / HTTP/1.1\r\n\(host)a\r\n\r\n", .status(400)),
    .init("GET / HTTP/1.1\r\n\(host): a\r\n\r\n", .status(400)),
    .init("GET / HTTP/1.1\r\n\(host)a : b\r\n\r\n", .status(400)),
    .init("GET / HTTP/1.1\r\n\(host)a(: b\r\n\r\n", .status(400)),
    .init("GET / HTTP/1.1\r\n\(host)a: b\r\n c\r\n\r\n", .status(400)),
    .init("GET / HTTP/1.1\r\n a: b\r\n\(host)\r\n", .status(400)),
    .init("GET / HTTP/1.1\r\n\(host)a: b\r\n\tc: d\r\n\r\n", .status(400)),
    .init("GET / HTTP/1.1\r\n\(host)a: b\0c\r\n\r\n", .status(400)),
    .init("GET / HTTP/1.1\r\n\(host)a: b\rc\r\n\r\n", .status(400)),
    .init("GET / HTTP/1.1\r\n\(host)a: b\nc: d\r\n\r\n", .status(400)),
    .init("GET / HTTP/1.1\r\n\(host)a: \u{7f}\r\n\r\n", .status(400)),
    .init("GET / HTTP/1.1\r\n\(host)\u{e4}: b\r\n\r\n", .status(400)),
    .init("GET / HTTP/1.1\r\n\(host)\n", .status(400)),
    .init("GET / HTTP/1.1\r\n\(host)a: " + String(repeating: "b", count: 17_000), .status(431)),
    .init("GET / HTTP/1.1\r\n\(host)" + String(repeating: "a: b\r\n", count: 64) + "\r\n", .status(431)),
    // Framing
    .init(post("Content-Length: 3\r\nContent-Length: 3\r\n", "abc"), .status(400)),
    .init(post("Content-Length: 3, 3\r\n", "abc"), .status(400)),
    .init(post("Content-Length: +3\r\n", "abc"), .status(400)),
    .init(post("Content-Length: -3\r\n", "abc"), .status(400)),
    .init(post("Content-Length: 0x3\r\n", "abc"), .status(400)),
    .init(post("Content-Length: 000\r\n"), .status(400)), .init(post("Content-Length: 03\r\n", "abc"), .status(400)),
    .init(post("Content-Length:\r\n"), .status(400)), .init(post("Content-Length: 3 3\r\n", "abc"), .status(400)),
    .init(post("Content-Length: 1001\r\n"), .status(413)),
    .init(post("Content-Length: 99999999999999999999\r\n"), .status(413)),
    .init(post("Content-Length: 3\r\n\(chunked)", "3\r\nabc\r\n0\r\n\r\n"), .status(400)),
    .init(post("\(chunked)Content-Length: 3\r\n"), .status(400)), .init(post(chunked + chunked), .status(400)),
    .init(post("Transfer-Encoding: gzip, chunked\r\n"), .status(501)),
    .init(post("Transfer-Encoding: chunked, chunked\r\n"), .status(501)),
    .init(post("Transfer-Encoding: identity\r\n"), .status(501)),
    .init(post("Transfer-Encoding: \"chunked\"\r\n"), .status(501)),
    .init(post("Transfer-Encoding:\r\n"), .status(501)), .init(post("Transfer-Encoding : chunked\r\n"), .status(400)),
    .init(post("Expect: magic\r\n"), .status(417)),
    .init(post("Expect: 100-continue\r\nExpect: 100-continue\r\n"), .status(417)),
    // Chunks
    .init(post(chunked, "\r\n"), .status(400)), .init(post(chunked, "g\r\n"), .status(400)),
    .init(post(chunked, "-1\r\n"), .status(400)),
    .init(post(chunked, "0x3\r\nabc\r\n"), .status(400)), .init(post(chunked, "3 \r\nabc\r\n"), .status(400)),
    .init(post(chunked, " 3\r\nabc\r\n"), .status(400)), .init(post(chunked, "3\nabc\n0\n\n"), .status(400)),
    .init(post(chunked, "3\r\nabcd\r\n"), .status(400)), .init(post(chunked, "3\r\nabc\n"), .status(400)),
    .init(post(chunked, "3\r\nabc0\r\n\r\n"), .status(400)), .init(post(chunked, "3;a\nb\r\nabc\r\n"), .status(400)),
    .init(post(chunked, "3e9\r\n"), .status(413)), .init(post(chunked, "000000001\r\n"), .status(413)),
    .init(post(chunked, "ffffffffffffffff\r\n"), .status(413)),
    .init(post(chunked, "1;" + String(repeating: "a", count: 1025) + "\r\n"), .status(431)),
    .init(post(chunked, "0\r\n bad: 1\r\n\r\n"), .status(400)),
    .init(post(chunked, "0\r\na b: 1\r\n\r\n"), .status(400)),
    .init(post(chunked, "0\r\na\r\n\r\n"), .status(400)), .init(post(chunked, "0\r\na: \u{1}\r\n\r\n"), .status(400)),
    .init(post(chunked, "0\r\nT: " + String(repeating: "a", count: 1025) + "\r\n\r\n"), .status(431)),
]
