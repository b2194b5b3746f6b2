import DatabaseFixture
import Testing
import Threads
import XignDomain
import XignHTTP
import XignProtocol
import XignWording

@testable import XignServer
@testable import XignStorage
@testable import XignUseCases
@testable import XignWeb

/// The browser in which somebody joins: it comes back, sends twice, waits for long, and meets limits.
struct JoiningBrowserTests {
    @Test("The browser in which somebody joins", .serialized, arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("A browser that holds a place is led to its device, whatever it does with the link", comesBack),
        TestCase("A browser that registers is led to its device, and keeps the way to the website", registersAgain),
        TestCase("A device that is connected, or a place that was given up, leads nowhere", isDone),
        TestCase("A link that is used up leads the browser that holds its place to the device", usedUp),
        TestCase("A name that is refused on another way leaves code and PIN in the browser", otherWay),
        TestCase(
            "A form that is sent twice at once makes one account, and both answers have its code and PIN", twice,
            each: Engine.allCases),
        TestCase("A form gives its handout to no other browser, and for a minute alone", formOfOthers),
        TestCase("Another code that is asked for twice is one", renewedTwice),
        TestCase("A browser whose code another one has replaced is told the end, and led nowhere", replaced),
        TestCase("The cookie lasts as long as the code holds the place", lifetime),
        TestCase("The language of a link is that of all its pages", language),
        TestCase("Beyond the limit of a network what was typed stays, and no page speaks of logins", limited),
        TestCase("A code for which there is no place uses up no limit", fullQueue),
        TestCase("A form of another site is told without a word about logins", forged),
        TestCase("A limit at the open registration says nothing about a code", registrationLimits),
        TestCase("Who has logged in too late to accept is told so", acceptedLate),
    ]

