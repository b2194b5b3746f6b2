import Testing
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

struct RememberedLoginTests {
    @Test("A login that a browser remembers", arguments: TestCase.all(tests + claimsTests + endsTests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase(
            "it is answered without the device, as the same login: person, session, time and strength", repetition),
        TestCase("nothing is remembered without a tick, and a tick can be taken back", choice),
        TestCase("its cookie is a secret of this browser at this host, for as long as the login lasts", cookieFields),
        TestCase("a repeated request for the result gets another cookie, and the first one is void", lostAnswer),
        TestCase("each login with the device ends the one that the browser remembered, also without a tick", replaced),
        TestCase(
            "the device is asked for by every demand that the confirmation does not meet", demands,
            each: [
                ["prompt": "login"], ["prompt": "consent"], ["prompt": "select_account"], ["prompt": "login consent"],
                ["max_age": "0"], ["max_age": "99"], ["scope": "openid profile email"],
                ["redirect_uri": "https://other.example.org/callback"], ["acr_values": "urn:xign:acr:device"],
                ["claims": #"{"userinfo":{"email":null}}"#],
            ] as [[String: String?]]),
        TestCase(
            "a request for the same or less needs no device", less,
            each: [
                ["max_age": "100"], ["max_age": "99999999999999999999"], ["scope": "openid"],
                ["scope": "openid roles"], ["claims": #"{"userinfo":{"roles":null}}"#],
                ["acr_values": "urn:xign:acr:multi-factor"], ["claims": #"{"userinfo":{"nickname":null}}"#],
                ["redirect_uri": "https://shop.example.org/cb?tenant=1"],
            ] as [[String: String?]]),
        TestCase("max_age counts from the second in auth_time", maxAge, each: [(99, true), (100, false)]),
        TestCase("max_age is a number of seconds", wrongMaxAge, each: ["-1", "1.5", "one", "+1", " 1"]),
        TestCase("a website that demands another person gets nobody", hint),
        TestCase("another website learns nothing of it, whatever the cookie is called", otherWebsite),
        TestCase("two cookies of the same name are none: one of them was planted", planted),
        TestCase("use keeps it from being idle, and prolongs nothing else", time),
        TestCase("it ends where nobody uses it", idle),
        TestCase("one from a clock that was fast is over", clockSetBack),
        TestCase("a use with a fast clock does not keep it", usedByFastClock),
    ]

    static let minutes: Int64 = 120
    static let idleMinutes: Int64 = 30

    let provider: Provider

    init() throws {
        provider = try Provider()
        for service in ["shop", "legacy", "app"] as [ServiceID] {
            try provider.change(service) {
                $0.client.rememberedLogin = .init(minutes: Self.minutes, idleMinutes: Self.idleMinutes)
            }
        }
    }

    /// Logs in with a device and a tick.
    func remembering(
        _ website: Website = .shop, _ changes: [String: String?] = [:], in former: Browser? = nil,
        factors: [FactorType] = [.device, .pin]
    ) throws -> (browser: Browser, code: String) {
        var browser = former ?? Browser(provider)
        let id = try browser.begin(website, ["prompt": "login"].merging(changes) { $1 })
        _ = try browser.post("/login/\(id)/remember", [("remember", "yes")])
        try provider.confirm(id, factors: factors)
        let code = try #require(try Answer(try browser.post("/login/\(id)/continue"))["code"])
        return (browser, code)
    }

    func claims(_ code: String, _ website: Website = .shop) throws -> JSONValue {
        let token = try #require(try website.redeem(code, at: provider).json["id_token"]?.string)
        let payload = try #require(Base64URL.decode(token.split(separator: ".")[1]))
        return try StrictJSON.parse(payload, limits: .message)
    }

    /// Asks for another login without a page.
    func silently(
        _ browser: Browser, _ website: Website = .shop, _ changes: [String: String?] = [:]
    ) throws -> Answer {
        var browser = browser
        return try Answer(try browser.get(website.target(["prompt": "none"].merging(changes) { $1 })))
    }

    func isRemembered(
        _ browser: Browser, _ website: Website = .shop, _ changes: [String: String?] = [:]
    ) throws -> Bool {
        let answer = try silently(browser, website, changes)
        if answer["code"] == nil { #expect(answer["error"] == "login_required") }
        return answer["code"] != nil
    }

    func cookie(_ browser: Browser) throws -> (name: String, value: String) {
        try #require(browser.cookies.first { $0.name.hasPrefix("__Host-xign-remembered-") })
    }

    var rows: [RememberedLogin] {
        get throws { try provider.context.database.read { try $0.rememberedLogins.all(of: Provider.account) } }
    }

    // MARK: The same login once more

    func repetition() throws {
        let (browser, code) = try remembering()
        let first = try claims(code)
        provider.advance(seconds: 600)
        for prompt in ["none", nil] {
            let answer = try silently(browser, .shop, ["prompt": prompt, "nonce": "another", "state": "s2"])
            #expect(answer["state"] == "s2")
            #expect(answer["iss"] == "https://login.example.org")
            let repeated = try claims(try #require(answer["code"]))
            for name in ["sub", "sid", "acr"] { #expect(repeated[name]?.string == first[name]?.string, "\(name)") }
            #expect(repeated["auth_time"]?.integer == first["auth_time"]?.integer)
            #expect(repeated["amr"]?.strings == first["amr"]?.strings)
            #expect(repeated["nonce"]?.string == "another")
            #expect(repeated["iat"]?.integer == provider.now.seconds)
        }
        #expect(try provider.count(of: .loginRemembered) == 1)
        #expect(try provider.count(of: .rememberedLoginUsed) == 2)
    }

    func choice() throws {
        var browser = Browser(provider)
        _ = try browser.logIn(.shop)
        #expect(try !isRemembered(browser))
        let id = try browser.begin(.shop)
        _ = try browser.post("/login/\(id)/remember", [("remember", "yes")])
        #expect(
            try browser.get("/login/\(id)").text.contains(
                "name=\"remember\" value=\"yes\" autocomplete=\"off\" checked"))
        _ = try browser.post("/login/\(id)/remember")
        try provider.confirm(id)
        _ = try browser.post("/login/\(id)/continue")
        #expect(try !isRemembered(browser))
    }

    func cookieFields() throws {
        var browser = Browser(provider)
        let id = try browser.begin(.shop)
        _ = try browser.post("/login/\(id)/remember", [("remember", "yes")])
        try provider.confirm(id)
        provider.advance(seconds: 20)
        let answer = try browser.post("/login/\(id)/continue")
        let field = try #require(
            answer.headers.first { $0.name == "Set-Cookie" && $0.value.hasPrefix("__Host-xign-remembered-") }?.value)
        #expect(field.hasSuffix("; Path=/; Max-Age=\(Self.minutes * 60 - 20); Secure; HttpOnly; SameSite=Lax"))
        #expect(Base64URL.decode(try cookie(browser).value)?.count == 32)
        #expect(try !isRemembered(Browser(provider)))
    }

    func lostAnswer() throws {
        var browser = Browser(provider)
        let id = try browser.begin(.shop)
        _ = try browser.post("/login/\(id)/remember", [("remember", "yes")])
        try provider.confirm(id)
        var lost = browser
        _ = try lost.post("/login/\(id)/continue")
        _ = try browser.post("/login/\(id)/continue")
        #expect(try isRemembered(browser))
        #expect(try !isRemembered(lost))
        #expect(try provider.count(of: .loginRemembered) == 1)
    }

    func replaced() throws {
        var (browser, _) = try remembering()
        let former = browser
        let (again, _) = try remembering(in: browser)
        #expect(try !isRemembered(former))
        #expect(try isRemembered(again))
        browser = again
        _ = try browser.logIn(.shop, ["prompt": "login"])
        #expect(try rows.isEmpty)
        #expect(browser.cookies.allSatisfy { !$0.name.hasPrefix("__Host-xign-remembered-") })
    }

    // MARK: What forces the device

    func demands(_ changes: [String: String?]) throws {
        try provider.change("shop") {
            $0.attributes = [ServiceAttribute(name: .email, isRequired: false, mustBeVerified: false)]
            $0.redirectURIs.append("https://other.example.org/callback")
        }
        let (browser, _) = try remembering()
        provider.advance(seconds: 100)
        var asking = browser
        let answer = try asking.get(Website.shop.target(changes))
        #expect(answer["Location"]?.hasPrefix("/login/") == true)
        guard changes["prompt"] == nil else { return }
        #expect(try !isRemembered(browser, .shop, changes))
        #expect(try isRemembered(browser))
    }

    func less(_ changes: [String: String?]) throws {
        let (browser, _) = try remembering()
        provider.advance(seconds: 98)
        #expect(try isRemembered(browser, .shop, changes))
    }

    func maxAge(_ seconds: Int64, _ isAnswered: Bool) throws {
        let (browser, _) = try remembering()
        provider.advance(seconds: seconds)
        #expect(try isRemembered(browser, .shop, ["max_age": "100"]) == isAnswered)
    }

    func wrongMaxAge(_ text: String) throws {
        #expect(try silently(Browser(provider), .shop, ["max_age": text])["error"] == "invalid_request")
    }

    func hint() throws {
        let (browser, code) = try remembering()
        let own = try #require(try Website.shop.redeem(code, at: provider).json["id_token"]?.string)
        #expect(try isRemembered(browser, .shop, ["id_token_hint": own]))
        try provider.write { transaction in
            try transaction.accounts.insert(Account(id: "eve", name: "eve", isActive: true), at: provider.now)
            _ = try transaction.services.addMappingID("sub-of-eve", of: "eve", at: "shop")
        }
        let eve = #"{"id_token":{"sub":{"value":"sub-of-eve"}}}"#
        #expect(try !isRemembered(browser, .shop, ["claims": eve]))
        #expect(try silently(browser, .shop, ["id_token_hint": "\(own)x"])["error"] == "invalid_request")
    }

    func otherWebsite() throws {
        try provider.change("noncing") {
            $0.client.rememberedLogin = .init(minutes: 60, idleMinutes: 60)
            $0.redirectURIs.append("https://shop.example.org/callback")
        }
        let (browser, _) = try remembering()
        let (other, _) = try remembering(.noncing)
        #expect(try !isRemembered(browser, .noncing))
        let stolen = HeaderField("Cookie", "\(try cookie(other).name)=\(try cookie(browser).value)")
        let website = Website(clientID: "noncing", redirectURI: "https://shop.example.org/callback")
        let answer = try provider.get(website.target(["prompt": "none"]), headers: [stolen])
        #expect(try Answer(answer)["error"] == "login_required")
    }

    func planted() throws {
        let (browser, _) = try remembering()
        let (name, value) = try cookie(browser)
        let field = HeaderField("Cookie", "\(name)=\(value); \(name)=\(value)")
        let answer = try provider.get(Website.shop.target(["prompt": "none"]), headers: [field])
        #expect(try Answer(answer)["error"] == "login_required")
    }

    // MARK: Time

    func time() throws {
        let (browser, _) = try remembering()
        for _ in 0..<4 {
            provider.advance(seconds: Self.idleMinutes * 60 - 1)
            #expect(try isRemembered(browser))
        }
        provider.advance(seconds: 4)
        #expect(try !isRemembered(browser))
    }

    func idle() throws {
        let (browser, _) = try remembering()
        provider.advance(seconds: Self.idleMinutes * 60)
        #expect(try !isRemembered(browser))
    }

    func clockSetBack() throws {
        let (browser, _) = try remembering()
        provider.advance(seconds: -Timestamp.clockTolerance - 1)
        #expect(try !isRemembered(browser))
    }

    func usedByFastClock() throws {
        let (browser, _) = try remembering()
        provider.advance(seconds: 1500)
        #expect(try isRemembered(browser))
        provider.advance(seconds: -1400)
        #expect(try !isRemembered(browser))
    }
}
