import Eventually
import Testing
import Threads
import XignDomain
import XignHTTP
import XignProtocol
import XignStorage

@testable import XignAdmission
@testable import XignOpenID
@testable import XignServer
@testable import XignUseCases

struct PushedRequestTests {
    @Test("Pushed authorization requests (PAR)", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("a pushed request leads to a login, with all that was pushed", login),
        TestCase("whatever stands beside the request_uri is ignored", beside),
        TestCase(
            "a request survives reloads until a code is issued, and leads to one code, whichever browser is first", once
        ),
        TestCase("of ten logins with one request that are fetched at once, one gets a code", parallel),
        TestCase(
            "a request begins logins for five minutes, and a login that has begun can be finished afterwards", lifetime),
        TestCase("a request_uri of another client, of nobody, or without client_id leads nowhere", others),
        TestCase("an address that was not issued here is never fetched", foreign),
        TestCase("a service that must push its requests is refused without", demanded),
        TestCase("a redirect URI that was withdrawn since the push leads nowhere", withdrawn),
        TestCase(
            "a request that the authorization endpoint would refuse is refused at once, with its error", refused,
            each: [
                (["redirect_uri": nil], "invalid_request"),
                (["redirect_uri": "https://evil.example/"], "invalid_request"),
                (["request_uri": "urn:ietf:params:oauth:request_uri:x"], "invalid_request"),
                (["request": "x"], "request_not_supported"), (["response_type": "token"], "unsupported_response_type"),
                (["response_type": "code id_token"], "unsupported_response_type"),
                (["response_type": nil], "invalid_request"),
                (["scope": "profile"], "invalid_scope"), (["code_challenge": nil], "invalid_request"),
                (["code_challenge_method": "plain"], "invalid_request"), (["prompt": "none login"], "invalid_request"),
                (["id_token_hint": "x"], "invalid_request"), (["claims": "[]"], "invalid_request"),
                (["dpop_jkt": "x"], "invalid_request"), (["acr_values": "phr"], "unmet_authentication_requirements"),
                (["login_hint": String(repeating: "a", count: 20_000)], "invalid_request"),
            ] as [([String: String?], String)]),
        TestCase("nobody pushes a request for a client with credentials", clients),
        TestCase("no secret of the client is stored with its request", noSecrets),
        TestCase("a service that is made to push without end is stopped, and others are not", flood),
        TestCase("scripts at the origin of a public client alone read the answer", crossOrigin),
        TestCase("a proof at the endpoint binds the code to its key", proof),
        TestCase("a proof of another key than dpop_jkt, for another endpoint, or a second time is refused", wrongProof),
    ]

    let provider: Provider

    init() throws { provider = try Provider() }

    private func push(
        _ website: Website = .shop, _ changes: [String: String?] = [:], headers: [HeaderField] = []
    ) throws -> Response {
        var form = website.request(changes)
        form.removeAll { $0.0 == "client_id" }
        return try provider.post("/openid/par", form, headers: website.authorization + headers)
    }

    private func uri(_ website: Website = .shop, _ changes: [String: String?] = [:]) throws -> String {
        try #require(try push(website, changes).json["request_uri"]?.string)
    }

    private func target(_ uri: String, client: String = "shop", _ more: [(String, String)] = []) -> String {
        "/openid/authenticate?" + Provider.encoded([("client_id", client), ("request_uri", uri)] + more)
    }

    private func error(_ response: Response) throws -> String? { try response.json["error"]?.string }

    func login() throws {
        let response = try push()
        #expect(response.status == 201 && response["Cache-Control"] == "no-store")
        #expect(try response.json["expires_in"]?.integer == 300)
        let uri = try #require(try response.json["request_uri"]?.string)
        #expect(uri.hasPrefix("urn:ietf:params:oauth:request_uri:"))
        var browser = Browser(provider)
        let id = try browser.session(in: try browser.get(target(uri)))
        try provider.confirm(id)
        let answer = try Answer(try browser.post("/login/\(id)/continue"))
        #expect(answer["state"] == Website.shop.state)
        #expect(try Website.shop.redeem(answer["code"] ?? "", at: provider).status == 200)
    }