    /// Reads the secret of the form of a page.
    private func attempt(_ browser: inout JoinBrowser, _ page: String) throws -> String {
        let text = try browser.send(.get, page).text
        return String(try #require(text.firstMatch(of: /name="attempt" value="([^"]+)"/)).output.1)
    }

    func registration() throws -> JoinScene {
        let scene = try JoinScene()
        _ = try Apply(scene.context)(Array(RegisterTests.settings.utf8))
        return scene
    }

    // MARK: Coming back

    func comesBack() throws {
        let scene = try JoinScene()
        for link in [try scene.makeLink(), try scene.makeLink(places: 10)] {
            var browser = JoinBrowser(scene)
            let name = "grace\(link.places)"
            #expect(try browser.choose(name, by: link).status == .seeOther)
            let pin = try browser.code().pin
            for (method, path, form) in [
                (.get, scene.path(link), ""), (.post, scene.path(link), "name=\(name)"),
                (.post, scene.path(link), "name=lin"), (.post, "\(scene.path(link))/account", ""),
            ] as [(XignHTTP.Method, String, String)] {
                let answer = try browser.send(method, path, form)
                #expect(answer.status == .seeOther, "\(method) \(path)")
                #expect(answer["Location"] == "/join/device", "\(method) \(path)")
            }
            #expect(try browser.code().pin == pin)
            // Also when the code is over, and the place is still held.
            scene.manager.clock.advance(seconds: 601)
            #expect(try browser.send(.get, scene.path(link))["Location"] == "/join/device")
            #expect(try browser.send(.post, "/join/device/code").status == .seeOther)
            _ = try browser.connect()
            #expect(try scene.listed(link).link.taken == 1)
        }
        #expect(try scene.account(named: "lin") == nil)
    }

    func registersAgain() throws {
        let scene = try registration()
        let request = "/openid/authenticate?client_id=\(try scene.manager.service.id.text)"
        let page = RedirectURI.appending([("to", request)], to: "/register")
        var browser = JoinBrowser(scene)
        let devicePage = try #require(try browser.send(.post, page, "name=grace")["Location"])
        let pin = try browser.code(at: devicePage).pin
        #expect(try browser.send(.get, page)["Location"] == devicePage)
        #expect(try browser.send(.post, page, "name=grace")["Location"] == devicePage)
        #expect(try browser.code(at: devicePage).pin == pin)
        // On another way it may begin anew.
        #expect(try browser.send(.get, scene.path(try scene.makeLink())).status == .ok)
    }

    func isDone() throws {
        let scene = try registration()
        let link = try scene.makeLink(places: 10)
        var browser = JoinBrowser(scene)
        _ = try browser.join("grace", by: link)
        #expect(try browser.send(.get, scene.path(link)).status == .ok)
        #expect(try browser.choose("lin", by: link).status == .seeOther)
        try scene.context.database.write { transaction in
            let account = try #require(try transaction.accounts.find(name: "lin"))
            try transaction.accounts.remove(account.id)
        }
        #expect(try browser.send(.get, scene.path(link)).status == .ok)
        #expect(try browser.choose("lin", by: link).status == .seeOther)
    }

    func usedUp() throws {
        let scene = try JoinScene()
        let link = try scene.makeLink()
        var browser = JoinBrowser(scene)
        #expect(try browser.choose("grace", by: link).status == .seeOther)
        // A browser that another website has led here does not show its cookie.
        var other = JoinBrowser(scene)
        let closed = try other.send(.get, scene.path(link))
        #expect(closed.status == .gone)
        #expect(closed.text.contains(#"href="/join/device""#))
        #expect(try other.send(.get, "/join/device")["Location"] == "/join")
    }

    func otherWay() throws {
        let scene = try registration()
        let link = try scene.makeLink()
        var browser = JoinBrowser(scene)
        #expect(try browser.choose("grace", by: link).status == .seeOther)
        let pin = try browser.code().pin
        #expect(try browser.send(.post, "/register", "name=grace").status == .unprocessableContent)
        #expect(try browser.code().pin == pin)
    }

    // MARK: Sending twice

    func twice(_ engine: Engine) throws {
        let scene = try JoinScene(engine)
        let link = try scene.makeLink()
        var opened = JoinBrowser(scene)
        let form = "name=grace&attempt=\(try attempt(&opened, scene.path(link)))"
        let accounts = try scene.manager.auditKinds.count { $0 == .accountCreated }
        let browsers = Locked<[JoinBrowser]>([])
        let errors = concurrently(3) { _ in
            // The browser has no cookie yet: it drops the answers but the last.
            var browser = JoinBrowser(scene)
            let status = try browser.send(.post, scene.path(link), form).status
            #expect(status == .seeOther)
            let sent = browser
            browsers.withLock { $0.append(sent) }
        }
        #expect(errors.isEmpty, "\(errors)")
        // Also a moment later.
        var late = JoinBrowser(scene)
        #expect(try late.send(.post, scene.path(link), form)["Location"] == "/join/device")
        let codes = try (browsers.withLock { $0 } + [late]).map { browser in
            var browser = browser
            return try browser.code()
        }
        #expect(codes.count == 4)
        #expect(codes.allSatisfy { $0.pin == codes[0].pin })
        #expect(codes.allSatisfy { $0.activation.id == codes[0].activation.id })
        #expect(try scene.manager.auditKinds.count { $0 == .accountCreated } == accounts + 1)
        #expect(try scene.listed(link).reserved == 1)
        _ = try late.connect()
        #expect(try scene.listed(link).link.taken == 1)
    }

    func formOfOthers() throws {
        let scene = try JoinScene()
        let link = try scene.makeLink()
        var (first, other) = (JoinBrowser(scene), JoinBrowser(scene))
        let secrets = [try attempt(&first, scene.path(link)), try attempt(&other, scene.path(link))]
        #expect(secrets[0] != secrets[1])
        #expect(try first.send(.post, scene.path(link), "name=grace&attempt=\(secrets[0])").status == .seeOther)
        for secret in [secrets[1], "", "x", "\(secrets[0])A", String(secrets[0].dropLast())] {
            let refused = try other.send(.post, scene.path(link), "name=grace&attempt=\(secret)")
            #expect(refused.status == .gone, "\(secret)")
            #expect(other.cookie == nil)
        }
        scene.manager.clock.advance(seconds: 60)
        var late = JoinBrowser(scene)
        #expect(
            try late.send(.post, scene.path(link), "name=grace&attempt=\(secrets[0])").status == .gone)
        // A form that was refused is judged anew.
        let many = try scene.makeLink(places: 2)
        let secret = try attempt(&other, scene.path(many))
        let taken = try other.send(.post, scene.path(many), "name=ada&attempt=\(secret)")
        #expect(taken.status == .unprocessableContent)
        #expect(try other.send(.post, scene.path(many), "name=lin&attempt=\(secret)").status == .seeOther)
    }

