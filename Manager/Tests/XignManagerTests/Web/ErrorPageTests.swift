import Logging
import Testing
import Threads
import XignAdmission
import XignDomain
import XignHTTP
import XignProtocol
import XignWebAssets

@testable import XignServer
@testable import XignUseCases
@testable import XignWeb

/// The pages of errors, as a browser gets them.
struct ErrorPageTests {
    @Test("Error pages", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("an address without a page gets one that says so, in the browser's language", notFound),
        TestCase("it leads to the account, where the account pages are served", wayToAccount),
        TestCase("a form's address that a browser opens gets a page, with the methods in Allow", notAPage),
        TestCase(
            "other clients get the line of text that they always got", otherClients,
            each: [
                nil, "", "*/*", "application/json", "text/event-stream", "text/*", "image/png", "text/htmlx",
                "xtext/html",
                "text/css,*/*;q=0.1", "application/text/html",
            ] as [String?]),
        TestCase(
            "a browser is known by text/html among the types that it accepts", browsers,
            each: [browser, "text/html", "TEXT/HTML;q=0.1", "image/png , text/html ; level=1"]),
        TestCase(
            "programs get their line of text whatever they accept, as Java's HttpURLConnection accepts HTML", programs),
        TestCase(
            "a network that asks too often is shown a page that says how to go on, and Retry-After", networkTooBusy),
        TestCase("while the database is closed a browser is shown a page, and Retry-After", unavailable),
        TestCase("a fault of the program is shown with a request id that stands in the log", internalError),
        TestCase("the page of a used login leads back to the website, in the language that it asked for", wayBack),
        TestCase("a forged form is answered with the way back, and too many logins are, too", wayBackFromOthers),
        TestCase("a service's own website is the way back, also where the redirect URI is not registered", ownWebsite),
        TestCase(
            "nobody is led to an address that is not registered, or to the website of an unknown browser's login",
            noWayBack),
        TestCase("the manager's own address says whose login this is", home),
        TestCase("where the account is served the manager's own address leads there", homeOfAccount),
    ]

    private static let browser = "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8"

    private func get(
        _ manager: TestManager, _ target: String, accept: String? = browser, language: String = "en"
    ) throws -> Response {
        let fields = [HeaderField("Accept-Language", language)] + (accept.map { [HeaderField("Accept", $0)] } ?? [])
        return manager.router.respond(to: try Request(.get, target, headers: fields))
    }

    func notFound() throws {
        let manager = try TestManager()
        let answer = try get(manager, "/nowhere?x=1", language: "de")
        #expect(answer.status == 404)
        #expect(answer["Content-Type"] == "text/html; charset=utf-8")
        #expect(answer["Content-Security-Policy"] == ContentSecurityPolicy.message)
        #expect(answer.text.contains("<h1>Hier gibt es keine Seite</h1>"))
        #expect(answer.text.contains("name=\"page\" value=\"/nowhere?x=1\""))
    }

    func wayToAccount() throws {
        #expect(try get(try TestManager(), "/nowhere").text.contains("href=\"/account\">Your account</a>"))
        #expect(try !get(try TestManager(surfaces: []), "/nowhere").text.contains("/account"))
    }

    func notAPage() throws {
        let answer = try get(try TestManager(), "/language")
        #expect(answer.status == 405)
        #expect(answer["Allow"] == "OPTIONS, POST")
        #expect(answer.text.contains("<h1>This address cannot be opened directly</h1>"))
    }

    func otherClients(accept: String?) throws {
        let manager = try TestManager()
        for (target, status, text) in [
            ("/nowhere", 404, "not found\n"), ("/language", 405, "the method is not allowed here\n"),
        ] {
            let answer = try get(manager, target, accept: accept)
            #expect(answer.status.code == status, "\(target)")
            #expect(answer["Content-Type"] == "text/plain; charset=utf-8", "\(target)")
            #expect(answer.text == text, "\(target)")
        }
    }

    func browsers(accept: String) throws {
        #expect(try get(try TestManager(), "/nowhere", accept: accept).text.hasPrefix("<!DOCTYPE html>"))
    }

    func programs() throws {
        let manager = try TestManager()
        func answer(_ method: XignHTTP.Method, _ target: String, accept: String) throws -> Response {
            manager.router.respond(
                to: try Request(method, target, headers: [HeaderField("Accept", accept)], body: Array("x=y".utf8)))
        }
        for (method, target) in [
            (.get, "/openid/token"), (.post, "/openid/token"), (.post, "/openid/userinfo"), (.get, "/openid/x"),
            (.get, "/api/device/v1/start"), (.post, "/api/device/v1/start"), (.post, "/api/device/v1/x"),
            (.get, "/.well-known/x"), (.get, "/health/x"),
        ] as [(XignHTTP.Method, String)] {
            let (program, java) = try (
                answer(method, target, accept: "*/*"),
                answer(method, target, accept: "text/html, image/gif, image/jpeg, *; q=.2, */*; q=.2")
            )
            #expect(program.status.code >= 400, "\(target)")
            #expect(program.status == java.status, "\(target)")
            #expect(program.bytes == java.bytes, "\(target)")
            #expect(!java.text.contains("<"), "\(target)")
        }
    }