    func beside() throws {
        let uri = try uri(.shop, ["state": nil])
        var browser = Browser(provider)
        let more = [
            ("redirect_uri", "https://evil.example/"), ("state", "other"), ("nonce", "other"), ("scope", "x"),
            ("response_type", "token"), ("code_challenge", "x"), ("request", "x"), ("prompt", "x"), ("prompt", "y"),
        ]
        let id = try browser.session(in: try browser.get(target(uri, more)))
        try provider.confirm(id)
        let answer = try Answer(try browser.post("/login/\(id)/continue"))
        #expect(answer["state"] == nil)
        #expect(try Website.shop.redeem(answer["code"] ?? "", at: provider).status == 200)
    }

    func once() throws {
        let uri = try uri()
        var browsers = [Browser(provider), Browser(provider)]
        let first = try browsers[0].session(in: try browsers[0].get(target(uri)))
        let again = try browsers[0].session(in: try browsers[0].get(target(uri)))
        let other = try browsers[1].session(in: try browsers[1].get(target(uri)))
        #expect(Set([first, again, other]).count == 3)
        try provider.confirm(again)
        try provider.confirm(other)
        let answer = try Answer(try browsers[0].post("/login/\(again)/continue"))
        #expect(answer["code"] != nil)
        #expect(try Answer(try browsers[1].post("/login/\(other)/continue"))["error"] == "invalid_request_uri")
        // A double click gets another code of the same login.
        #expect(try Answer(try browsers[0].post("/login/\(again)/continue"))["code"] != nil)
        let used = try browsers[0].get(target(uri))
        #expect(used.status == 410 && used["Location"] == nil)
    }

    func parallel() throws {
        let uri = try uri()
        let logins = try (0..<10).map { _ in
            var browser = Browser(provider)
            let id = try browser.session(in: try browser.get(target(uri)))
            try provider.confirm(id)
            return (browser, id)
        }
        let turn = Locked(-1)
        let codes = inParallel(10) {
            let number = turn.withLock { number in
                number += 1
                return number
            }
            var (browser, id) = logins[number]
            return try Answer(try browser.post("/login/\(id)/continue"))["code"]
        }
        #expect(codes.compactMap { $0 }.count == 1)
    }

    func lifetime() throws {
        let uri = try uri()
        var browser = Browser(provider)
        provider.advance(seconds: 299)
        let id = try browser.session(in: try browser.get(target(uri)))
        provider.advance(seconds: 1)
        #expect(try browser.get(target(uri)).status == 410)
        try RemoveExpired(provider.context)(isStopping: { false })
        try provider.confirm(id)
        #expect(try Answer(try browser.post("/login/\(id)/continue"))["code"] != nil)
    }

    func others() throws {
        let uri = try uri()
        for (client, uri) in [
            ("legacy", uri), ("shop", uri + "A"), ("shop", PushedRequest.prefix), ("shop", uri + "%00"),
        ] {
            let response = try provider.get(target(uri, client: client))
            #expect(response.status == 410 && response["Location"] == nil)
        }
        for client in ["nobody", "closed", ""] {
            let response = try provider.get(target(uri, client: client))
            #expect(response.status == 400 && response["Location"] == nil)
        }
        var twice = try provider.get(target(uri, [("request_uri", uri)]))
        #expect(twice.status == 400 && twice["Location"] == nil)
        twice = try provider.get(target(uri, [("client_id", "shop")]))
        #expect(twice.status == 400 && twice["Location"] == nil)
    }

    func foreign() throws {
        let answer = try provider.get(Website.shop.target(["request_uri": "https://shop.example.org/request"]))
        #expect(answer["Location"]?.contains("error=request_uri_not_supported") == true)
    }

    func demanded() throws {
        try provider.change("shop") { $0.client.pushedRequests = .required }
        let answer = try provider.get(Website.shop.target())
        #expect(answer["Location"]?.contains("error=invalid_request") == true)
        var browser = Browser(provider)
        _ = try browser.session(in: try browser.get(target(try uri())))
    }

