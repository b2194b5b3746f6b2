import Testing

@testable import XignProtocol

struct InitializationLinkTests {
    @Test("Initialization links", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("a bare pid, an App-Link and a Deep-Link contain the same pid and are told apart", forms),
        TestCase("other addresses are refused", refused, each: refusedPrefixes),
        TestCase("text after the pid is refused", fragment),
        TestCase(
            "a query before the pid, and white space around the link, mean nothing", asLink,
            each: [
                "\(before)?utm_source=mail&utm_campaign=x#\(pid)", "\(before)?fbclid=IwAR0#\(pid)", "  \(link)\n",
                "\u{A0}\(link)\r\n", "\(before)?#\(pid)", "\(before)?u=https://x.example/a?b#\(pid)",
            ]),
        TestCase(
            "a damaged link is told as what has become of it", damaged,
            each: [
                (String(link.dropLast(20)), .linkIncomplete), (before, .linkIncomplete),
                ("\(before)#", .linkIncomplete),
                ("\(before)?fbclid=IwAR0", .linkIncomplete), ("\(before)#AQ", .linkIncomplete),
                (String(link.dropLast(40)), .linkIncomplete), (String(pid.dropLast(24)), .linkIncomplete),
                ("acme://a", .linkIncomplete), (String(link.dropLast(1)), .linkIncomplete),
                ("\(link.prefix(70))\n\(link.dropFirst(70))", .linkWrapped),
                ("\(link.prefix(70))\r\n  \(link.dropFirst(70))", .linkWrapped),
                ("\(pid.prefix(30)) \(pid.dropFirst(30))", .linkWrapped),
                ("\(link).", .linkExtended), ("<\(link)>", .linkExtended), ("(\(link)),", .linkExtended),
                ("\"\(pid)\"", .linkExtended), ("_\(link)_", .linkExtended), ("see \(link) now", .linkExtended),
                ("\(link)&fbclid=IwAR0", .linkExtended), ("<acme://a#\(pid)>", .linkExtended),
                ("https://redirect.example/?url=\(escaped)", .linkEmbedded),
                ("https://redirect.example/?url=\(escaped.replacing("%", with: "%25"))&data=05", .linkEmbedded),
                ("https://redirect.example/?url=\(link)", .linkEmbedded),
            ] as [(String, InitializationPayload.ParsingError)]),
        TestCase(
            "a text that is no link stays one, however long", noLink,
            each: [
                "", "https://example.org", "WIFI:S:x;;", "AAAA", "#", "AQUA", "https://example.org/#AQ",
                "Https://a#\(pid)",
                String(repeating: "#AQ", count: 100_000), String(repeating: "%2525", count: 100_000),
                String(repeating: "AQ-", count: 2_700), String(repeating: "://", count: 2_700),
            ]),
    ]

    static let data = InitializationPayload(
        .authenticationByLink(Sample.session), secret: Sample.secret, origin: Sample.origin)

    static let pid = data.text
    static let before = "https://app.login.example.org/a"
    static let link = "\(before)#\(pid)"
    static let escaped = "https%3A%2F%2Fapp.login.example.org%2Fa%23\(pid)"

    func asLink(_ text: String) throws {
        #expect(try InitializationLink(parsing: text) == InitializationLink(parsing: Self.link))
    }

    func damaged(_ text: String, _ damage: InitializationPayload.ParsingError) {
        #expect(throws: damage) { try InitializationLink(parsing: text) }
    }

    func noLink(_ text: String) {
        #expect(throws: InitializationPayload.ParsingError.notInitializationData) {
            try InitializationLink(parsing: text)
        }
    }

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
            "https://app.login.example.org/b#", "https://app.login.example.org?x/a#",
            "https://user@app.login.example.org/a#",
            "https://App.login.example.org/a#", "https://app.login.example.org:443/a#",
            "http://app.login.example.org/a#", "HTTPS://a#",
            "Https://a#", "Xign://a#", "://a#", "xign:a#", "xign://b#", "xign://a/#", "xign://?x/a#", "xign ://a#",
            "1xign://a#", "xígn://a#",
            "-x://a#", "#", "a#", "xign://a#x#", "https://https://a/a#",
        ]

    func refused(prefix: String) {
        #expect(throws: InitializationPayload.ParsingError.self) {
            try InitializationLink(parsing: prefix + Self.data.text)
        }
    }

    func fragment() {
        for end in ["#", "&x=1", "/", "?", " x", "\u{200B}"] {
            #expect(throws: InitializationPayload.ParsingError.self) {
                try InitializationLink(parsing: "https://app.login.example.org/a#\(Self.data.text)\(end)")
            }
        }
    }
}
