import Testing
import XignProtocol

/// Addresses that are not registered, ID tokens that are not from here, and the page after a logout.
extension LogoutControllerTests {
    static let addressTests: [TestCase<Self>] = [
        TestCase(
            "an address that is not registered ends the login, leads nowhere, and a page says why", notRegistered,
            each: [
                "https://shop.example.org/bye", address + "&foo=bar", "https://evil.example/", "javascript:alert(1)",
            ]
        ),
        TestCase(
            "an address that is not registered ends no login of another browser without a question",
            notRegisteredElsewhere),
        TestCase("the log names client and address of such a request, five times and then once a minute", logged),
        TestCase("the page shows of such an address neither a query nor marks of a text", shownAddress),
        TestCase(
            "an ID token that is not from here counts as none: the question, and no way back", brokenHint,
            each: ["e30.e30.", "tampered"]),
        TestCase(
            "the page after a logout links to the registered address, else to the website, else to the origin that all "
                + "addresses share, else to the manager", links),
        TestCase("a logout of the whole browser names the websites, and those that are not told", wholeBrowser),
    ]

    // MARK: An address that is not registered

    func notRegistered(_ address: String) throws {
        var browser = Browser(provider)
        let hint = ("id_token_hint", try logIn(&browser))
        let response = try browser.get(target([hint, ("post_logout_redirect_uri", address), ("state", "s")]))
        #expect(response.status == .badRequest)
        #expect(response["Location"] == nil)
        #expect(response.text.contains("You are logged out"))
        #expect(response.text.contains("is not registered as a logout address"))
        #expect(!response.text.contains("href=\"\(address)"))
        #expect(response.text.contains("href=\"https://shop.example.org\""))
        #expect(try !isLoggedIn(browser))
    }

    func notRegisteredElsewhere() throws {
        var (owner, browser) = (Browser(provider), Browser(provider))
        let hint = ("id_token_hint", try logIn(&owner))
        let request = [hint, ("post_logout_redirect_uri", "https://evil.example/")]
        let asked = try browser.get(target(request))
        #expect(asked.status == .ok)
        #expect(asked.text.contains("/openid/logout/confirmed"))
        #expect(try isLoggedIn(owner))
        let response = try browser.post("/openid/logout/confirmed", request)
        #expect(response.status == .badRequest)
        #expect(response.text.contains("You are logged out"))
        #expect(try !isLoggedIn(owner))
    }

    func logged() throws {
        var browser = Browser(provider)
        let hint = ("id_token_hint", try logIn(&browser))
        let request = target([hint, ("post_logout_redirect_uri", "https://ada:pw@shop.example.org/bye?secret=1")])
        for _ in 0..<7 { _ = try browser.get(request) }
        #expect(try refusals.count == 5)
        let line = try #require(try refusals.first)
        #expect(line["client"]?.string == "shop")
        #expect(line["postLogoutRedirectURI"]?.string == "https://…@shop.example.org/bye")
        #expect(line["advice"]?.string == "declare it in postLogoutRedirectUris")
        provider.advance(seconds: 60)
        for _ in 0..<2 { _ = try browser.get(request) }
        #expect(try refusals.count == 6)
    }

    private var refusals: [JSONValue] {
        get throws {
            try lines.withLock { $0.filter { $0.contains("logoutAddressRefused") } }.map {
                try StrictJSON.parse(Array($0.utf8), limits: .message)
            }
        }
    }

    func shownAddress() throws {
        var browser = Browser(provider)
        let hint = ("id_token_hint", try logIn(&browser))
        let sent = "https://evil.example/<b>call 0900\u{202E}" + String(repeating: "x", count: 500) + "?token=1"
        let text = try browser.get(target([hint, ("post_logout_redirect_uri", sent)])).text
        #expect(text.contains("https://evil.example/%3Cb%3Ecall%200900%E2%80%AExxx"))
        #expect(!text.contains(String(repeating: "x", count: 200)))
        #expect(!text.contains("token=1"))
    }

    // MARK: Requests without an ID token from here

    func brokenHint(_ hint: String) throws {
        var browser = Browser(provider)
        let token = try logIn(&browser)
        let sent = hint == "tampered" ? String(token.dropLast(4)) + "AAAA" : hint
        for client in [[("client_id", "shop")], []] {
            let asked = try browser.get(target(request(sent) + client))
            #expect(asked.status == .ok)
            #expect(asked.text.contains("/openid/logout/confirmed"))
            #expect(try isLoggedIn(browser))
        }
        let response = try browser.post("/openid/logout/confirmed", request(sent))
        #expect(response["Location"] == nil)
        #expect(response.text.contains("You are logged out"))
        #expect(try !isLoggedIn(browser))
    }

    func links() throws {
        let request = [("client_id", "shop"), ("post_logout_redirect_uri", Self.address)]
        func link(_ request: [(String, String)]) throws -> String? {
            let text = try provider.get(target(request)).text
            guard let start = text.firstRange(of: "<p class=\"actions\"><a class=\"button secondary\" href=\"") else {
                return nil
            }
            return String(text[start.upperBound...].prefix { $0 != "\"" })
        }
        #expect(try link(request) == Self.address)
        #expect(try link([("client_id", "shop"), ("post_logout_redirect_uri", "https://evil.example/")]) == shopOrigin)
        #expect(try link([("client_id", "shop")]) == shopOrigin)
        #expect(try link([]) == "/")
        try provider.change("shop") { $0.redirectURIs.append("https://shop.example.org/second") }
        #expect(try link([("client_id", "shop")]) == shopOrigin)
        try provider.change("shop") { $0.redirectURIs.append("https://other.example.org/callback") }
        #expect(try link([("client_id", "shop")]) == "/")
        try provider.change("shop") { $0.website = "https://www.example.org/start" }
        #expect(try link([("client_id", "shop")]) == "https://www.example.org/start")
        #expect(try link(request) == Self.address)
        // Loopback addresses, which belong to another program on each machine.
        #expect(try link([("client_id", "legacy")]) == "/")
    }

    private var shopOrigin: String { "https://shop.example.org" }

    func wholeBrowser() throws {
        try provider.change("shop") { $0.client.backChannelLogoutURI = "https://shop.example.org/logout" }
        var browser = Browser(provider)
        _ = try logIn(&browser)
        _ = try logIn(&browser, .legacy)
        let text = try browser.post("/openid/logout/confirmed", []).text
        #expect(text.contains("<li><bdi>Example shop</bdi></li>"))
        #expect(text.contains("<li><bdi>Example legacy</bdi> was not told: log out there, too.</li>"))
    }
}
