// Long because: one suite, and the list of its tests.
import Testing
import XignAdmission
import XignDomain
import XignHTTP
import XignPages
import XignProtocol
import XignWebAssets

@testable import XignDeviceAPI
@testable import XignServer
@testable import XignUseCases
@testable import XignWeb

/// The hosts to which App-Links lead, over real connections.
struct AppLinkTests {
    @Test("App-Link origins", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("answer the page, the device API and the key material, and nothing else", routes),
        TestCase("answer nothing but instructions where the authenticator is off", off),
        TestCase("have the authenticator alone: the issuer and unknown hosts show instructions", otherHosts),
        TestCase("may be several, each with an authenticator", several),
        TestCase("share no host with other pages, whose cookies an authenticator would get", sharedHost),
        TestCase("know GET, and HEAD without the body; other methods get 405", methods),
        TestCase("send the page with each header that confines it", headers),
        TestCase("send no inline script, style or handler, and nothing of other sites", markup),
        TestCase("serve each asset that the page names, and each module, as immutable", assets),
        TestCase(
            "tell the page by whom its link was opened", opened,
            each: [
                ([], .byPerson), (["none"], .byPerson), (["cross-site"], .byPage), (["same-site"], .byPage),
                (["same-origin"], .byPage), (["None"], .byPage), ([""], .byPage), (["none", "none"], .byPage),
                (["none", "cross-site"], .byPage),
            ] as [([String], AuthenticatorPage.Opened)]),
        TestCase(
            "take a link that an app on Android opens, such as the camera, for opened by a person", openedOnAndroid),
        TestCase("read no cookie: the language is the browser's", noCookieIsRead, each: [true, false]),
        TestCase("have the authenticator in the language that its address asks for", languageOfAddress),
        TestCase("set no cookie, whatever is asked", noCookieIsSet),
        TestCase("know no session: a browser's cookies of the account lead nowhere", sessions),
        TestCase("have error pages in the browser's language, with no form and no way that leads nowhere", errorPage),
        TestCase("answer a device as the issuer does, by the same routes and keys", deviceAPI),
        TestCase(
            "let no other site send a device's request: it needs a preflight, which nothing permits", otherOrigins),
    ]

    /// - Parameter authenticator: true: the page there is one.
    static func manager(
        authenticator: Bool = true, surfaces: ServedSurfaces = [.account, .console],
        others: [ManagerOrigin] = [], limits: Limits = Limits()
    ) throws -> TestManager {
        var links = AppLinks()
        links.hasAuthenticator = authenticator
        return try TestManager(limits: limits, surfaces: surfaces, appLinks: links, appLinkOrigins: others)
    }

    static func get(
        _ target: String, at manager: TestManager, host: String? = nil, _ fields: [(String, String)] = [],
        method: XignHTTP.Method = .get
    ) throws -> Response {
        manager.respondOverTCP(
            to: try Request(
                method, target, host: host ?? manager.appLinkHost, headers: fields.map { HeaderField($0.0, $0.1) }))
    }

    private static let keyMaterial = "/.well-known/xign/key-material"
    private static let module = WebAssets.authenticator.main.path
    private static let nothingElse = [
        "/", "/a/", "/A", "/a/b", "/account", "/account/login", "/console", "/console/login", "/login/x",
        "/login/x/events", "/return", "/language", "/openid/authenticate", "/openid/token", "/openid/user",
        "/openid/jwks", "/.well-known/openid-configuration", "/.well-known/apple-app-site-association",
        "/.well-known/assetlinks.json", "/health/live", "/health/ready", "/favicon.ico", "/assets/nothing.js",
        "/assets/authenticator.0000000000000000/page/main.js", "/nowhere",
    ]

    // MARK: Routes

    func routes() throws {
        let manager = try Self.manager()
        for target in ["/a", Self.module, Self.keyMaterial] {
            #expect(try Self.get(target, at: manager).status == .ok, "\(target)")
        }
        #expect(try Self.get("/api/device/v1/status", at: manager, method: .post).status == .unsupportedMediaType)
        for target in Self.nothingElse {
            #expect(try Self.get(target, at: manager).status == .notFound, "\(target)")
        }
        for target in Self.nothingElse where !target.hasPrefix("/assets/") {
            #expect(try Self.get(target, at: manager, method: .post).status == .notFound, "POST \(target)")
        }
    }

    func off() throws {
        let manager = try Self.manager(authenticator: false)
        let page = try Self.get("/a", at: manager)
        #expect(page.text.contains(WebAssets.appLinkScript.path))
        #expect(!page.text.contains("/assets/authenticator."))
        #expect(!page.text.contains("<form"), "the host has no language switch")
        for target in Self.nothingElse + [Self.module, Self.keyMaterial] {
            #expect(try Self.get(target, at: manager).status == .notFound, "\(target)")
        }
        #expect(try Self.get("/api/device/v1/status", at: manager, method: .post).status == .notFound)
    }

