import Testing
import XignDomain
import XignHTTP
import XignProtocol
import XignStorage

@testable import XignOpenID
@testable import XignServer
@testable import XignUseCases
@testable import XignWeb

struct RegistrationRequestTests {
    @Test("Registration on the way to a website (prompt=create)", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase(
            "where nobody can register on the way to the service, create is an unknown value, and not announced",
            closed,
            each: [
                (Registration.closed, served), (Registration(isOpen: false, memberships: [organization]), served),
                (Registration(isOpen: true, memberships: []), served),
                (Registration(isOpen: true, memberships: [organization]), ServedSurfaces([.account])),
            ]),
        TestCase("at the service of another organization create is an unknown value", otherOrganization),
        TestCase("create leads to the page, with the request without prompt, and begins no login", opened),
        TestCase("a request that is posted leads there as well", posted),
        TestCase(
            "create stands alone", alone, each: ["create login", "none create", "create create", "create x", "Create"]),
        TestCase(
            "all checks come before", checked,
            each: [
                (["scope": "profile"], "invalid_scope"), (["code_challenge": nil], "invalid_request"),
                (["response_type": "token"], "unsupported_response_type"),
                (["acr_values": "phr"], "unmet_authentication_requirements"),
                (["id_token_hint": "x"], "invalid_request"),
            ] as [([String: String?], String)]),
        TestCase("an unregistered redirect URI gets a page, and leads nowhere", unregistered),
        TestCase("an app that logs in through its Keycloak is refused", inApp),
        TestCase("a pushed request is over at the end: the way leads to the website", pushed),
        TestCase("a request that is too long for a query leads to the website", long),
        TestCase("at the end the request begins anew, and a login with it succeeds", anew),
        TestCase(
            "a way back that anybody has written leads to the endpoint or the declared website, or nowhere", hostile,
            each: [
                "https://evil.example/", "//evil.example/openid/authenticate?client_id=shop", "/account",
                "/openid/authenticate", "/openid/authenticate/../../evil?client_id=shop",
                "/openid/authenticate@evil.example?client_id=shop", "\\\\evil.example?client_id=shop",
                "/openid/authenticate?client_id=nobody", "/openid/authenticate?client_id=closed",
                "/openid/authenticate?client_id=shop&client_id=shop", "/openid/authenticate?client_id=shop&%zz",
                "/openid/authenticate?client_id=shop\r\nLocation: https://evil.example", "",
                "/openid/authenticate?client_id=shop&state=" + String(repeating: "s", count: 4096),
            ]),
        TestCase(
            "a way back with another redirect URI, or a pushed request, leads to the declared website", incomplete,
            each: [
                "redirect_uri=https%3A%2F%2Fevil.example%2F",
                "redirect_uri=https%3A%2F%2Fshop.example.org%2Fcallback&redirect_uri=https%3A%2F%2Fevil.example",
                "redirect_uri=https%3A%2F%2Fshop.example.org%2Fcallback&request_uri=urn%3Ax", "state=x",
            ]),
        TestCase("the login page leads people without an account there, and those without their device", links),
    ]

    private static let organization = "Example Trading Ltd"
    private static let served: ServedSurfaces = {
        var surfaces: ServedSurfaces = [.account]
        surfaces.hasJoin = true
        return surfaces
    }()
    private static let create: [String: String?] = ["prompt": "create"]

    private func provider(
        _ registration: Registration = Registration(isOpen: true, memberships: [organization]),
        _ surfaces: ServedSurfaces = served
    ) throws -> Provider {
        let provider = try Provider(surfaces: surfaces)
        try provider.write { transaction in
            var policy = try transaction.settings.policy()
            policy.registration = registration
            try transaction.settings.save(policy)
        }
        return provider
    }

    private func prompts(_ provider: Provider) throws -> [String]? {
        try provider.get("/.well-known/openid-configuration").json["prompt_values_supported"]?.strings
    }

    /// Reads the address of the page to which an answer leads.
    private func wayBack(in response: Response, at provider: Provider) throws -> WayBack {
        let location = try #require(response["Location"])
        #expect(response.status == 303)
        #expect(location.hasPrefix("/register?to="))
        return try #require(try WayBack(in: try Request(.get, location).query, provider.context))
    }

    private static let usualPrompts = ["none", "login", "consent", "select_account"]

    func closed(registration: Registration, surfaces: ServedSurfaces) throws {
        let provider = try provider(registration, surfaces)
        #expect(try Answer(try provider.get(Website.shop.target(Self.create)))["error"] == "invalid_request")
        #expect(try prompts(provider) == Self.usualPrompts)
    }

    func otherOrganization() throws {
        let provider = try provider(Registration(isOpen: true, memberships: ["Club"]))
        try provider.write {
            try $0.organizations.save(
                Organization(id: "club", name: "Club", website: nil, address: nil, description: nil))
        }
        #expect(try Answer(try provider.get(Website.shop.target(Self.create)))["error"] == "invalid_request")
        #expect(try prompts(provider) == Self.usualPrompts + ["create"])
    }

