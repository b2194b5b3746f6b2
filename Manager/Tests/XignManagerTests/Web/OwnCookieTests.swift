import Testing
import XignCrypto
import XignDomain
import XignHTTP
import XignProtocol

@testable import XignServer
@testable import XignUseCases
@testable import XignWeb

/// The cookies at an issuer with TLS, and on loopback without it.
struct OwnCookieTests {
    @Test("Cookies", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("with an https issuer each cookie is for TLS and this host alone", secure),
        TestCase("with an https issuer code and PIN of a new device are for TLS and this host alone", handout),
        TestCase("with an http issuer no cookie has the prefix or asks for TLS", loopback),
        TestCase("with an https issuer a cookie without the prefix is never read", unprefixed),
        TestCase("with an http issuer the name begins with xign-, and no other is read", onLoopback),
        TestCase("with an https issuer the pages read no language without the prefix", language),
        TestCase("a browser at an http issuer logs in with what it was given", login),
        TestCase("on loopback the choice of a language is no login, and is not forgotten with those", notALogin),
    ]

    private let secret = SymmetricKey(data: [UInt8](repeating: 7, count: 32))
    private let token = BearerToken(SecretOctets([UInt8](repeating: 1, count: 32)))
    private let id = SessionID.random()
    private let service = ServiceID("shop")
    private var text: String { token.text }
    /// The hash of the service's id.
    private let hash = "jZAB0yxq"

    /// All cookies, each with its kind.
    private func fields(_ issuer: ManagerOrigin) throws -> [String] {
        let sent = try Request.showing("\(OwnCookie("xign-remembered-\(hash)", of: issuer).name)=x")
        let remembered = RememberedLoginCookie(at: service, in: sent, of: issuer)
        let cookies =
            try [
                SessionCookie(of: .account, issuer: issuer).make(token),
                SessionCookie(of: .account, issuer: issuer).deleted,
                SessionCookie(of: .console, issuer: issuer).make(token),
                SessionCookie(of: .console, issuer: issuer).deleted,
                KnownCookie(of: issuer).deleted,
                LanguageCookie(of: issuer).make(.german),
                LanguageCookie(of: issuer).deleted,
                LoginCookie.make(id, token, of: issuer),
            ]
            + remembered.changes(
                keeping: KeptCookies(
                    organization: "shop", website: RememberedCookie(value: token, lifetimeSeconds: 90)))
            + remembered.changes(keeping: KeptCookies(organization: "shop"))
            + remembered.changes(
                keeping: KeptCookies(
                    organization: "shop", website: RememberedCookie(value: token, lifetimeSeconds: 90),
                    shared: .begun(RememberedCookie(value: token, lifetimeSeconds: 80))))
            + remembered.changes(keeping: KeptCookies(organization: "shop", shared: .ended))
        var response = Response(.ok)
        for cookie in cookies { response.set(cookie) }
        return response.headers.filter { $0.name == "Set-Cookie" }.map(\.value)
    }

