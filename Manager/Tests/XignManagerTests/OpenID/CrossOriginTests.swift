import Foundation
import Testing
import XignDomain
import XignHTTP
import XignProtocol

@testable import XignDeviceAPI
@testable import XignOpenID
@testable import XignServer
@testable import XignUseCases
@testable import XignWeb

struct CrossOriginTests {
    @Test("Cross-origin access", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase(
            "a script at a public client's origin reads the answers with tokens and claims, also refusals", registered),
        TestCase("a script at a public client's origin gives a token back, and reads that it did", revocation),
        TestCase(
            "its preflight is answered with the methods that it needs, and with fields that its tracing adds",
            preflight, each: paths),
        TestCase(
            "the preflight of a public document lets a script of any origin send its fields", publicDocument,
            each: publicPaths),
        TestCase("the documents of devices have no access for scripts", keyMaterial),
        TestCase(
            "no other origin gets any access", others, each: paths,
            [
                "https://shop.example.org", "https://evil.example", "null", "https://app.example.org.evil.example",
                "http://app.example.org", "https://app.example.org:8443", "*", "https://App.example.org",
            ]),
        TestCase(
            "the authorization endpoint and the pages of logins have no access for scripts of other origins", pages),
        TestCase("an origin loses its access with the service, and with a secret or a native app it has none", change),
    ]

    private static let registered = HeaderField("Origin", "https://app.example.org")
    private static let paths = ["/openid/token", "/openid/user", "/openid/revoke", "/openid/par"]
    private static let publicPaths = [
        "/.well-known/openid-configuration", "/.well-known/oauth-authorization-server", "/openid/jwks",
    ]

    let provider: Provider

    init() throws { provider = try Provider() }

    func registered() throws {
        var browser = Browser(provider)
        let code = try browser.logIn(.app)
        let tokens = try provider.post("/openid/token", Website.app.tokenRequest(code), headers: [Self.registered])
        #expect(tokens["Access-Control-Allow-Origin"] == "https://app.example.org")
        let token = try #require(try tokens.json["access_token"]?.string)
        let claims = try provider.get(
            "/openid/user", headers: [Self.registered, HeaderField("Authorization", "Bearer \(token)")])
        #expect(claims.status == 200)
        #expect(claims["Access-Control-Allow-Origin"] == "https://app.example.org")
        let refused = try provider.post("/openid/token", Website.app.tokenRequest(code), headers: [Self.registered])
        #expect(refused.status == 400)
        #expect(refused["Access-Control-Allow-Origin"] == "https://app.example.org")
        #expect(refused["Access-Control-Allow-Credentials"] == nil)
        #expect(refused["Vary"] == "Origin")
    }

    func revocation() throws {
        var browser = Browser(provider)
        let tokens = try Website.app.redeem(try browser.logIn(.app), at: provider).json
        let token = try #require(tokens["access_token"]?.string)
        let form = [("token", token), ("client_id", "app")]
        let answer = try provider.post("/openid/revoke", form, headers: [Self.registered])
        #expect(answer.status == 200)
        #expect(answer["Access-Control-Allow-Origin"] == "https://app.example.org")
        let bearer = HeaderField("Authorization", "Bearer \(token)")
        #expect(try provider.get("/openid/user", headers: [bearer]).status == 401)
        let refused = try provider.post("/openid/revoke", [("token", token)], headers: [Self.registered])
        #expect(refused.status == 401)
        #expect(refused["Access-Control-Allow-Origin"] == "https://app.example.org")
    }

    func preflight(_ path: String) throws {
        let response = try options(path, Self.registered)
        #expect(response.status == 204)
        #expect(response["Access-Control-Allow-Origin"] == "https://app.example.org")
        #expect(try #require(response["Access-Control-Allow-Methods"]).contains("POST"))
        #expect(response["Access-Control-Allow-Headers"] == "Authorization, Content-Type, DPoP, *")
        #expect(response["Access-Control-Allow-Credentials"] == nil)
    }

    func publicDocument(_ path: String) throws {
        let response = try options(path, HeaderField("Origin", "https://any.example"), method: "GET")
        #expect(response.status == 204)
        #expect(response["Access-Control-Allow-Origin"] == "*")
        #expect(response["Access-Control-Allow-Methods"] == "GET")
        #expect(response["Access-Control-Allow-Headers"] == "*")
        #expect(response["Access-Control-Allow-Credentials"] == nil)
        #expect(response["Allow"] == "GET, HEAD, OPTIONS")
    }

    func keyMaterial() throws {
        let response = try options("/.well-known/xign/key-material", Self.registered, method: "GET")
        #expect(!response.headers.contains { $0.name.hasPrefix("Access-Control-") })
    }

    func others(_ path: String, _ origin: String) throws {
        let field = HeaderField("Origin", origin)
        #expect(try options(path, field)["Access-Control-Allow-Origin"] == nil)
        #expect(try options(path, field)["Access-Control-Allow-Methods"] == nil)
        #expect(try provider.post(path, headers: [field])["Access-Control-Allow-Origin"] == nil)
    }

    func pages() throws {
        for path in ["/openid/authenticate", "/login/x", "/login/x/continue", "/return"] {
            for method in [Method.get, .post, .options] {
                let response = provider.router.respond(
                    to: try Request(
                        method, path,
                        headers: [Self.registered, HeaderField("Access-Control-Request-Method", "POST")]))
                #expect(!response.headers.contains { $0.name.hasPrefix("Access-Control-") }, "\(method) \(path)")
            }
        }
    }

    func change() throws {
        func isAllowed() throws -> Bool {
            try options("/openid/token", Self.registered)["Access-Control-Allow-Origin"] != nil
        }
        #expect(try isAllowed())
        try provider.change("app") { $0.isActive = false }
        #expect(try !isAllowed())
        try provider.change("app") { ($0.isActive, $0.client.isNative) = (true, true) }
        #expect(try !isAllowed())
        try provider.change("app") { $0.client.isNative = false }
        #expect(try isAllowed())
        try provider.write { try $0.services.setSecret(.generate(), of: "app") }
        #expect(try !isAllowed())
    }

    private func options(_ path: String, _ origin: HeaderField, method: String = "POST") throws -> Response {
        provider.router.respond(
            to: try Request(
                .options, path,
                headers: [
                    origin, HeaderField("Access-Control-Request-Method", method),
                    HeaderField("Access-Control-Request-Headers", "authorization,traceparent"),
                ]))
    }
}
