import Testing
import XignDomain
import XignHTTP
import XignProtocol

@testable import XignServer

struct PublicClientTests {
    @Test("Public clients, as widespread libraries behave", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase(
            "an empty secret in the Authorization field is none, as in a form: a public client needs no other",
            emptySecret),
        TestCase("an empty secret opens no client that has one, at any endpoint", confidentialClient),
        TestCase("a public client pushes its requests, with PKCE alone", publicClient),
        TestCase("of each network, public clients push as often as it may send forms, right or wrong", publicFlood),
    ]

    let provider: Provider

    init() throws { provider = try Provider() }

    private func code() throws -> String {
        var browser = Browser(provider)
        return try browser.logIn(.app)
    }

    private func error(_ response: Response) throws -> String? { try response.json["error"]?.string }

    func emptySecret() throws {
        let basic = [Website.basic("app", "")]
        let form = Website.app.tokenRequest(try code(), ["client_id": nil])
        #expect(try provider.post("/openid/token", form, headers: basic).status == 200)
        let both = Website.app.tokenRequest(try code(), ["client_secret": ""])
        #expect(try provider.post("/openid/token", both, headers: basic).status == 200)
        let other = Website.app.tokenRequest(try code(), ["client_id": "shop"])
        #expect(try error(try provider.post("/openid/token", other, headers: basic)) == "invalid_request")
        let twice = Website.app.tokenRequest(try code(), ["client_secret": Provider.secret.text])
        #expect(try error(try provider.post("/openid/token", twice, headers: basic)) == "invalid_client")
        let wrong = Website.app.tokenRequest(try code())
        let secret = [Website.basic("app", Provider.secret.text)]
        #expect(try error(try provider.post("/openid/token", wrong, headers: secret)) == "invalid_client")
    }

    func confidentialClient() throws {
        var browser = Browser(provider)
        let code = try browser.logIn(.shop)
        for (path, form) in [
            ("/openid/token", Website.shop.tokenRequest(code)), ("/openid/par", Website.shop.request()),
            ("/openid/revoke", [("token", "x")]),
        ] {
            let basic = try provider.post(path, form, headers: [Website.basic("shop", "")])
            #expect(try error(basic) == "invalid_client", "\(path)")
            let named = form.filter { $0.0 != "client_id" } + [("client_id", "shop"), ("client_secret", "")]
            #expect(try error(try provider.post(path, named)) == "invalid_client", "\(path)")
        }
        #expect(try Website.shop.redeem(code, at: provider).status == 200)
    }

    func publicClient() throws {
        let form = Website.app.request()
        let pushed = try provider.post("/openid/par", form)
        #expect(pushed.status == 201)
        let uri = try #require(try pushed.json["request_uri"]?.string)
        let target = "/openid/authenticate?" + Provider.encoded([("client_id", "app"), ("request_uri", uri)])
        var browser = Browser(provider)
        let id = try browser.session(in: try browser.get(target))
        try provider.confirm(id)
        let answer = try Answer(try browser.post("/login/\(id)/continue"))
        #expect(answer["state"] == Website.app.state)
        #expect(try Website.app.redeem(answer["code"] ?? "", at: provider).status == 200)
        let nonceAlone = Website.app.request(["code_challenge": nil, "code_challenge_method": nil])
        #expect(try error(try provider.post("/openid/par", nonceAlone)) == "invalid_request")
        let elsewhere = Website.app.request(["redirect_uri": "https://evil.example/"])
        #expect(try error(try provider.post("/openid/par", elsewhere)) == "invalid_request")
        let secret = [Website.basic("app", "x")]
        #expect(try provider.post("/openid/par", form, headers: secret).status == 401)
    }

    func publicFlood() throws {
        func push(_ website: Website, from address: String, _ changes: [String: String?] = [:]) throws -> Response {
            let type = HeaderField("Content-Type", "application/x-www-form-urlencoded")
            let request = try Request(
                .post, "/openid/par", headers: website.authorization + [type],
                body: Array(Provider.encoded(website.request(changes)).utf8),
                remoteAddress: try #require(RemoteAddress(address)))
            return provider.router.respond(to: request)
        }
        let wrong = try (0..<60).map { _ in try push(.app, from: "192.0.2.1", ["scope": nil]).status }
        #expect(wrong.allSatisfy { $0 == .badRequest })
        let right = try (0..<60).map { _ in try push(.app, from: "192.0.2.1").status }
        #expect(right.allSatisfy { $0 == .created })
        let refused = try push(.app, from: "192.0.2.1")
        #expect(refused.status == .tooManyRequests)
        #expect(refused["Retry-After"] == "1")
        #expect(try push(.app, from: "192.0.2.2").status == .created)
        #expect(try push(.shop, from: "192.0.2.1").status == .created)
    }
}
