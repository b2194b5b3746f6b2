import Testing

@testable import XignProtocol

struct InitializationLinkTests {
    @Test("Initialization links", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("a bare pid, an App-Link and a Deep-Link contain the same pid and are told apart", forms),
        TestCase("other addresses are refused", refused, each: refusedPrefixes),
        TestCase("text after the pid is refused", fragment),
    ]

    static let data = InitializationPayload(
        .authenticationByLink(Sample.session), secret: Sample.secret, origin: Sample.origin)

    func forms() throws {
        let app = try #require(ManagerOrigin("https://app.login.example.org"))
        let forms: [(String, InitializationLink.Source)] = [
            (Self.data.text, .bare), (InitializationLink.appLink(Self.data, at: app), .appLink(origin: app)),
            ("acme-login://a#\(Self.data.text)", .deepLink(scheme: "acme-login")),
        ]
        for (text, source) in forms {
            let link = try InitializationLink(parsing: text)
            #expect(link.data == Self.data)
            #expect(link.source == source)
        }
        #expect(InitializationLink.appLink(Self.data, at: app) == "https://app.login.example.org/a#\(Self.data.text)")
    }

    static let refusedPrefixes: [String] =
        [
            "https://app.login.example.org#", "https://app.login.example.org/#", "https://app.login.example.org/a/#",
            "https://app.login.example.org/b#", "https://app.login.example.org/a?x#",
            "https://user@app.login.example.org/a#",
            "https://App.login.example.org/a#", "https://app.login.example.org:443/a#",
            "http://app.login.example.org/a#", "HTTPS://a#",
            "Https://a#", "Xign://a#", "://a#", "xign:a#", "xign://b#", "xign://a/#", "xign://a?x#", "xign ://a#",
            "1xign://a#", "xígn://a#",
            "-x://a#", "#", "a#", "xign://a#x#", "https://https://a/a#",
        ]

    func refused(prefix: String) {
        #expect(throws: InitializationPayload.ParsingError.self) {
            try InitializationLink(parsing: prefix + Self.data.text)
        }
    }

    func fragment() {
        for end in ["#", "&x=1", "/", "?", " ", "\n"] {
            #expect(throws: InitializationPayload.ParsingError.self) {
                try InitializationLink(parsing: "https://app.login.example.org/a#\(Self.data.text)\(end)")
            }
        }
    }
}
