import Testing
import XignDomain
import XignHTTP
import XignProtocol
import XignStorage

@testable import XignDeviceAPI
@testable import XignOpenID
@testable import XignServer
@testable import XignUseCases
@testable import XignWeb

struct AuthorizationTests {
    @Test("Authorization endpoint", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("a right request begins a session, whose cookie's hash alone is stored", begins),
        TestCase("a form that is posted begins a session as well", posted),
        TestCase(
            "an unknown, missing, repeated or inactive client gets a page, never a redirect", unknownClient,
            each: [
                Website.shop.target(["client_id": "nobody"]), Website.shop.target(["client_id": nil]),
                Website.shop.target(["client_id": ""]), Website.shop.target() + "&client_id=shop",
                Website(clientID: "closed", redirectURI: "https://closed.example.org/cb").target(),
                "/openid/authenticate",
            ]),
        TestCase(
            "a redirect URI that is not the registered one, byte for byte, gets a page and never a redirect",
            redirectURITricks,
            each: [
                "https://shop.example.org/callback/", "https://shop.example.org/Callback",
                "https://SHOP.example.org/callback", "HTTPS://shop.example.org/callback",
                "http://shop.example.org/callback",
                "https://shop.example.org:443/callback", "https://shop.example.org:8443/callback",
                "https://shop.example.org./callback", "https://shop.example.org@evil.example/callback",
                "https://evil.example@shop.example.org/callback", "https://user:pass@shop.example.org/callback",
                "https://shop.example.org\\@evil.example/callback", "https://evil.example\\shop.example.org/callback",
                "https://shop.example.org/\tcallback", "\thttps://shop.example.org/callback",
                "https://shop.example.org/callback\n", " https://shop.example.org/callback",
                "https://shop.example.org/callback ", "https://shop.example.org/callback#",
                "https://shop.example.org/callback#x", "https://shop.example.org/callback?",
                "https://shop.example.org/callback?x=1",
                "https://shop.example.org/callback;x", "https://shop.example.org/./callback",
                "https://shop.example.org/a/../callback", "https://shop.example.org/callback/..",
                "https://shop.example.org/%63allback", "https://shop.example.org/%2563allback",
                "https://shop.example.org/callback%00", "https://shop.example.org/callback%2f",
                "https://shop.example.org//callback",
                "https://shop.example.org.evil.example/callback",
                "https://evil.example/https://shop.example.org/callback",
                "https://shop.example.org/callbackevil", "https://shop.example.org", "//shop.example.org/callback",
                "/callback", "javascript:alert(1)", "data:text/html,x", "https://*.example.org/callback",
                "https://shop.exampl\u{435}.org/callback", "https://xn--shop.example.org/callback",
                "https://shop.example.org/c\u{61}\u{301}llback", "https://shop.example.org/cb?tenant=2",
                "https://shop.example.org/cb?tenant=1&x=2", "https://shop.example.org/cb", "http://127.0.0.1:8090/cb",
                "https://shop.example.org/callback https://evil.example", "",
            ]),
        TestCase(
            "a missing or repeated redirect URI gets a page, even where only one is registered", redirectURIMissing),
        TestCase("what a client states about Host does not move the answer to another address", forgedHost),
        TestCase(
            "every other mistake is told to the website, with its state and the issuer", refusals,
            each: [
                (["response_type": nil], "invalid_request"), (["response_type": ""], "invalid_request"),
                (["response_type": "token"], "unsupported_response_type"),
                (["response_type": "code id_token"], "unsupported_response_type"),
                (["response_type": "id_token"], "unsupported_response_type"),
                (["response_mode": "fragment"], "invalid_request"), (["response_mode": "jwt"], "invalid_request"),
                (["scope": nil], "invalid_scope"), (["scope": "profile email"], "invalid_scope"),
                (["scope": "OpenID"], "invalid_scope"), (["prompt": "none"], "login_required"),
                (["prompt": "none login"], "invalid_request"), (["prompt": "create"], "invalid_request"),
                (["request": "eyJhbGciOiJub25lIn0.e30."], "request_not_supported"),
                (["request_uri": "https://evil.example/r"], "request_uri_not_supported"),
                (["registration": "{}"], "registration_not_supported"),
                (["nonce": String(repeating: "n", count: 1001)], "invalid_request"),
                (["nonce": "a\nb"], "invalid_request"),
                (["nonce": "a\u{85}b"], "invalid_request"), (["claims": "{"], "invalid_request"),
                (["acr_values": "phr"], "unmet_authentication_requirements"),
                (["id_token_hint": "x"], "invalid_request"),
                (["claims": "[]"], "invalid_request"), (["claims": "{} {}"], "invalid_request"),
            ] as [([String: String?], String)]),
        TestCase(
            "what only wishes for something does not hinder a login", tolerated,
            each: [
                ["max_age": "0"], ["ui_locales": "de"], ["prompt": "login"], ["prompt": "consent select_account"],
                ["display": "popup"], ["login_hint": "ada"], ["acr_values": ""], ["acr_values": "1 2"],
                ["id_token_hint": ""],
                ["claims": #"{"userinfo":{"given_name":null},"id_token":{"acr":{"values":["x"]}}}"#],
                ["scope": "openid offline_access whatever"], ["state": nil], ["nonce": nil], ["unknown": "x"],
                ["response_mode": "query"], ["prompt": ""], ["state": String(repeating: "s", count: 4096)],
                ["nonce": String(repeating: "n", count: 1000)],
            ] as [[String: String?]]),
        TestCase("a parameter that is there twice is refused, whatever it is", repeated),
        TestCase(
            "a state that is refused is given back all the same, and breaks no header", badState,
            each: ["a\r\nSet-Cookie: x=y", String(repeating: "s", count: 4097), "a\u{7F}"]),
        TestCase("a state that no request line could have had is not given back", longState),
        TestCase("of two states none is given back", twoStates),
        TestCase(
            "state comes back as it was sent, whatever stands in it", stateUnchanged,
            each: ["a b+c", "&code=x&=", "%41%2541", "\"'><script>", "#frag?ment", "ümläut 😀", "e\u{301} \u{E9}"]),
        TestCase("a redirect URI with a query keeps it", redirectURIWithQuery),
        TestCase(
            "a challenge must be there where it is required, and be an S256", proofKey,
            each: [
                (Website.shop, ["code_challenge": nil, "code_challenge_method": nil], false),
                (Website.shop, ["code_challenge": nil], false), (Website.shop, ["code_challenge_method": nil], false),
                (Website.shop, ["code_challenge_method": "plain"], false),
                (Website.shop, ["code_challenge_method": "s256"], false),
                (Website.shop, ["code_challenge": Website.shop.challenge + "="], false),
                (Website.shop, ["code_challenge": String(Website.shop.challenge.dropLast())], false),
                (Website.shop, ["code_challenge": Website.shop.challenge + "A"], false),
                (Website.shop, ["code_challenge": String(repeating: "+", count: 43)], false),
                (Website.shop, ["code_challenge": String(repeating: "é", count: 43)], false),
                // A text of 43 characters that is the encoding of no 32 bytes.
                (Website.shop, ["code_challenge": String(repeating: "A", count: 42) + "B"], false),
                (Website.app, ["code_challenge": nil, "code_challenge_method": nil], false),
                (Website.legacy, ["code_challenge": nil], false),
                (Website.legacy, ["code_challenge_method": "plain"], false),
                (Website.legacy, ["code_challenge_method": nil], false),
                (Website.legacy, ["code_challenge": nil, "code_challenge_method": nil], true),
                (Website.legacy, ["code_challenge": nil, "code_challenge_method": nil, "nonce": nil], true),
                (Website.noncing, ["code_challenge": nil, "code_challenge_method": nil], true),
                (Website.noncing, ["code_challenge": nil, "code_challenge_method": nil, "nonce": nil], false),
                (Website.noncing, ["code_challenge": nil, "code_challenge_method": nil, "nonce": ""], false),
                (Website.noncing, ["code_challenge": nil], false), (Website.noncing, ["nonce": nil], true),
                (Website.app, ["code_challenge": nil, "code_challenge_method": nil, "nonce": "n"], false),
                (Website.legacy, [:], true), (Website.shop, [:], true), (Website.app, [:], true),
            ] as [(Website, [String: String?], Bool)]),
        TestCase("other methods are refused, and a form that is none", methods),
    ]

    let provider: Provider

    init() throws { provider = try Provider() }

    func begins() throws {
        var browser = Browser(provider)
        let response = try browser.get(Website.shop.target())
        #expect(response.status == 303)
        let id = try browser.session(in: response)
        let cookie = try #require(response["Set-Cookie"])
        let value = browser.cookies[0].value
        #expect(browser.cookies[0].name == "__Host-xign-\(id.description.prefix(8))")
        #expect(Base64URL.decode(value)?.count == 32)
        #expect(cookie.hasSuffix("; Path=/; Max-Age=660; Secure; HttpOnly; SameSite=Lax") && !cookie.contains("Domain"))
        let login = try #require(try provider.context.database.read { try $0.processes.browserProcess(id) })
        #expect(login.request.cookieHash == BearerHash(of: value))
        #expect(login.process.phase == .waiting)
        #expect(login.process.serviceID == "shop")
        #expect(login.process.expiresAt == provider.now + 300)
        #expect(
            login.authorization
                == AuthorizationRequest(
                    redirectURI: Website.shop.redirectURI, state: "af0ifjsldkj",
                    requirements: LoginRequirements(
                        scope: ["openid", "profile"], nonce: "n-0S6_WzA2Mj", codeChallenge: Website.shop.challenge)))
    }

