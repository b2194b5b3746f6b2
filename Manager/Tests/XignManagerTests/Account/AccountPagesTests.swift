import DatabaseFixture
import Foundation
import Testing
import XignDomain
import XignHTTP
import XignProtocol

@testable import XignAdmission
@testable import XignServer
@testable import XignStorage
@testable import XignUseCases
@testable import XignWeb

struct AccountPagesTests {
    @Test("Account pages", .serialized, arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("somebody who is not logged in is led to the login, and afterwards to the page", wayIn),
        TestCase("the login's cookie is for this host and the browser alone, and new with each login", cookie),
        TestCase(
            "a login leads to pages of the account alone", openRedirect,
            each: [
                "https://evil.example/", "//evil.example", "/\\evil.example", "/login/x", "/accounts",
                "/account/../openid/authenticate",
                "/account/%2e%2e/login",
                "javascript:alert(1)", "",
            ]),
        TestCase(
            "the page with the login's code names the manager once, and can be left", cancelledLogin,
            each: Engine.allCases),
        TestCase("a browser's first session asks once whether the account is the person's", isThatYou),
        TestCase("logging out asks, ends the session and forgets the cookie", logOut),
        TestCase(
            "a session ends with its device, by time and with the account", ends,
            each: ["idle", "hour", "device", "account"]),
        TestCase(
            "each answer with a session is kept by nobody, opened by no other site, and its forms lead nowhere else",
            headers),
        TestCase("opening a page changes nothing", getChangesNothing, each: Engine.allCases),
        TestCase("a page is in the account's language, else in the browser's", language),
        TestCase("the page of an act is in the account's language, and its switch changes it", languageOfAct),
        TestCase("the switch of a login page changes the language of the browser alone", languageOfLogin),
        TestCase("a switch that does not prove its page changes no account's language", languageWithoutProof),
        TestCase(
            "an address says nothing that is not on the list", done,
            each: ["done=nonsense", "done=%3Cb%3E", "done=x&done=y"]),
        TestCase("what is off has no routes", off),
        TestCase(
            "a form that does not come from the same origin is refused", foreign,
            each: [
                [], [HeaderField("Sec-Fetch-Site", "cross-site")], [HeaderField("Sec-Fetch-Site", "same-site")],
                [HeaderField("Sec-Fetch-Site", "none")], [HeaderField("Origin", "https://evil.example")],
                [HeaderField("Origin", "null")],
            ]),
        TestCase("a form without the ticket of its page and session is refused", tickets),
        TestCase("a form without a login is not repeated: the person sees its page again", formWithoutLogin),
        TestCase("a session sends 120 forms a minute at most", rate),
        TestCase("the list names each device with its state, and marks the one of this login", devices),
        TestCase("a device gets another name; one that cannot be displayed gets the form back as it was", rename),
        TestCase("a device that was renamed meanwhile keeps its name: 409", changed),
        TestCase("another person's device is answered as one that does not exist", strangers),
        TestCase("a person logs out another browser, or all others", browsers),
    ]

    // MARK: The way in and out

    func wayIn() throws {
        let manager = try TestManager()
        let device = try RawDevice(manager)
        var browser = AccountBrowser(manager)
        let refused = try browser.get("/account/devices")
        #expect(refused.status == .seeOther)
        let login = try #require(refused["Location"])
        #expect(login == "/account/login?to=%2Faccount%2Fdevices")
        let form = try #require(try browser.get(login).forms.first { $0.action == "/account/login" })
        #expect(form.fields.map(\.1) == ["/account/devices"])
        #expect(try browser.send(form)["Location"]?.hasPrefix("/login/") == true)
        #expect(try browser.logIn(with: device, to: "/account/devices") == "/account/devices")
        #expect(try browser.get("/account/devices").text.contains("ada"))
    }

