import Testing
import XignDomain
import XignHTTP
import XignProtocol

@testable import XignAdmission
@testable import XignDeviceAPI
@testable import XignOpenID
@testable import XignServer
@testable import XignUseCases
@testable import XignWeb

struct HostileBrowserTests {
    @Test("Browsers that send what no page asked for", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("No header that names a host changes a document, a page, an address or a token's issuer", forgedHost),
        TestCase(
            "Nothing that a browser sends comes back as markup", echo,
            each: [
                "\"><script>alert(1)</script>", "'><img src=x onerror=alert(1)>", "</title><script>alert(1)</script>",
                "javascript:alert(1)//<script>", "<script>alert(1)</script>\u{301}",
            ]),
        TestCase("Of two hundred sessions no two share an id, a cookie, a page's key or a code, at any step", unique),
    ]

    let provider: Provider

    init() throws { provider = try Provider() }

    func forgedHost() throws {
        var browser = Browser(provider)
        let id = try browser.begin(.shop)
        for target in [
            "/.well-known/openid-configuration", "/openid/jwks", "/.well-known/xign/key-material?after=0",
            "/login/\(id)", "/login/nothing", Website.shop.target(["scope": "none"]), "/nothing",
            "/openid/authenticate",
        ] {
            let honest = try browser.get(target)
            for forged in Self.forgedHeaders {
                let answer = provider.router.respond(
                    to: try Request(.get, target, host: "evil.example", headers: [browser.cookieField] + forged))
                #expect(answer.status == honest.status && answer.content == honest.content, "\(target)")
                #expect(answer["Location"] == honest["Location"], "\(target)")
                #expect(!answer.text.contains("evil.example"), "\(target)")
            }
        }
        // A login that begins under a forged name ends at the registered website, under the manager's own.
        for forged in Self.forgedHeaders {
            let begun = provider.router.respond(
                to: try Request(.get, Website.shop.target(), host: "evil.example", headers: forged))
            #expect(begun["Location"]?.hasPrefix("/login/") == true && begun["Set-Cookie"]?.contains("evil") == false)
        }
        let code = try browser.logIn(.shop)
        let form = Website.shop.tokenRequest(code)
        let type = HeaderField("Content-Type", "application/x-www-form-urlencoded")
        let tokens = provider.router.respond(
            to: try Request(
                .post, "/openid/token", host: "evil.example",
                headers: [type] + Website.shop.authorization + Self.forgedHeaders[0],
                body: Array(Provider.encoded(form).utf8)))
        let token = try #require(try tokens.json["id_token"]?.string)
        let claims = try #require(Base64URL.decode(token.split(separator: ".")[1]))
        #expect(try StrictJSON.parse(claims, limits: .message)["iss"]?.string == "https://login.example.org")
    }

    private static let forgedHeaders: [[HeaderField]] = [
        [
            HeaderField("X-Forwarded-Host", "evil.example"), HeaderField("X-Forwarded-Proto", "http"),
            HeaderField("X-Forwarded-For", "203.0.113.9"), HeaderField("X-Forwarded-Port", "81"),
            HeaderField("X-Original-URL", "/evil.example"), HeaderField("X-Rewrite-URL", "/evil.example"),
        ],
        [HeaderField("Forwarded", "for=203.0.113.9;host=evil.example;proto=http")],
        [HeaderField("Referer", "https://evil.example/"), HeaderField("Via", "1.1 evil.example")],
    ]

    func echo(payload: String) throws {
        let names = [
            "client_id", "redirect_uri", "response_type", "response_mode", "scope", "state", "nonce", "prompt",
            "code_challenge", "code_challenge_method", "claims", "request", "request_uri", "registration", "max_age",
            "ui_locales", "login_hint", "display", "error", "unknown", payload,
        ]
        var browser = Browser(provider)
        for name in names {
            let answer = try browser.get(Website.shop.target([name: payload]))
            #expect(!answer.text.contains("<script>alert") && !answer.text.contains("<img src=x"), "\(name)")
            guard let location = answer["Location"], location.hasPrefix("/login/") else { continue }
            let page = try browser.get(location)
            #expect(page.status == 200)
            #expect(!page.text.contains("<script>alert") && !page.text.contains("<img src=x"), "\(name)")
        }
        let escaped = RedirectURI.percentEncoded(payload)
        for target in [
            "/\(escaped)", "/login/\(escaped)", "/login/\(escaped)/events", "/assets/\(escaped)",
            "/openid/user?access_token=\(escaped)", "/.well-known/xign/key-material?after=\(escaped)",
            "/api/device/v1/\(escaped)", "/login/nothing?x=\(escaped)",
        ] {
            let answer = try provider.get(target, headers: [HeaderField("User-Agent", payload)])
            #expect(!answer.text.contains("<script>alert") && !answer.text.contains("<img src=x"), "\(target)")
        }
        let refused = try provider.post("/openid/token", [("grant_type", payload), ("code", payload)])
        #expect(refused["Content-Type"] == "application/json" && !refused.text.contains("<script>alert"))
    }

    func unique() throws {
        var (ids, cookies, keys, codes) = (Set<String>(), Set<String>(), Set<[UInt8]>(), Set<[UInt8]>())
        let count = 200
        for _ in 0..<count {
            var browser = Browser(provider)
            let id = try browser.begin(.shop)
            ids.insert(id.description)
            cookies.insert(browser.cookies[0].value)
            let secrets = SessionSecrets(managerSecret: provider.context.database.vault.managerSecret, session: id)
            keys.insert(secrets.qrKey.bytes)
            let step = SessionSecrets.step(at: provider.now.seconds)
            for step in step - 5...step + 60 { codes.insert(secrets.qrSecret(step: step).bytes) }
            codes.insert(secrets.linkSecret.bytes)
        }
        #expect(ids.count == count && cookies.count == count && keys.count == count && codes.count == count * 67)
    }
}

extension Response {
    /// Without the id that each refusal has for itself.
    fileprivate var content: String {
        guard let start = text.firstRange(of: "Request id <code>") else { return text }
        return text[..<start.upperBound] + String(text[start.upperBound...].drop { $0 != "<" })
    }
}