    func posted() throws {
        #expect(
            try provider.post("/openid/authenticate", Website.shop.request())["Location"]?.hasPrefix("/login/") == true)
    }

    func unknownClient(target: String) throws {
        let response = try provider.get(target)
        #expect(response.status == 400 && response["Location"] == nil && response["Set-Cookie"] == nil)
        #expect(response["Content-Type"] == "text/html; charset=utf-8")
        #expect(response["Content-Security-Policy"] == ContentSecurityPolicy.message)
        #expect(response.text.contains("This website is not known here"))
    }

    func redirectURITricks(uri: String) throws {
        let response = try provider.get(Website.shop.target(["redirect_uri": uri]))
        #expect(response.status == 400 && response["Location"] == nil && response["Set-Cookie"] == nil)
        #expect(response.text.contains("You cannot be taken back"))
        // The language switch leads back to this very request.
        let page = response.text.replacing(
            #/<input type="hidden" name="page" value="/openid/authenticate\?[^"<]*">/#, with: "")
        #expect(!page.contains("evil"))
    }

    func redirectURIMissing() throws {
        for target in [
            Website.legacy.target(["redirect_uri": nil]),
            Website.shop.target() + "&redirect_uri=https%3A%2F%2Fevil.example",
            Website.shop.target() + "&redirect_uri=https%3A%2F%2Fshop.example.org%2Fcallback",
        ] {
            #expect(try provider.get(target).status == 400)
        }
    }

    func forgedHost() throws {
        let request = try Request(
            .get, Website.shop.target(["scope": "none"]), host: "evil.example",
            headers: [HeaderField("X-Forwarded-Host", "evil.example")])
        let answer = try Answer(provider.router.respond(to: request))
        #expect(answer.address == Website.shop.redirectURI && answer["iss"] == "https://login.example.org")
    }

    func refusals(changes: [String: String?], error: String) throws {
        let answer = try Answer(try provider.get(Website.shop.target(changes)))
        #expect(answer.status == 303 && answer.address == Website.shop.redirectURI)
        #expect(answer["error"] == error && answer["state"] == "af0ifjsldkj")
        #expect(answer["iss"] == "https://login.example.org" && answer["code"] == nil)
    }

    func tolerated(changes: [String: String?]) throws {
        var browser = Browser(provider)
        let id = try browser.begin(.shop, changes)
        let scope = try provider.context.database.read { try $0.processes.find(id)?.goal.login?.requirements.scope }
        #expect(scope?.allSatisfy(LoginRequirements.supportedScopes.contains) == true)
    }

    func repeated() throws {
        for name in ["scope", "nonce", "code_challenge", "unknown"] {
            let answer = try Answer(try provider.get(Website.shop.target([name: "x"]) + "&\(name)=x"))
            #expect(answer["error"] == "invalid_request" && answer["state"] == "af0ifjsldkj", "\(name)")
        }
    }

    func badState(state: String) throws {
        let response = try provider.get(Website.shop.target(["state": state]))
        let answer = try Answer(response)
        #expect(answer["error"] == "invalid_request" && answer["iss"] != nil)
        #expect(answer["state"]?.hasSameBytes(as: state) == true)
        #expect(response["Set-Cookie"] == nil)
    }

    func longState() throws {
        let states = [8192, 8193].map { String(repeating: "s", count: $0) }
        let answers = try states.map { state in
            try Answer(try provider.post("/openid/authenticate", Website.shop.request(["state": state])))
        }
        #expect(answers.map { $0["error"] } == ["invalid_request", "invalid_request"])
        #expect(answers.map { $0["state"]?.utf8.count } == [8192, nil])
    }

    func twoStates() throws {
        let answer = try Answer(try provider.get(Website.shop.target() + "&state=2"))
        #expect(answer["error"] == "invalid_request")
        #expect(answer.parameters.all("state") == [])
    }

    func stateUnchanged(state: String) throws {
        var browser = Browser(provider)
        let refused = try Answer(try provider.get(Website.shop.target(["state": state, "scope": "x"])))
        #expect(refused["state"]?.hasSameBytes(as: state) == true && refused.parameters.list.count == 4)
        let id = try browser.begin(.shop, ["state": state])
        try provider.confirm(id)
        let answer = try Answer(try browser.post("/login/\(id)/continue"))
        #expect(answer["state"]?.hasSameBytes(as: state) == true && answer.parameters.list.count == 3)
    }

    func redirectURIWithQuery() throws {
        let uri = "https://shop.example.org/cb?tenant=1"
        let answer = try Answer(try provider.get(Website.shop.target(["redirect_uri": uri, "scope": "x"])))
        #expect(answer.address == "https://shop.example.org/cb" && answer["tenant"] == "1")
        #expect(answer["error"] == "invalid_scope")
    }

    func proofKey(website: Website, changes: [String: String?], isTaken: Bool) throws {
        let location = try provider.get(website.target(changes))["Location"]
        #expect(location?.hasPrefix("/login/") == isTaken)
        if !isTaken { #expect(location?.hasPrefix("\(website.redirectURI)?error=invalid_request&") == true) }
    }

    func methods() throws {
        for method in [XignHTTP.Method.put, .delete, .patch] {
            let response = provider.router.respond(to: try Request(method, Website.shop.target()))
            #expect(response.status == 405 && response["Allow"] == "GET, HEAD, OPTIONS, POST")
        }
        let json = HeaderField("Content-Type", "application/json")
        let request = try Request(.post, "/openid/authenticate", headers: [json], body: Array("{}".utf8))
        let response = provider.router.respond(to: request)
        #expect(response.status == 400 && response.text.contains("cannot be read"))
    }
}