    func cookie() throws {
        let manager = try TestManager()
        let device = try RawDevice(manager)
        var browser = AccountBrowser(manager)
        try browser.logIn(with: device)
        let cookie = try #require(browser.set.first { $0.hasPrefix("xign-account=") })
        #expect(cookie.hasSuffix("; Path=/; HttpOnly; SameSite=Lax"))
        #expect(!cookie.contains("Domain"))
        #expect(!cookie.contains("Max-Age"))
        let former = browser.cookies["xign-account"]
        try browser.logIn(with: device)
        #expect(browser.cookies["xign-account"] != former)
        // The former session has ended, so that nobody who has fixed or seen its cookie stays logged in.
        browser.keep("xign-account", try #require(former))
        #expect(try browser.get("/account").status == .seeOther)
    }

    func openRedirect(_ target: String) throws {
        let manager = try TestManager()
        var browser = AccountBrowser(manager)
        let answer = try browser.post("/account/login", [("to", target)])
        let path = try #require(answer["Location"])
        let id = try #require(SessionID(text: path.dropFirst("/login/".count)))
        _ = try RawDevice(manager).confirm(id)
        #expect(try browser.post("\(path)/continue")["Location"] == "/account")
    }

    func cancelledLogin(_ engine: Engine) throws {
        let manager = try TestManager(engine)
        var browser = AccountBrowser(manager)
        let path = try browser.beginLogin(to: "/account/devices")
        let page = try browser.get(path)
        #expect(page.text.contains("<h1 tabindex=\"-1\">Log in to <bdi>\(manager.issuer.idmIdentifier)</bdi></h1>"))
        #expect(!page.text.contains("<dl>"))
        let cancel = try #require(page.forms.first { $0.action == "\(path)/cancel" })
        #expect(try browser.send(cancel)["Location"] == "/account/devices")
        #expect(try browser.get("/account/devices").status == .seeOther)
    }

    func isThatYou() throws {
        let manager = try TestManager()
        let device = try RawDevice(manager)
        var browser = AccountBrowser(manager)
        try browser.logIn(with: device)
        let question = try browser.get("/account/devices")
        #expect(question.text.contains("This is <bdi>ada</bdi>. Is that you?"))
        let form = try #require(question.forms.first { $0.action == "/account/known" })
        let answer = try browser.send(form)
        #expect(answer["Location"] == "/account/devices")
        #expect(browser.set.contains { $0.contains("xign-known=") && $0.contains("Max-Age=31536000") })
        #expect(try !browser.get("/account/devices").text.contains("Is that you?"))
        try browser.logIn(with: device)
        #expect(try !browser.get("/account").text.contains("Is that you?"))
        browser.keep("xign-known", "anything")
        #expect(try browser.get("/account").text.contains("Is that you?"))
    }

    func logOut() throws {
        let manager = try TestManager()
        var browser = try AccountBrowser.loggedIn(manager, with: try RawDevice(manager))
        let cookie = try #require(browser.cookies["xign-account"])
        #expect(try browser.get("/account/logout").text.contains("Log out?"))
        #expect(try browser.get("/account").status == .ok)
        let answer = try browser.submit("/account/logout", on: "/account/logout")
        #expect(answer["Location"] == "/account/logout")
        #expect(browser.cookies["xign-account"] == nil)
        #expect(try browser.get("/account/logout").text.contains("You are logged out"))
        browser.keep("xign-account", cookie)
        #expect(try browser.get("/account").status == .seeOther)
    }

    func ends(_ way: String) throws {
        let manager = try TestManager()
        let device = try RawDevice(manager)
        var browser = try AccountBrowser.loggedIn(manager, with: device)
        switch way {
        case "idle": manager.clock.advance(seconds: 15 * 60)
        case "hour":
            for _ in 0..<6 {
                #expect(try browser.get("/account").status == .ok)
                manager.clock.advance(seconds: 600)
            }
        case "device":
            try manager.context.database.write { _ = try $0.activations.revoke(device.activation) }
        default:
            let account = try manager.account().id
            try manager.context.database.write { try $0.accounts.setActive(false, account: account) }
        }
        #expect(try browser.get("/account").status == .seeOther)
    }

    // MARK: Every page

    /// A person who is logged in and has one object of each kind, and the addresses of all pages on them.
    private func everyPage(
        _ engine: Engine = .sqlite
    ) throws -> (manager: TestManager, browser: AccountBrowser, pages: [String]) {
        let manager = try TestManager(engine)
        let device = try RawDevice(manager)
        try manager.waitForCoolDown()
        var browser = try AccountBrowser.loggedIn(manager, with: device)
        let objects = try AccountObjects(of: TestManager.userName, with: device, at: manager)
        let act = try #require(try browser.submit("/account/export", on: "/account/settings")["Location"])
        return (manager, browser, manager.accountPatterns(.get).map(objects.path) + [act])
    }

    func headers() throws {
        var (_, browser, pages) = try everyPage()
        // The first leads a browser that is logged in to the account; the second, one without code and PIN, to the
        // state of the device.
        pages.removeAll { $0 == "/account/login" || $0.hasSuffix("/code") }
        for page in pages {
            let answer = try browser.get(page)
            #expect(answer.status == .ok, "\(page)")
            #expect(answer["Cache-Control"] == "no-store", "\(page)")
            #expect(answer["Cross-Origin-Opener-Policy"] == "same-origin", "\(page)")
            #expect(answer["Cross-Origin-Resource-Policy"] == "same-origin", "\(page)")
            #expect(answer["Content-Security-Policy"]?.contains("form-action 'self';") == true, "\(page)")
        }
    }

    func getChangesNothing(_ engine: Engine) throws {
        var (manager, browser, pages) = try everyPage(engine)
        let before = try manager.rows()
        for page in pages { _ = try browser.get(page) }
        #expect(try manager.rows() == before)
        var stranger = AccountBrowser(manager)
        for page in pages + ["/"] { _ = try stranger.get(page) }
        #expect(try manager.rows() == before)
    }

    func language() throws {
        let manager = try TestManager()
        var browser = try AccountBrowser.loggedIn(manager, with: try RawDevice(manager))
        browser.language = "de-AT"
        #expect(try browser.get("/account/settings").text.contains("<html lang=\"de\">"))
        let answer = try browser.submit("/account/settings/language", on: "/account/settings", ["language": "en"])
        #expect(answer["Location"] == "/account/settings?done=languageSaved")
        let english = try browser.get("/account/settings?done=languageSaved")
        #expect(english.text.contains("<html lang=\"en\">"))
        #expect(english.text.contains("Your language is saved."))
        // The pages without a login follow, and follow the browser again when the person takes the choice back.
        var loggedOut = browser
        loggedOut.forget("xign-account")
        #expect(try loggedOut.get("/account/login").text.contains("<html lang=\"en\">"))
        // The switch at the foot of each page changes the account's language, too.
        _ = try browser.post("/language", [("language", "de"), ("page", "/account")])
        #expect(try manager.account().language == .german)
        _ = try browser.submit("/account/settings/language", on: "/account/settings", ["language": ""])
        #expect(browser.cookies["xign-language"] == nil)
        #expect(try manager.account().language == nil)
        #expect(try browser.get("/account/settings").text.contains("<html lang=\"de\">"))
    }

    func languageOfAct() throws {
        let manager = try TestManager()
        let device = try RawDevice(manager)
        try manager.waitForCoolDown()
        var browser = try AccountBrowser.loggedIn(manager, with: device)
        _ = try browser.submit("/account/settings/language", on: "/account/settings", ["language": "de"])
        // As in another browser of the person, which has not kept the choice.
        browser.forget("xign-language")
        browser.language = "en"
        let page = try #require(try browser.submit("/account/delete", on: "/account/delete")["Location"])
        let german = try browser.get(page)
        #expect(german.text.contains("<html lang=\"de\">"))
        #expect(german.text.contains("<p class=\"sentence\" lang=\"de\">"))
        let answer = try browser.post("/language", [("language", "en"), ("page", "\(page)?code=hidden")])
        #expect(answer["Location"] == "\(page)?code=hidden")
        #expect(try manager.account().language == .english)
        let english = try browser.get(page)
        #expect(english.text.contains("<html lang=\"en\">"))
        // The device shows the sentence as it was asked for.
        #expect(english.text.contains("<p class=\"sentence\" lang=\"de\">"))
    }

    func languageOfLogin() throws {
        let manager = try TestManager()
        var browser = try AccountBrowser.loggedIn(manager, with: try RawDevice(manager))
        let page = try browser.beginLogin()
        _ = try browser.post("/language", [("language", "de"), ("page", page)])
        #expect(try manager.account().language == nil)
        #expect(try browser.get(page).text.contains("<html lang=\"de\">"))
    }

    func languageWithoutProof() throws {
        let manager = try TestManager()
        var browser = try AccountBrowser.loggedIn(manager, with: try RawDevice(manager))
        browser.origin = []
        #expect(try browser.post("/language", [("language", "de"), ("page", "/account")]).status == .forbidden)
        #expect(try manager.account().language == nil)
        #expect(browser.cookies["xign-language"] == nil)
    }

    func done(_ query: String) throws {
        let manager = try TestManager()
        var browser = try AccountBrowser.loggedIn(manager, with: try RawDevice(manager))
        let page = try browser.get("/account/devices?\(query)").text
        #expect(!page.contains("role=\"status\""))
    }

    func off() throws {
        let served = try TestManager().routes(below: "/account")
        let manager = try TestManager(surfaces: [])
        #expect(manager.routes(below: "/account").isEmpty)
        var browser = AccountBrowser(manager)
        for route in served {
            let page = AccountObjects().path(String(route.drop { $0 != "/" }))
            #expect(try browser.get(page).status == .notFound, "\(page)")
            #expect(try browser.post(page).status == .notFound, "\(page)")
        }
    }
}
