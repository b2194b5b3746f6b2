import Testing
import XignDomain
import XignHTTP
import XignProtocol

@testable import XignUseCases
@testable import XignWeb

struct PageLanguageTests {
    @Test("Language of pages", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("the browser's settings choose, and English is spoken to the others", settings),
        TestCase("the person's own choice comes before the browser's settings", cookie),
        TestCase(
            "a cookie that names no language of ours, or is there twice, is no choice", otherCookies,
            each: ["fr", "", "DE", "de; __Host-language=en"]),
        TestCase("a login page speaks the language that the website asks for, also after a new code", website),
        TestCase("the person's own choice comes before the website's", choiceBeforeWebsite),
        TestCase("an account's language comes before all other wishes", account),
        TestCase("the operator's language is for browsers that ask for none of ours", operators),
        TestCase("an answer says by which fields of the request it was chosen", vary),
        TestCase("the switch sets the cookie and leads back to its page", choice),
        TestCase("each page has the switch, with each language's own name and the way back to the page", everyPage),
        TestCase("the answer to a form has no switch: no address shows it again", answerToForm),
        TestCase("a foreign site changes nobody's language", foreign),
        TestCase(
            "the switch leads to no other site", openRedirect,
            each: [
                "https://evil.example/", "//evil.example/", "/\\evil.example", "\\/evil.example", "", "a", "/a\r\nX: y",
                "/a b", "/\t/evil.example", "/ä", "javascript:alert(1)", "/" + String(repeating: "a", count: 8192),
            ]),
        TestCase("an unknown language is refused", unknownLanguage, each: ["fr", "", "DE", "de, en"]),
        TestCase("a network changes the language 120 times a minute at most", rate),
        TestCase("following a link changes no language", link),
    ]

    let provider: Provider

    init() throws { provider = try Provider() }

    /// The language of the app link page, which needs no login.
    private func language(_ headers: [HeaderField]) throws -> String? {
        try provider.get("/a", headers: headers).text.firstMatch(of: #/<html lang="([a-z]+)">/#).map { String($0.1) }
    }

    private func accepting(_ value: String) -> HeaderField { HeaderField("Accept-Language", value) }

    private let chosen = HeaderField("Cookie", "__Host-language=de")

    func settings() throws {
        #expect(try language([accepting("de-DE,de;q=0.9,en;q=0.8")]) == "de")
        #expect(try language([accepting("en-GB,de;q=0.9")]) == "en")
        #expect(try language([accepting("fr")]) == "en")
        #expect(try language([]) == "en")
    }

    func cookie() throws {
        #expect(try language([chosen, accepting("en")]) == "de")
    }

    func otherCookies(value: String) throws {
        #expect(try language([HeaderField("Cookie", "__Host-language=\(value)"), accepting("en")]) == "en")
    }

    func website() throws {
        var browser = Browser(provider)
        let id = try browser.begin(.shop, ["ui_locales": "fr de"])
        #expect(try browser.get("/login/\(id)").text.contains("<html lang=\"de\">"))
        let next = try browser.session(in: try browser.post("/login/\(id)/again"))
        #expect(try browser.get("/login/\(next)").text.contains("<html lang=\"de\">"))
    }

    func choiceBeforeWebsite() throws {
        var browser = Browser(provider)
        let id = try browser.begin(.shop, ["ui_locales": "en"])
        _ = try browser.choose("de", page: "/login/\(id)")
        #expect(try browser.get("/login/\(id)").text.contains("<html lang=\"de\">"))
    }

    func account() throws {
        let request = try Request(.get, "/account", headers: [chosen, accepting("de")])
        #expect(PageLanguage(provider.context).language(for: request, account: .english, website: .german) == .english)
    }

    func operators() throws {
        try provider.write { try $0.settings.save(OperatorProfile(language: .german)) }
        #expect(try language([]) == "de")
        #expect(try language([accepting("fr, *;q=0.1")]) == "de")
        #expect(try language([accepting("en")]) == "en")
    }

    func vary() throws {
        #expect(try provider.get("/a")["Vary"] == "Accept-Language, Cookie")
    }

    // MARK: The switch

    func choice() throws {
        var browser = Browser(provider)
        let answer = try browser.choose("de", page: "/a")
        #expect(answer.status == 303)
        #expect(answer["Location"] == "/a")
        #expect(
            answer["Set-Cookie"] == "__Host-language=de; Path=/; Max-Age=31536000; Secure; HttpOnly; SameSite=Lax")
        #expect(try browser.get("/a").text.contains("<html lang=\"de\">"))
    }

    func everyPage() throws {
        var browser = Browser(provider)
        let id = try browser.begin(.shop)
        let unknown = "/openid/authenticate?client_id=a%20b&x="
        for (address, page) in [
            ("/login/\(id)", "/login/\(id)"), ("/a", "/a"), ("/return", "/return"),
            (unknown, "/openid/authenticate?client_id=a%20b&amp;x="),
        ] {
            let text = try browser.get(address).text
            #expect(text.contains("<form class=\"languages\" action=\"/language\" method=\"post\""), "\(address)")
            #expect(text.contains("<input type=\"hidden\" name=\"page\" value=\"\(page)\">"), "\(address)")
            #expect(text.contains("value=\"en\" lang=\"en\" aria-current=\"true\">English</button>"), "\(address)")
            #expect(text.contains("value=\"de\" lang=\"de\" aria-current=\"false\">Deutsch</button>"), "\(address)")
        }
    }

    func answerToForm() throws {
        var browser = Browser(provider)
        let answer = try browser.post("/login/\(SessionID.random())/continue")
        #expect(answer.status == 404)
        #expect(!answer.text.contains("action=\"/language\""))
    }

    func foreign() throws {
        var browser = Browser(provider)
        let answer = try browser.choose("de", page: "/a", fetchSite: "cross-site")
        #expect(answer.status == 403)
        #expect(answer["Set-Cookie"] == nil)
    }

    func openRedirect(page: String) throws {
        var browser = Browser(provider)
        let answer = try browser.choose("de", page: page)
        #expect(answer.status == 400)
        #expect(answer["Location"] == nil)
    }

    func unknownLanguage(language: String) throws {
        var browser = Browser(provider)
        #expect(try browser.choose(language, page: "/a").status == 400)
    }

    func rate() throws {
        func choose(from client: String) throws -> Response {
            provider.router.respond(
                to: try Request(
                    .post, "/language",
                    headers: [
                        HeaderField("Content-Type", "application/x-www-form-urlencoded"),
                        HeaderField("Sec-Fetch-Site", "same-origin"), HeaderField("Accept", "text/html"),
                    ],
                    body: Array("language=de&page=/a".utf8), remoteAddress: try #require(RemoteAddress(client))))
        }
        for _ in 0..<120 { #expect(try choose(from: "192.0.2.1").status == .seeOther) }
        let refused = try choose(from: "192.0.2.1")
        #expect(refused.status == .tooManyRequests)
        #expect(refused["Retry-After"] != nil)
        #expect(refused["Set-Cookie"] == nil)
        #expect(try choose(from: "192.0.2.2").status == .seeOther)
    }

    func link() throws {
        #expect(try provider.get("/language?language=de&page=/a").status == 405)
    }
}

extension Browser {
    /// Presses a button of the language switch.
    fileprivate mutating func choose(
        _ language: String, page: String, fetchSite: String = "same-origin"
    ) throws -> Response {
        try post("/language", [("language", language), ("page", page)], fetchSite: fetchSite)
    }
}