    func networkTooBusy() throws {
        let manager = try TestManager.behindProxy { $0.requests = try Rate.checked(6, 1) }
        func answer(_ language: String) -> WireAnswer {
            WireClient(manager.port).exchange(
                "GET", "/a",
                ["X-Forwarded-For: \(flooding)", "Accept: \(Self.browser)", "Accept-Language: \(language)"])
        }
        #expect(answer("de").status == 200)
        let refused = answer("de")
        #expect(refused.status == 429)
        #expect(refused.retryAfter == 10)
        #expect(refused.text.contains("<html lang=\"de\">"))
        #expect(refused.text.contains("<h1>Zurzeit zu viele Anfragen</h1>"))
        #expect(!refused.text.contains("class=\"reference\""), "the log does not name each request of a flood")
        #expect(answer("en").text.contains("<h1>Too many requests at the moment</h1>"))
    }

    func unavailable() throws {
        let manager = try TestManager()
        let target = try manager.authorizationTarget
        manager.context.database.close()
        let answer = try get(manager, target, language: "de")
        #expect(answer.status == 503)
        #expect(answer["Retry-After"] == "5")
        #expect(answer.text.contains("<h1>Zurzeit nicht erreichbar</h1>"))
    }

    func internalError() throws {
        struct Fault: Error {}
        let lines = Locked<[String]>([])
        let manager = try TestManager(log: Log { line in lines.withLock { $0.append(line) } })
        var router = manager.router
        router.on(.get, "/fault") { _ in throw Fault() }
        let answer = router.respond(to: try Request(.get, "/fault", headers: [HeaderField("Accept", Self.browser)]))
        #expect(answer.status == 500)
        let id = try #require(answer.text.firstMatch(of: #/<code>([A-Za-z0-9_-]{12})</code>/#)).1
        #expect(lines.withLock { $0.contains { $0.contains("pageRefused") && $0.contains(id) } })
        #expect(answer.text.contains("</code> <button type=\"button\" class=\"quiet\" data-copied=\"Copied\" hidden>"))
        #expect(answer.text.contains(WebAssets.copyScript.path))
    }

    // MARK: The way back

    func wayBack() throws {
        let provider = try Provider()
        var browser = Browser(provider)
        let id = try browser.begin(.shop, ["ui_locales": "de"])
        try provider.confirm(id)
        _ = try browser.post("/login/\(id)/continue")
        let page = try browser.get("/login/\(id)")
        #expect(page.status == 410)
        #expect(page.text.contains("<html lang=\"de\">"))
        #expect(
            page.text.contains(
                "<a class=\"button primary\" href=\"https://shop.example.org\" rel=\"noreferrer\">Zurück zu shop.example.org</a>"
            ))
    }

    func wayBackFromOthers() throws {
        let provider = try Provider()
        var browser = Browser(provider)
        let id = try browser.begin(.shop)
        let forged = try browser.post("/login/\(id)/continue", fetchSite: "cross-site")
        #expect(forged.status == 403)
        #expect(forged.text.contains("Back to shop.example.org</a>"))
        let manager = try TestManager.behindProxy { $0.logins = try Rate.checked(6, 1) }
        let target = try manager.authorizationTarget
        let answers = (0..<2).map { _ in
            WireClient(manager.port).exchange("GET", target, ["X-Forwarded-For: \(flooding)"])
        }
        #expect(answers[1].status == 429)
        #expect(answers[1].text.contains("<a class=\"button primary\" href=\"https://website.example\""))
    }

    func ownWebsite() throws {
        let provider = try Provider()
        try provider.write { transaction in
            var shop = try #require(try transaction.services.find(id: "shop"))
            shop.website = "https://www.example.org/shop#start"
            try transaction.services.save(shop)
        }
        let page = try provider.get(Website.shop.target(["redirect_uri": "https://evil.example/"]))
        #expect(page.status == 400)
        #expect(page.text.contains("href=\"https://www.example.org/shop#start\" rel=\"noreferrer\">"))
        #expect(page.text.contains("Back to www.example.org</a>"))
    }

    func noWayBack() throws {
        let provider = try Provider()
        var browser = Browser(provider)
        let id = try browser.begin(.shop)
        for target in [
            Website.shop.target(["redirect_uri": "https://evil.example/"]), Website.shop.target(["client_id": "x"]),
            "/login/\(id)",
        ] {
            #expect(try !provider.get(target).text.contains("<a "), "\(target)")
        }
    }

    // MARK: The manager's own address

    func home() throws {
        let manager = try TestManager()
        var router = Router()
        HomeController(manager.context, firstPage: nil).register(in: &router)
        let host = router.respond(to: try Request(.get, "/"))
        #expect(host.status == 200)
        #expect(host.text.contains("<h1>Login service of <bdi>\(manager.issuer.idmIdentifier)</bdi></h1>"))
        try manager.context.database.write {
            try $0.settings.save(OperatorProfile(name: "Muster GmbH", language: .german))
        }
        let name = router.respond(to: try Request(.get, "/"))
        #expect(name.text.contains("<h1>Anmeldedienst von <bdi>Muster GmbH</bdi></h1>"))
    }

    func homeOfAccount() throws {
        let answer = try get(try TestManager(), "/")
        #expect(answer.status == 303)
        #expect(answer["Location"] == "/account")
    }
}