    func otherHosts() throws {
        let manager = try Self.manager()
        for host in [manager.issuer.requestHost, "other.example"] {
            let page = try Self.get("/a", at: manager, host: host)
            #expect(page.status == .ok)
            #expect(page.text.contains(WebAssets.appLinkScript.path))
            #expect(!page.text.contains(Self.module))
            #expect(try Self.get(Self.module, at: manager, host: host).status == .notFound)
        }
    }

    func several() throws {
        let other = try #require(ManagerOrigin("http://[::1]:9443"))
        let manager = try Self.manager(others: [other])
        for host in [manager.appLinkHost, other.requestHost] {
            #expect(try Self.get("/a", at: manager, host: host).text.contains(Self.module))
            #expect(try Self.get("/account", at: manager, host: host).status == .notFound)
            #expect(try Self.get("/health/live", at: manager, host: host).status == .notFound)
        }
    }

    func sharedHost() throws {
        var surfaces: ServedSurfaces = [.account]
        surfaces.origins[.account] = ManagerOrigin("http://localhost:9443")
        for authenticator in [true, false] {
            let error = #expect(throws: ManagerError.self) {
                try Self.manager(authenticator: authenticator, surfaces: surfaces)
            }
            #expect(error?.code == .configuration)
        }
    }

    func methods() throws {
        let manager = try Self.manager()
        for target in ["/a", Self.module, Self.keyMaterial] {
            let head = try Self.get(target, at: manager, method: .head)
            #expect(head.status == .ok, "\(target)")
            #expect(head.bytes.isEmpty, "\(target)")
            #expect(Int(head["Content-Length"] ?? "") ?? 0 > 0, "\(target)")
            for method in [XignHTTP.Method.post, .put, .delete] {
                let answer = try Self.get(target, at: manager, method: method)
                #expect(answer.status == .methodNotAllowed, "\(method) \(target)")
                #expect(answer["Allow"] == "GET, HEAD, OPTIONS")
            }
        }
        let answer = try Self.get("/api/device/v1/status", at: manager)
        #expect(answer.status == .methodNotAllowed)
        #expect(answer["Allow"] == "OPTIONS, POST")
    }

    // MARK: The page

    func headers() throws {
        let answer = try Self.get("/a", at: Self.manager(), [("Accept", "text/html")])
        let expected = [
            "Content-Type": "text/html; charset=utf-8",
            "Content-Security-Policy":
                "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
                + "form-action 'none'; require-trusted-types-for 'script'; trusted-types 'none'; base-uri 'none'; "
                + "frame-ancestors 'none'",
            "Cross-Origin-Opener-Policy": "same-origin", "Cross-Origin-Resource-Policy": "same-origin",
            "Origin-Agent-Cluster": "?1", "Cache-Control": "no-store", "Referrer-Policy": "no-referrer",
            "X-Content-Type-Options": "nosniff", "X-Frame-Options": "DENY",
            "Vary": "Accept-Language, Sec-Fetch-Site, User-Agent",
        ]
        for (name, value) in expected { #expect(answer[name] == value, "\(name)") }
        #expect(Set(answer.headers.map(\.name)).count == answer.headers.count, "a field is repeated")
        #expect(answer["Set-Cookie"] == nil)
        #expect(answer["Access-Control-Allow-Origin"] == nil)
    }

    func markup() throws {
        let text = try Self.get("/a", at: Self.manager()).text
        #expect(!text.contains(#/<script(?![^>]*\ssrc=)[^>]*>/#))
        #expect(!text.contains(#/<style|\sstyle=|\son[a-z]+=/#))
        for address in text.matches(of: #/<(?:script|link|img)[^>]*\s(?:src|href)="([^"]*)"/#).map(\.output.1) {
            #expect(address.hasPrefix("/assets/"), "\(address)")
        }
    }

    func assets() throws {
        let manager = try Self.manager()
        let page = try Self.get("/a", at: manager).text
        let named = page.matches(of: #/(?:src|href)="(/assets/[^"]*)"/#).map { String($0.output.1) }
        let modules = WebAssets.authenticator.all
        #expect(Set(modules.map(\.path)).isSubset(of: named), "a module is not preloaded")
        for path in Set(named) {
            let answer = try Self.get(path, at: manager)
            #expect(answer.status == .ok, "\(path)")
            #expect(answer["Cache-Control"] == "public, max-age=31536000, immutable", "\(path)")
        }
        for module in modules {
            let answer = try Self.get(module.path, at: manager)
            #expect(answer["Content-Type"] == "text/javascript; charset=utf-8", "\(module.path)")
            #expect(answer.text == String(decoding: module.bytes, as: UTF8.self), "\(module.path)")
        }
    }

    func opened(_ values: [String], by opener: AuthenticatorPage.Opened) throws {
        let fields = values.map { ("Sec-Fetch-Site", $0) }
        // A tracker's query does not change the page.
        for target in ["/a", "/a?utm_source=mail&utm_campaign=x", "/a?fbclid=IwAR0"] {
            let page = try Self.get(target, at: Self.manager(), fields).text
            #expect(page.contains("data-opened=\"\(opener.rawValue)\""), "\(target)")
        }
    }

    func openedOnAndroid() throws {
        let manager = try Self.manager()
        let agent = (
            "User-Agent",
            "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Mobile Safari/537.36"
        )
        for (site, opener) in [("cross-site", "byPerson"), ("none", "byPerson"), ("same-site", "byPage")] {
            let page = try Self.get("/a", at: manager, [agent, ("Sec-Fetch-Site", site)]).text
            #expect(page.contains("data-opened=\"\(opener)\""), "\(site)")
        }
    }

    // MARK: Cookies

    func noCookieIsRead(authenticator: Bool) throws {
        let manager = try Self.manager(authenticator: authenticator)
        let cookie = ("Cookie", "xign-language=de")
        for (target, accept) in [("/a", "*/*"), ("/nowhere", "text/html")] {
            let fields = [("Accept", accept), ("Accept-Language", "en"), cookie]
            #expect(try Self.get(target, at: manager, fields).text.contains("<html lang=\"en\">"), "\(target)")
            let german = [("Accept", accept), ("Accept-Language", "de")]
            #expect(try Self.get(target, at: manager, german).text.contains("<html lang=\"de\">"), "\(target)")
        }
    }

    func languageOfAddress() throws {
        let manager = try Self.manager()
        for (query, tag) in [("?language=de", "de"), ("?language=xx", "en"), ("?language=de&language=en", "en")] {
            let page = try Self.get("/a\(query)", at: manager, [("Accept-Language", "en")])
            #expect(page.text.contains("<html lang=\"\(tag)\">"), "\(query)")
        }
    }

    func noCookieIsSet() throws {
        let manager = try Self.manager()
        for target in Self.nothingElse + ["/a", Self.module, Self.keyMaterial, "/api/device/v1/status"] {
            for method in [XignHTTP.Method.get, .head, .post, .options] {
                let answer = try Self.get(target, at: manager, [("Accept", "text/html")], method: method)
                #expect(answer["Set-Cookie"] == nil, "\(method) \(target)")
            }
        }
    }

    func sessions() throws {
        let manager = try Self.manager()
        var browser = AccountBrowser(manager)
        _ = try browser.logIn(with: RawDevice(manager))
        #expect(try browser.get("/account").status == .ok)
        let cookies = browser.cookies.map { "\($0.key)=\($0.value)" }.joined(separator: "; ")
        #expect(cookies.contains("xign-account="))
        for target in ["/account", "/account/devices", "/account/logout", "/console"] {
            #expect(try Self.get(target, at: manager, [("Cookie", cookies)]).status == .notFound, "\(target)")
        }
    }

    func errorPage() throws {
        let fields = [("Accept", "text/html"), ("Accept-Language", "de")]
        let page = try Self.get("/nowhere", at: Self.manager(), fields)
        #expect(page.status == .notFound)
        #expect(page.text.contains("<h1>Hier gibt es keine Seite</h1>"))
        #expect(!page.text.contains("<form"))
        #expect(!page.text.contains("/account"))
    }

    // MARK: The device API

    func deviceAPI() throws {
        let manager = try Self.manager()
        let device = try RawDevice(manager)
        let sealed = try device.seal(XignProtocol.Status.self, .init(activationId: device.activation), proven: true)
        let answer = manager.router.respond(
            to: try Request(
                .post, "/api/device/v1/status", host: manager.appLinkHost,
                headers: [HeaderField("Content-Type", SealedRequest.contentType)], body: sealed.bytes))
        #expect(answer.status == .ok)
        let opened = try OperationAnswer<XignProtocol.Status.Response>(parsing: try sealed.open(answer: answer.bytes))
        guard case .response = opened else { throw TestFailure(what: "\(opened)") }
        let own = try Self.get(Self.keyMaterial, at: manager)
        #expect(own.text == (try Self.get(Self.keyMaterial, at: manager, host: manager.issuer.requestHost)).text)
        #expect(own["Access-Control-Allow-Origin"] == nil)
    }

    func otherOrigins() throws {
        let manager = try Self.manager()
        let evil = ("Origin", "https://evil.example")
        let preflight = try Self.get(
            "/api/device/v1/status", at: manager,
            [evil, ("Access-Control-Request-Method", "POST"), ("Access-Control-Request-Headers", "content-type")],
            method: .options)
        #expect(!preflight.headers.contains { $0.name.hasPrefix("Access-Control-") })
        // The content types that need none (Fetch, section 2.2.2).
        for type in ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"] {
            let answer = try Self.get(
                "/api/device/v1/status", at: manager, [evil, ("Content-Type", type), ("Sec-Fetch-Site", "cross-site")],
                method: .post)
            #expect(answer.status == .unsupportedMediaType, "\(type)")
            #expect(!answer.headers.contains { $0.name.hasPrefix("Access-Control-") }, "\(type)")
        }
        #expect(try Self.get("/a", at: manager, [evil], method: .post).status == .methodNotAllowed)
    }
}

extension TestManager {
    /// The value of `Host` at the first App-Link origin.
    var appLinkHost: String { context.appLinkOrigin.requestHost }
}
