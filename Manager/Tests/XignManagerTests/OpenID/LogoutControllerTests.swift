import Logging
import Testing
import Threads
import XignCrypto
import XignDomain
import XignHTTP
import XignProtocol
import XignStorage

@testable import XignDeviceAPI
@testable import XignOpenID
@testable import XignServer
@testable import XignUseCases
@testable import XignWeb

struct LogoutControllerTests {
    @Test("Logouts that websites begin", arguments: TestCase.all(tests + addressTests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("the browser comes back logged out, with the state alone", redirect),
        TestCase(
            "without a state there is none, and without an address a page says that the person is logged out",
            withoutAddress),
        TestCase("an ID token that has expired names its login as well", expired),
        TestCase("the logins of other websites and of other browsers stay", others),
        TestCase(
            "a login that another browser remembers ends after a question, and then this one comes back", question),
        TestCase(
            "a request that contradicts itself ends nothing and leads nowhere", refused,
            each: [
                [("client_id", "legacy")], [("client_id", "nobody")], [("state", String(repeating: "s", count: 4097))],
            ]),
        TestCase("a parameter that is there twice ends nothing", repeated),
        TestCase(
            "without an ID token nobody comes back, not even after the question", withoutHint,
            each: [[], [("state", "s")], [("client_id", "shop"), ("post_logout_redirect_uri", address)]]),
        TestCase(
            "a form of another site is sent once more by a page of this one, with the known parameters alone", resending
        ),
        TestCase("HEAD begins no login, uses no remembered one and ends none", head),
        TestCase("the page names the account of this browser's login, and none that an ID token alone tells of", names),
        TestCase("another site answers no question", forged, each: ["cross-site", "same-site", "none"]),
    ]

    static let address = "https://shop.example.org/bye?a=1"

    let provider: Provider
    let lines: Locked<[String]>

    init() throws {
        let lines = Locked<[String]>([])
        self.lines = lines
        provider = try Provider(log: Log { line in lines.withLock { $0.append(line) } })
        for service in ["shop", "legacy"] as [ServiceID] {
            try provider.change(service) {
                $0.client.rememberedLogin = .init(minutes: 120, idleMinutes: 30)
                $0.client.postLogoutRedirectURIs = service == "shop" ? [Self.address] : []
            }
        }
    }

    /// Logs in with a tick.
    /// - Returns: the ID token.
    func logIn(_ browser: inout Browser, _ website: Website = .shop) throws -> String {
        let id = try browser.begin(website, ["prompt": "login"])
        _ = try browser.post("/login/\(id)/remember", [("remember", "yes")])
        try provider.confirm(id)
        let code = try #require(try Answer(try browser.post("/login/\(id)/continue"))["code"])
        return try #require(try website.redeem(code, at: provider).json["id_token"]?.string)
    }

    func target(_ parameters: [(String, String)]) -> String {
        "/openid/logout?" + Provider.encoded(parameters)
    }

    func isLoggedIn(_ browser: Browser, _ website: Website = .shop) throws -> Bool {
        var browser = browser
        return try Answer(try browser.get(website.target(["prompt": "none"])))["code"] != nil
    }

    func request(_ token: String, _ further: [(String, String)] = []) -> [(String, String)] {
        [("id_token_hint", token), ("post_logout_redirect_uri", Self.address)] + further
    }

    // MARK: A verified request

    func redirect() throws {
        var browser = Browser(provider)
        let token = try logIn(&browser)
        let response = try browser.get(target(request(token, [("state", "a&b"), ("client_id", "shop")])))
        #expect(response.status == .seeOther)
        #expect(response["Location"] == Self.address + "&state=a%26b")
        #expect(response["Cache-Control"] == "no-store")
        #expect(!browser.cookies.contains { $0.name.hasPrefix("__Host-xign-remembered-") })
        #expect(try !isLoggedIn(browser))
    }

    func withoutAddress() throws {
        var browser = Browser(provider)
        #expect(try browser.get(target(request(try logIn(&browser))))["Location"] == Self.address)
        let response = try browser.get(target([("id_token_hint", try logIn(&browser)), ("state", "s")]))
        #expect(response.status == .ok)
        #expect(response.text.contains("You are logged out"))
        #expect(try !isLoggedIn(browser))
    }

    func head() throws {
        var browser = Browser(provider)
        let token = try logIn(&browser)
        let commits = provider.context.database.statistics.commits
        for path in [target(request(token)), Website.shop.target(), Website.shop.target(["prompt": "none"])] {
            let response = provider.router.respond(to: try Request(.head, path, headers: [browser.cookieField]))
            #expect(response.status == .ok, "\(path)")
            #expect(response["Set-Cookie"] == nil, "\(path)")
            #expect(response["Cache-Control"] == "no-store", "\(path)")
        }
        #expect(provider.context.database.statistics.commits == commits)
        #expect(try isLoggedIn(browser))
    }

    func expired() throws {
        var browser = Browser(provider)
        let token = try logIn(&browser)
        provider.advance(seconds: 1200)
        #expect(try browser.get(target(request(token)))["Location"] == Self.address)
        #expect(try !isLoggedIn(browser))
    }

    func others() throws {
        var (browser, other) = (Browser(provider), Browser(provider))
        let token = try logIn(&browser)
        _ = try logIn(&browser, .legacy)
        _ = try logIn(&other)
        _ = try browser.get(target(request(token)))
        #expect(try isLoggedIn(browser, .legacy))
        #expect(try isLoggedIn(other))
    }

    func question() throws {
        var (owner, browser) = (Browser(provider), Browser(provider))
        let token = try logIn(&owner)
        let asked = try browser.get(target(request(token, [("state", "s")])))
        #expect(asked.status == .ok)
        #expect(asked.text.contains("Example shop") && asked.text.contains("/openid/logout/confirmed"))
        #expect(try isLoggedIn(owner))

        let confirmed = try browser.post("/openid/logout/confirmed", request(token, [("state", "s")]))
        #expect(confirmed["Location"] == Self.address + "&state=s")
        #expect(try !isLoggedIn(owner))
    }

    func names() throws {
        var (owner, browser) = (Browser(provider), Browser(provider))
        let own = try owner.get(target([("id_token_hint", try logIn(&owner))]))
        #expect(own.text.contains("<p>You were logged in as <bdi>ada</bdi>.</p>"))

        let token = try logIn(&owner)
        let confirmed = try browser.post("/openid/logout/confirmed", [("id_token_hint", token)])
        #expect(confirmed.text.contains("You are logged out"))
        #expect(!confirmed.text.contains("You were logged in as"))
        #expect(try !isLoggedIn(owner))
    }

    // MARK: What is not verified

    func refused(changes: [(String, String)]) throws {
        var browser = Browser(provider)
        let token = try logIn(&browser)
        let valid = request(token).filter { name, _ in !changes.contains { $0.0 == name } }
        let value = { (text: String) in text == "tampered" ? String(token.dropLast(4)) + "AAAA" : text }
        let response = try browser.get(target(valid + changes.map { ($0.0, value($0.1)) }))
        #expect(response.status == .badRequest)
        #expect(response["Location"] == nil)
        #expect(try isLoggedIn(browser))
    }

    func repeated() throws {
        var browser = Browser(provider)
        let token = try logIn(&browser)
        let response = try browser.get(target(request(token, [("state", "a"), ("state", "b")])))
        #expect(response.status == .badRequest)
        #expect(try isLoggedIn(browser))
    }

    func withoutHint(parameters: [(String, String)]) throws {
        var browser = Browser(provider)
        _ = try logIn(&browser)
        let asked = try browser.get(target(parameters))
        #expect(asked.status == .ok && asked.text.contains("<bdi>Example shop</bdi>"))
        #expect(try isLoggedIn(browser))

        let response = try browser.post("/openid/logout/confirmed", parameters)
        #expect(response["Location"] == nil && response.text.contains("You are logged out"))
        #expect(try !isLoggedIn(browser))
        #expect(try browser.get(target(parameters)).text.contains("You are logged out"))
    }

    // MARK: Forms of other sites

    func resending() throws {
        var browser = Browser(provider)
        let token = try logIn(&browser)
        let form = request(token, [("state", "\"<s>"), ("ticket", "x")])
        let page = try browser.post("/openid/logout", form, fetchSite: "cross-site")
        #expect(page.status == .ok && page.text.contains("value=\"&quot;&lt;s&gt;\""))
        #expect(!page.text.contains("ticket"))
        #expect(try isLoggedIn(browser))
        #expect(try browser.post("/openid/logout", form)["Location"]?.hasPrefix(Self.address) == true)
        #expect(try !isLoggedIn(browser))
    }

    func forged(fetchSite: String) throws {
        var browser = Browser(provider)
        _ = try logIn(&browser)
        #expect(try browser.post("/openid/logout/confirmed", [], fetchSite: fetchSite).status == .forbidden)
        #expect(try isLoggedIn(browser))
    }
}
