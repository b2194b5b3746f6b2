import Testing

@testable import XignProtocol

@Suite("Manager origins")
struct ManagerOriginTests {
    static let accepted: [(text: String, host: String, port: Int, identifier: String)] =
        [
            ("https://login.example.org", "login.example.org", 443, "login.example.org"),
            ("https://login.example.org:8443", "login.example.org", 8443, "login.example.org:8443"),
            ("https://xn--bcher-kva.example", "xn--bcher-kva.example", 443, "xn--bcher-kva.example"),
            ("https://192.0.2.1", "192.0.2.1", 443, "192.0.2.1"), ("https://localhost", "localhost", 443, "localhost"),
            ("http://localhost:8080", "localhost", 8080, "localhost:8080"),
            ("http://127.0.0.1", "127.0.0.1", 80, "127.0.0.1:80"),
            ("http://[::1]:8080", "::1", 8080, "[::1]:8080"), ("https://[::1]", "::1", 443, "[::1]"),
            ("https://a", "a", 443, "a"), ("https://1e100.net", "1e100.net", 443, "1e100.net"),
        ]

    @Test("an origin in its normal form gives host, port and identifier", arguments: accepted)
    func accepts(text: String, host: String, port: Int, identifier: String) throws {
        let origin = try #require(ManagerOrigin(text))
        #expect(origin.description == text)
        #expect(origin.host == host)
        #expect(origin.port == port)
        #expect(origin.idmIdentifier == identifier)
        #expect(origin.isSecure == text.hasPrefix("https:"))
    }

    static let refused: [String] =
        [
            "", "https://", "https:///", "https://login.example.org/", "https://login.example.org/a",
            "https://login.example.org?a",
            "https://login.example.org#a", "https://user@login.example.org", "https://a.example@evil.example",
            "https://user:pw@login.example.org", "https://Login.example.org", "HTTPS://login.example.org",
            "Https://login.example.org",
            "https://login.example.org:443", "http://localhost:80", "https://login.example.org:",
            "https://login.example.org:0",
            "https://login.example.org:08443", "https://login.example.org:65536",
            "https://login.example.org:99999999999999999999",
            "https://login.example.org:-1", "https://login.example.org:+1", "https://login.example.org:８443",
            "https://login.example.org:1:2",
            "http://login.example.org", "http://127.0.0.2", "http://localhost.example.org",
            "http://127.0.0.1.example.org",
            "ftp://login.example.org", "xign://login.example.org", "file:///etc/passwd",
            "javascript://login.example.org",
            "//login.example.org", "login.example.org", "https:login.example.org", "https:\\\\login.example.org",
            "https://bücher.example", "https://login.example。org", "https://ｌogin.example.org",
            "https://\u{212A}.example.org",
            "https://login..example.org", "https://.example.org", "https://login.example.org.", "https://-a.example",
            "https://a-.example",
            "https://a_b.example", "https://a b.example", " https://login.example.org", "https://login.example.org ",
            "https://login.example.org\n", "https://login.example.org\0", "https://login.example.org%2e",
            "https://login.example.org\\",
            "https://127.1", "https://0x7f.0.0.1", "https://0x7f000001", "https://2130706433", "https://127.0.0.01",
            "https://256.0.0.1",
            "https://1.2.3.4.5", "https://a.1", "https://[::]", "https://[0:0:0:0:0:0:0:1]", "https://[2001:db8::1]",
            "https://[::1",
            "https://[::1]]", "https://[::1%25lo]", "https://[::1]x", "https://::1", "https://:8443", "http://[::2]",
            "https://" + String(repeating: "a", count: 64) + ".example",
            "https://" + String(repeating: "a.", count: 120) + "example",
        ]

    @Test("any other spelling or text is refused", arguments: refused)
    func refuses(text: String) { #expect(ManagerOrigin(text) == nil) }
}