    func renewedTwice() throws {
        let scene = try JoinScene()
        var browser = JoinBrowser(scene)
        #expect(try browser.choose("grace", by: try scene.makeLink()).status == .seeOther)
        let former = try browser.code()
        // The browser drops the first answer, with its cookie.
        var (first, second) = (browser, browser)
        #expect(try first.send(.post, "/join/device/code").status == .seeOther)
        #expect(try second.send(.post, "/join/device/code").status == .seeOther)
        let codes = [try first.code(), try second.code()]
        #expect(codes[0].pin == codes[1].pin)
        #expect(codes[0].activation.id == codes[1].activation.id)
        #expect(codes[0].activation.id != former.activation.id)
        _ = try second.connect()
    }

    func replaced() throws {
        let scene = try JoinScene()
        let link = try scene.makeLink(places: 2)
        var browser = JoinBrowser(scene)
        #expect(try browser.choose("grace", by: link).status == .seeOther)
        // The answer with the other code is lost, and the manager no longer knows the form.
        var (leading, renewing) = (browser, browser)
        #expect(try browser.send(.post, "/join/device/code").status == .seeOther)
        scene.manager.clock.advance(seconds: 61)
        #expect(try leading.send(.get, scene.path(link)).status == .ok)
        #expect(try renewing.send(.post, "/join/device/code")["Location"] == "/join/device")
        let over = try renewing.send(.get, "/join/device")
        #expect(over.status == .gone)
        #expect(!over.text.contains("This code no longer works"))
        #expect(renewing.cookie == nil)
        _ = try browser.connect()
    }

    // MARK: Time

    func lifetime() throws {
        let scene = try JoinScene()
        let link = try scene.makeLink()
        var browser = JoinBrowser(scene)
        #expect(try browser.choose("grace", by: link).status == .seeOther)
        scene.manager.clock.advance(seconds: 1199)
        #expect(try browser.send(.get, "/join/device").text.contains("This code no longer works"))
        #expect(try browser.send(.post, "/join/device/code").status == .seeOther)
        scene.manager.clock.advance(seconds: 599)
        #expect(try browser.send(.get, scene.path(link))["Location"] == "/join/device")
        scene.manager.clock.advance(seconds: 601)
        #expect(try browser.send(.get, "/join/device")["Location"] == "/join")
        scene.manager.clock.advance(seconds: 1)
        scene.housekeeping()
        #expect(try scene.listed(link).state == .open)
    }

    // MARK: Language

    func language() throws {
        let scene = try JoinScene()
        let link = try scene.makeLink(places: 3, language: .german)
        var browser = JoinBrowser(scene)
        browser.language = "en"
        var pages: [Response] = []
        pages.append(try browser.send(.get, scene.path(link)))
        pages.append(try browser.choose("%E2%80%8Bgrace", by: link))
        #expect(pages[1].text.contains(Language.german.wording.joining.nameHint))
        #expect(try browser.choose("grace", by: link).status == .seeOther)
        #expect(try scene.account(named: "grace")?.language == .german)
        pages.append(try browser.send(.get, "/join/device"))
        scene.manager.clock.advance(seconds: 601)
        pages.append(try browser.send(.get, "/join/device"))
        #expect(try browser.send(.post, "/join/device/code").status == .seeOther)
        pages.append(try browser.send(.get, "/join/device"))
        _ = try browser.connect()
        pages.append(try browser.send(.get, "/join/device"))
        #expect(try browser.choose("lin", by: link).status == .seeOther)
        pages.append(try browser.send(.post, "/join/device/cancel"))
        #expect(try browser.choose("lin", by: link).status == .seeOther)
        try scene.withdraw(link)
        pages.append(try browser.send(.get, "/join/device"))
        pages.append(try browser.send(.get, scene.path(link)))
        for (number, page) in pages.enumerated() {
            #expect(page.text.contains(#"<html lang="de""#), "\(number): \(page.text)")
        }
        // A sentence about the name is one of them, too.
        #expect(!pages[1].text.contains("character"))
    }
}
