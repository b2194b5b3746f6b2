import Eventually
import QRCode
import Testing
import XignDomain
import XignHTTP
import XignProtocol
import XignStorage
import XignWebAssets

@testable import XignDeviceAPI
@testable import XignOpenID
@testable import XignServer
@testable import XignUseCases
@testable import XignWeb

struct LoginControllerTests {
    @Test("Login page", arguments: TestCase.all(tests + cancelTests + pictureTests + repetitionTests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("the page names who asks, shows the present code, and says how long it lives", page),
        TestCase("the page's key makes the codes that a device's start is judged by", codes),
        TestCase("without the session's cookie a session looks like one that does not exist", foreignBrowser),
        TestCase("the event stream tells a stranger nothing", foreignEvents),
        TestCase(
            "a form of another site does nothing", crossSite,
            each: [
                [HeaderField("Sec-Fetch-Site", "cross-site")], [HeaderField("Sec-Fetch-Site", "same-site")],
                [HeaderField("Sec-Fetch-Site", "none")], [HeaderField("Origin", "https://evil.example")],
                [HeaderField("Origin", "null")], [HeaderField("Origin", "http://login.example.org")],
                [HeaderField("Sec-Fetch-Site", "cross-site"), HeaderField("Origin", "https://login.example.org")],
            ]),
        TestCase(
            "the browser that began gets the code, with state and issuer; asking again makes the first one void", code),
        TestCase("an open session is not continued", open),
        TestCase("cancelled, not me, expired, confirmed too long ago: the website sees the same", declinedAlike),
        TestCase("a service that was switched off gets no code", inactiveService),
        TestCase("HEAD tells the page's head, and assets are kept for ever", methods),
    ]

    let provider: Provider

    init() throws { provider = try Provider() }

    func page() throws {
        var browser = Browser(provider)
        let id = try browser.begin(.shop)
        let response = try browser.get("/login/\(id)")
        #expect(response.status == 200 && response["Referrer-Policy"] == "same-origin")
        #expect(
            response["Content-Security-Policy"]
                == ContentSecurityPolicy.login(redirectURI: "https://shop.example.org/callback"))
        let step = provider.now.seconds / 5
        for text in [
            "Example shop", "Example Trading Ltd", "shop.example.org", "data-state=\"waiting\"",
            "data-session=\"\(id)\"",
            "data-seconds-left=\"300\"", "data-step=\"\(step)\"", "data-step-offset=\"1250\"",
            "data-manager-origin=\"https://login.example.org\"",
            "data-app-link-origin=\"https://app.login.example.org\"",
        ] { #expect(response.text.contains(text), "\(text)") }
        provider.advance(seconds: 60)
        #expect(try browser.get("/login/\(id)").text.contains("data-seconds-left=\"240\""))
    }

    func codes() throws {
        var browser = Browser(provider)
        let id = try browser.begin(.shop)
        let text = try browser.get("/login/\(id)").text
        let start = try #require(text.range(of: "data-qr-key=\""))
        let key = try #require(Base64URL.decode(text[start.upperBound...].prefix { $0 != "\"" }))
        let secret = SessionSecrets(qrKey: SecretOctets(key)).qrSecret(
            step: SessionSecrets.step(at: provider.now.seconds))
        let secrets = SessionSecrets(managerSecret: provider.context.database.vault.managerSecret, session: id)
        #expect(secrets.isCurrent(secret, at: provider.now.seconds))
        let other = SessionSecrets(
            managerSecret: provider.context.database.vault.managerSecret, session: try browser.begin(.shop))
        #expect(!other.isCurrent(secret, at: provider.now.seconds))
    }

    func foreignBrowser() throws {
        var owner = Browser(provider), stranger = Browser(provider)
        let id = try owner.begin(.shop)
        _ = try stranger.begin(.shop)
        try provider.confirm(id)
        let name = "__Host-xign-\(id.description.prefix(8))"
        let right = try #require(owner.cookies.first?.value)
        let cookies = [
            "", stranger.cookieField.value, "\(name)=", "\(name)=\(stranger.cookies[0].value)", "\(name)=\(right)A",
            "\(name)=\(right); \(name)=\(right)", "xign=\(right)", "\(name.lowercased())=\(right)",
        ]
        for (method, path) in [("GET", ""), ("GET", "/continue"), ("POST", "/continue"), ("POST", "/again")] {
            for session in [id.description, SessionID.random().description, "x"] {
                for cookie in cookies where method == "GET" || session == id.description || cookie == cookies[0] {
                    let fields = [HeaderField("Cookie", cookie), HeaderField("Sec-Fetch-Site", "same-origin")]
                    let target = "/login/\(session)\(path)"
                    let response =
                        method == "GET"
                        ? try provider.get(target, headers: fields) : try provider.post(target, headers: fields)
                    #expect(response.status == 404 && response["Location"] == nil && response["Set-Cookie"] == nil)
                    #expect(response.text.contains("This login cannot go on here"))
                    #expect(!response.text.contains("shop"))
                }
            }
        }
        #expect(try provider.count(of: .codeIssued) == 0)
        #expect(try owner.post("/login/\(id)/continue").status == 303)
    }

    func foreignEvents() throws {
        var owner = Browser(provider)
        let id = try owner.begin(.shop)
        for session in [id, .random()] {
            let response = try provider.get("/login/\(session)/events")
            #expect(response.status == 404 && response.text == "not found\n")
        }
        #expect(provider.hub.count == 0)
    }

    func crossSite(fields: [HeaderField]) throws {
        var browser = Browser(provider)
        let id = try browser.begin(.shop)
        try provider.confirm(id)
        for path in ["continue", "cancel", "again"] {
            let response = try provider.post("/login/\(id)/\(path)", headers: [browser.cookieField] + fields)
            #expect(response.status == 403 && response["Location"] == nil)
        }
        #expect(try provider.count(of: .codeIssued) == 0)
    }

    func code() throws {
        var browser = Browser(provider)
        let id = try browser.begin(.shop)
        try provider.confirm(id)
        let answer = try Answer(
            try provider.post(
                "/login/\(id)/continue",
                headers: [browser.cookieField, HeaderField("Origin", "https://login.example.org")]))
        #expect(answer.status == 303 && answer.address == Website.shop.redirectURI)
        #expect(answer.parameters.list.map(\.name) == ["code", "state", "iss"])
        #expect(answer["iss"] == "https://login.example.org")
        #expect(try provider.count(of: .codeIssued) == 1)
        let again = try Answer(try browser.post("/login/\(id)/continue"))
        let (first, second) = (try #require(answer["code"]), try #require(again["code"]))
        #expect(first != second)
        #expect(try Website.shop.redeem(first, at: provider).status != 200)
        #expect(try Website.shop.redeem(second, at: provider).status == 200)
        let late = try browser.post("/login/\(id)/continue")
        #expect(late.status == 410 && late["Location"] == nil && late.text.contains("used already"))
        #expect(try browser.get("/login/\(id)").status == 410)
        #expect(try browser.post("/login/\(id)/again").status == 410)
        #expect(try provider.count(of: .codeIssued) == 1)
    }

    func open() throws {
        var browser = Browser(provider)
        let id = try browser.begin(.shop)
        for step in [{ _ in }, provider.claim, provider.prepare] as [(SessionID) throws -> Void] {
            try step(id)
            let response = try browser.post("/login/\(id)/continue")
            #expect(response.status == 303 && response["Location"] == "/login/\(id)")
        }
        #expect(try provider.count(of: .codeIssued) == 0)
    }

    func declinedAlike() throws {
        let endings: [(SessionID) throws -> Void] = [
            { try provider.decline($0, .cancelled) }, { try provider.decline($0, .notMe) },
            { _ in provider.advance(seconds: 301) },
            {
                try provider.confirm($0)
                provider.advance(seconds: 60)
            },
            { id in try provider.write { _ = try $0.processes.expire(id) } },
        ]
        for end in endings {
            var browser = Browser(provider)
            let id = try browser.begin(.shop)
            try end(id)
            #expect(try browser.get("/login/\(id)").status == 200)
            let response = try browser.post("/login/\(id)/continue")
            #expect(response.status == 303)
            #expect(
                response["Location"]
                    == "https://shop.example.org/callback?error=access_denied&state=af0ifjsldkj"
                    + "&iss=https%3A%2F%2Flogin.example.org")
        }
        #expect(try provider.count(of: .codeIssued) == 0)
    }

    func inactiveService() throws {
        var browser = Browser(provider)
        let id = try browser.begin(.shop)
        try provider.confirm(id)
        try provider.change("shop") { $0.isActive = false }
        #expect(try Answer(try browser.post("/login/\(id)/continue"))["error"] == "access_denied")
        #expect(try browser.post("/login/\(id)/continue").status == 410)
    }

    func methods() throws {
        var browser = Browser(provider)
        let id = try browser.begin(.shop)
        #expect(
            provider.router.respond(to: try Request(.head, "/login/\(id)", headers: [browser.cookieField])).status
                == 200)
        for asset in WebAssets.all {
            let response = try provider.get(asset.path)
            #expect(response.bytes == asset.bytes && response["Content-Type"] == asset.contentType)
            #expect(response["Cache-Control"] == "public, max-age=31536000, immutable")
        }
        for path in ["/assets/login.css", "/assets/..%2fetc%2fpasswd", "/assets/x"] {
            #expect(try provider.get(path).status == 404)
        }
    }
}
