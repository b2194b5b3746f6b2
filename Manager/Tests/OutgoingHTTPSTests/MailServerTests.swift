import Testing

@testable import OutgoingHTTPS

struct MailServerTests {
    @Test("Addresses of mail servers", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase(
            "TLS is demanded but on loopback", encryption,
            each: [
                ("smtp://mail.example.org", true), ("smtps://mail.example.org", true), ("smtps://127.0.0.1:465", true),
                ("smtp://127.0.0.1:25", false), ("smtp://localhost:25", false), ("smtp://[::1]:25", false),
                ("smtp://127.example.org", true), ("smtp://localhost.example.org", true), ("smtp://10.0.0.1", true),
            ]),
        TestCase(
            "the port is 587 for submission and 465 with TLS from the start", ports,
            each: [
                ("smtp://mail.example.org", "smtp://mail.example.org:587/login.example.org"),
                ("smtps://mail.example.org", "smtps://mail.example.org:465/login.example.org"),
                ("smtp://mail.example.org:2525", "smtp://mail.example.org:2525/login.example.org"),
            ]),
        TestCase(
            "another form is refused", refused,
            each: [
                "mail.example.org", "http://mail.example.org", "smtp://", "smtp://a:0", "smtp://a:65536", "smtp://a/b",
                "smtp://user:secret@a", "smtp://a:25\r\n", "smtp://a b", "smtp://a?x", "SMTP://a",
            ]),
    ]

    private func server(_ url: String) -> MailServer? {
        MailServer(url, greeting: "login.example.org", credentials: nil)
    }

    func encryption(_ url: String, _ isEncrypted: Bool) { #expect(server(url)?.isEncrypted == isEncrypted) }

    func ports(_ url: String, _ full: String) { #expect(server(url)?.url == full) }

    func refused(_ url: String) { #expect(server(url) == nil) }
}