    func secure() throws {
        let end = "; Secure; HttpOnly; SameSite=Lax"
        #expect(
            try fields(Provider.issuer) == [
                "__Host-account=\(text); Path=/\(end)",
                "__Host-account=; Path=/; Max-Age=0\(end)",
                "__Host-console=\(text); Path=/; Secure; HttpOnly; SameSite=Strict",
                "__Host-console=; Path=/; Max-Age=0\(end)",
                "__Host-known=; Path=/; Max-Age=0\(end)",
                "__Host-language=de; Path=/; Max-Age=31536000\(end)",
                "__Host-language=; Path=/; Max-Age=0\(end)",
                "__Host-xign-\(id.description.prefix(8))=\(text); Path=/; Max-Age=660\(end)",
                "__Host-xign-remembered-\(hash)=\(text); Path=/; Max-Age=90\(end)",
                "__Host-xign-remembered-\(hash)=; Path=/; Max-Age=0\(end)",
                "__Host-xign-remembered-\(hash)=\(text); Path=/; Max-Age=90\(end)",
                "__Host-xign-shared-\(hash)=\(text); Path=/; Max-Age=80\(end)",
                "__Host-xign-remembered-\(hash)=; Path=/; Max-Age=0\(end)",
                "__Host-xign-shared-\(hash)=; Path=/; Max-Age=0\(end)",
            ])
        let known = try KnownCookie(of: Provider.issuer).make(AccountID("ada"), managerSecret: secret)
        let field = try #require(Response(.ok).setting(known)["Set-Cookie"])
        let pair = try #require(field.firstMatch(of: #/__Host-known=[\w-]{43}/#)?.output)
        #expect(field == "\(pair); Path=/; Max-Age=31536000\(end)")
    }

    func handout() throws {
        let provider = try Provider()
        let cookie = HandoutCookie(context: provider.context)
        let issued = ConnectedDevice(
            activationID: .random(), link: "https://login.example.org/a#x", pin: try #require(PIN("482915")),
            expiresAt: provider.now + ActivationLimits.ownSeconds)
        let session = BrowserSession(
            id: .random(), cookieHash: token.hash, surface: .account, accountID: Provider.account,
            activationID: Provider.activationID, network: nil, createdAt: provider.now, lastSeen: provider.now)
        let field = try #require(Response(.ok).setting(cookie.make(issued, for: session))["Set-Cookie"])
        let pair = try #require(field.firstMatch(of: #/__Host-handout=[\w-]+/#)?.output)
        #expect(field == "\(pair); Path=/; Max-Age=600; Secure; HttpOnly; SameSite=Strict")
        func deletion(showing cookies: String) throws -> String? {
            var response = Response(.ok)
            try cookie.delete(in: &response, to: .showing(cookies))
            return response["Set-Cookie"]
        }
        #expect(
            try deletion(showing: String(pair)) == "__Host-handout=; Path=/; Max-Age=0; Secure; HttpOnly; SameSite=Lax")
        #expect(try deletion(showing: "handout=x; xign-handout=x") == nil)
    }

    func loopback() throws {
        let issuer = try #require(ManagerOrigin("http://localhost:8080"))
        let secure = try fields(Provider.issuer).map {
            $0.replacing("__Host-", with: "xign-").replacing("; Secure", with: "")
        }
        #expect(try fields(issuer) == secure)
    }

    /// The values that the kinds of cookies read: of a session, a login, a remembered login and a known browser.
    private func read(_ prefixes: [String], at issuer: ManagerOrigin) throws -> [String?] {
        let known = try KnownCookie(of: issuer).make(AccountID("ada"), managerSecret: secret)
        let mac = try #require(
            Response(.ok).setting(known)["Set-Cookie"]?.firstMatch(of: #/known=([\w-]+);/#)?.output.1)
        let request = try Request.showing(
            prefixes.flatMap { prefix in
                [
                    "\(prefix)account=\(prefix)1", "\(prefix)xign-\(id.description.prefix(8))=\(prefix)1",
                    "\(prefix)xign-remembered-\(hash)=\(prefix)1", "\(prefix)known=\(mac)",
                ]
            }.joined(separator: "; "))
        let knows = KnownCookie(of: issuer).knows(AccountID("ada"), request, managerSecret: secret)
        let all = RememberedLoginCookie.values(at: nil, in: request, of: issuer)
        return [
            SessionCookie(of: .account, issuer: issuer).value(in: request),
            LoginCookie.value(in: request, for: id, of: issuer),
            RememberedLoginCookie(at: service, in: request, of: issuer).value,
            all.isEmpty ? nil : all.joined(separator: " "), knows ? "known" : nil,
        ]
    }

    func unprefixed() throws {
        let none: [String?] = [nil, nil, nil, nil, nil]
        #expect(try read(["xign-"], at: Provider.issuer) == none)
        #expect(try read([""], at: Provider.issuer) == none)
        let own = [String?](repeating: "__Host-1", count: 4) + ["known"]
        #expect(try read(["xign-", "__Host-", ""], at: Provider.issuer) == own)
    }

    func onLoopback() throws {
        let issuer = try #require(ManagerOrigin("http://localhost:8080"))
        #expect(try read(["__Host-"], at: issuer) == [nil, nil, nil, nil, nil])
        let own = [String?](repeating: "xign-1", count: 4) + ["known"]
        #expect(try read(["__Host-", "xign-"], at: issuer) == own)
    }

    func language() throws {
        let provider = try Provider()
        let page = { (cookies: String) in
            try provider.get("/a", headers: [HeaderField("Cookie", cookies)]).text
                .firstMatch(of: #/<html lang="([a-z]+)">/#).map { String($0.1) }
        }
        #expect(try page("xign-language=de; language=de") == "en")
        #expect(try page("xign-language=en; __Host-language=de") == "de")
    }

    func login() throws {
        let manager = try TestManager()
        var browser = AccountBrowser(manager)
        try browser.logIn(with: RawDevice(manager))
        #expect(browser.cookies.keys.allSatisfy { $0.hasPrefix("xign-") })
        let value = try #require(browser.cookies["xign-account"])
        browser.forget("xign-account")
        browser.keep("__Host-account", value)
        #expect(try browser.get("/account").status == .seeOther)
        browser.keep("xign-account", value)
        #expect(try browser.get("/account").status == .ok)
    }

    /// "language" has as many characters as the id in the name of a login's cookie.
    func notALogin() throws {
        let manager = try TestManager()
        var browser = AccountBrowser(manager)
        browser.keep("xign-language", "de")
        for _ in 0...LoginCookie.keptCount { _ = try browser.beginLogin() }
        #expect(browser.cookies["xign-language"] == "de")
    }
}

extension Request {
    fileprivate static func showing(_ cookies: String) throws -> Request {
        try Request(.get, "/", headers: [HeaderField("Cookie", cookies)])
    }
}