    func withdrawn() throws {
        let uri = try uri()
        try provider.change("shop") { $0.redirectURIs = ["https://shop.example.org/other"] }
        let response = try provider.get(target(uri))
        #expect(response.status == 400 && response["Location"] == nil)
    }

    // MARK: The endpoint

    func refused(changes: [String: String?], code: String) throws {
        let response = try push(.shop, changes)
        #expect(response.status == 400)
        #expect(try error(response) == code)
    }

    func clients() throws {
        #expect(try provider.post("/openid/par", Website.shop.request()).status == 401)
        let wrong = [Website.basic("shop", "x")]
        #expect(try provider.post("/openid/par", Website.shop.request(), headers: wrong).status == 401)
        #expect(try provider.get("/openid/par").status == 405)
    }

    func noSecrets() throws {
        let form = Website.shop.request() + [("client_secret", Provider.secret.text)]
        let response = try provider.post("/openid/par", form)
        let uri = try #require(try response.json["request_uri"]?.string)
        let stored = try provider.context.database.read {
            try $0.pushedRequests.find(PushedRequest.hash(ofURI: uri) ?? BearerHash(of: ""))
        }
        #expect(stored?.parameters.contains("redirect_uri=") == true)
        #expect(stored?.parameters.contains(Provider.secret.text) == false)
    }

    func flood() throws {
        var router = Router()
        let clients = ClientRequests(provider.context, provider.manager.admission, provider.manager.log)
        let admission = provider.manager.admission
        PushedRequestEndpoint(provider.context, admission, clients, rate: Rate(everyMinute: 2, atOnce: 2))
            .register(in: &router)
        let type = HeaderField("Content-Type", "application/x-www-form-urlencoded")
        func push(_ website: Website) throws -> Response {
            let body = Array(Provider.encoded(website.request()).utf8)
            return router.respond(
                to: try Request(.post, "/openid/par", headers: website.authorization + [type], body: body))
        }
        let statuses = try (0..<3).map { _ in try push(.shop).status }
        #expect(statuses == [.created, .created, .tooManyRequests])
        #expect(try push(.shop)["Retry-After"] == "30")
        #expect(try push(.legacy).status == .created)
    }

    func crossOrigin() throws {
        let own = HeaderField("Origin", "https://app.example.org")
        let read = try provider.post("/openid/par", Website.app.request(), headers: [own])
        #expect(read.status == 201)
        #expect(read["Access-Control-Allow-Origin"] == "https://app.example.org")
        let other = HeaderField("Origin", "https://shop.example.org")
        #expect(try push(headers: [other])["Access-Control-Allow-Origin"] == nil)
    }

    // MARK: With DPoP

    func proof() throws {
        let key = TestKey.p256()
        let cases: [(Bool, [String: String?])] = [
            (true, [:]), (false, [:]), (true, ["dpop_jkt": key.thumbprint]),
        ]
        for (isOwn, changes) in cases {
            let response = try push(.shop, changes, headers: [try key.proof("POST", "/openid/par", at: provider)])
            let uri = try #require(try response.json["request_uri"]?.string)
            var browser = Browser(provider)
            let id = try browser.session(in: try browser.get(target(uri)))
            try provider.confirm(id)
            let code = try Answer(try browser.post("/login/\(id)/continue"))["code"] ?? ""
            let proof = try (isOwn ? key : .p256()).proof(at: provider)
            let redeemed = try provider.post(
                "/openid/token", Website.shop.tokenRequest(code), headers: Website.shop.authorization + [proof])
            #expect(redeemed.status == (isOwn ? 200 : 400))
        }
    }

    func wrongProof() throws {
        let key = TestKey.p256()
        let proof = try key.proof("POST", "/openid/par", at: provider)
        let other = ["dpop_jkt": TestKey.p256().thumbprint]
        #expect(try error(try push(.shop, other, headers: [proof])) == "invalid_dpop_proof")
        #expect(try error(try push(headers: [try key.proof(at: provider)])) == "invalid_dpop_proof")
        #expect(try push(headers: [proof]).status == 201)
        #expect(try error(try push(headers: [proof])) == "invalid_dpop_proof")
    }
}