    func opened() throws {
        let provider = try provider()
        #expect(try prompts(provider) == Self.usualPrompts + ["create"])
        let response = try provider.get(Website.shop.target(Self.create))
        let destination = try wayBack(in: response, at: provider).destination(in: provider.context)
        #expect(destination == "https://login.example.org\(Website.shop.target())")
        #expect(response["Set-Cookie"] == nil)
        #expect(response["Cache-Control"] == "no-store")
        #expect(response["Referrer-Policy"] == "no-referrer")
        let processes = try provider.context.database.read { try $0.value("SELECT count(*) FROM process") as Int? }
        #expect(processes == 0)
    }

    func posted() throws {
        let provider = try provider()
        let response = try provider.post("/openid/authenticate", Website.shop.request(Self.create))
        let destination = try wayBack(in: response, at: provider).destination(in: provider.context)
        #expect(destination == "https://login.example.org\(Website.shop.target())")
    }

    func alone(prompt: String) throws {
        let provider = try provider()
        let answer = try Answer(try provider.get(Website.shop.target(["prompt": prompt])))
        #expect(answer["error"] == "invalid_request")
    }

    func checked(changes: [String: String?], error: String) throws {
        let provider = try provider()
        let answer = try Answer(try provider.get(Website.shop.target(changes.merging(Self.create) { $1 })))
        #expect(answer["error"] == error)
        #expect(answer.address == Website.shop.redirectURI)
    }

    func unregistered() throws {
        let target = Website.shop.target(["redirect_uri": "https://evil.example/", "prompt": "create"])
        let provider = try provider()
        let response = try provider.get(target)
        #expect(response.status == 400)
        #expect(response["Location"] == nil)
    }

    func inApp() throws {
        let provider = try provider()
        try provider.change("shop") { $0.allowsInApp = true }
        let response = try provider.get(
            Website.shop.target(Self.create), headers: [HeaderField("Accept", InAppAnswer.mediaType)])
        #expect(try Answer(response)["error"] == "invalid_request")
    }

    func pushed() throws {
        let provider = try provider()
        try provider.change("shop") { $0.website = "https://shop.example.org/start" }
        var form = Website.shop.request(Self.create)
        form.removeAll { $0.0 == "client_id" }
        let pushed = try provider.post("/openid/par", form, headers: Website.shop.authorization)
        let uri = try #require(try pushed.json["request_uri"]?.string)
        let response = try provider.get(
            "/openid/authenticate?" + Provider.encoded([("client_id", "shop"), ("request_uri", uri)]))
        #expect(response["Location"] == "/register?to=%2Fopenid%2Fauthenticate%3Fclient_id%3Dshop")
        let destination = try wayBack(in: response, at: provider).destination(in: provider.context)
        #expect(destination == "https://shop.example.org/start")
    }

    func long() throws {
        let provider = try provider()
        let state = String(repeating: "s", count: 4096)
        let response = try provider.get(Website.shop.target(["state": state, "prompt": "create"]))
        #expect(response["Location"] == "/register?to=%2Fopenid%2Fauthenticate%3Fclient_id%3Dshop")
        #expect(try wayBack(in: response, at: provider).destination(in: provider.context) == nil)
    }

    func anew() throws {
        let provider = try provider()
        let registration = try provider.get(Website.shop.target(Self.create))
        let destination = try #require(
            try wayBack(in: registration, at: provider).destination(in: provider.context))
        var browser = Browser(provider)
        let target = String(destination.dropFirst("https://login.example.org".count))
        let id = try browser.session(in: try browser.get(target))
        try provider.confirm(id)
        let answer = try Answer(try browser.post("/login/\(id)/continue"))
        #expect(answer["state"] == Website.shop.state)
        #expect(try Website.shop.redeem(answer["code"] ?? "", at: provider).status == 200)
    }

    func hostile(to: String) throws {
        let provider = try provider()
        let wayBack = try WayBack(in: Parameters([.init("to", to)]), provider.context)
        #expect(wayBack == nil)
    }

    func incomplete(query: String) throws {
        let provider = try provider()
        let read = {
            try WayBack(
                in: Parameters([.init("to", "/openid/authenticate?client_id=shop&\(query)")]), provider.context)
        }
        #expect(try #require(try read()).destination(in: provider.context) == nil)
        try provider.change("shop") { $0.website = "https://shop.example.org/start" }
        #expect(try #require(try read()).destination(in: provider.context) == "https://shop.example.org/start")
    }

    func links() throws {
        let provider = try provider()
        var browser = Browser(provider)
        let id = try browser.begin(.shop)
        let page = try browser.get("/login/\(id)").text
        #expect(page.contains(#"<a href="/register?to=%2Fopenid%2Fauthenticate%3Fclient_id%3Dshop">"#))
        #expect(page.contains(#"<a href="/recover">"#))
        let closed = try Provider()
        var other = Browser(closed)
        let plain = try other.get("/login/\(try other.begin(.shop))").text
        #expect(!plain.contains("other-ways"))
    }
}
