// Long because: history, websites and notices come from the same events, and share their scene.

import DatabaseFixture
import Logging
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

struct HistoryTests {
    @Test("History and websites, in a browser", .serialized, arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("the pages show the same before and after the events were indexed", indexed, each: Engine.allCases),
        TestCase("many managers index at once, and nothing is lost or doubled", concurrently, each: Engine.allCases),
        TestCase("a round that is stopped goes on where it was", resumed),
        TestCase("a clock that is set back loses no event", clockSetBack),
        TestCase("nothing is indexed where no account pages are served", off),
        TestCase("walking to the end shows each event once, also those of one moment", walk),
        TestCase(
            "an address with another filter or place shows the newest events", otherAddress,
            each: ["show=x", "from=x", "from=1-99999999", "from=9223372036854775807-0"]),
        TestCase("each event of a history, and no other one, and each notice has a sentence", sentences),
        TestCase(
            "a login that was somebody else's loses its tokens, once, and is told", disowned, each: Engine.allCases),
        TestCase("a login at the account pages can be disowned too", disownedAccountLogin),
        TestCase("another person's login is as unknown as an invented one", foreignLogin),
        TestCase(
            "a website receives nothing more after the withdrawal, until the next login", withdrawal,
            each: Engine.allCases),
        TestCase("a choice is forgotten, and only an own one", choices, each: Engine.allCases),
        TestCase("a website that the account has not used is as unknown as an invented one", foreignWebsite),
        TestCase("what happened since the last visit with this device stands on the first page", notices),
        TestCase(
            "nobody is warned of what came before the first device, and an operator's act is called one", firstVisit),
    ]

    private struct Scene {
        let manager: TestManager
        let phone: RawDevice
        var browser: AccountBrowser

        init(_ engine: Engine = .sqlite, log: Log = .silent) throws {
            manager = try TestManager(engine, log: log)
            phone = try RawDevice(manager)
            browser = try AccountBrowser.loggedIn(manager, with: phone)
        }

        var website: String { get throws { "/account/websites/\(try manager.service.id)" } }

        /// Logs in at the website, which redeems the code.
        func logIn(with device: RawDevice? = nil) throws -> (process: SessionID, accessToken: String) {
            let website = try TestBrowser(manager)
            let process = try website.session
            _ = try (device ?? phone).finish(try (device ?? phone).prepare(website))
            let code = try #require(try website.proceed()["code"])
            let tokens = try website.redeem(code)
            return (process, try #require(tokens.body["access_token"]))
        }

        /// The status of the user info endpoint for a token.
        func userInfo(_ token: String) throws -> Int {
            manager.router.respond(
                to: try Request(.get, "/openid/user", headers: [HeaderField("Authorization", "Bearer \(token)")])
            ).status.code
        }

        func index() throws {
            manager.clock.advance(seconds: IndexHistory.delaySeconds + 1)
            try IndexHistory(manager.context) { false }
        }
    }

    // MARK: The index

    func indexed(_ engine: Engine) throws {
        var scene = try Scene(engine)
        _ = try scene.logIn()
        let pages = ["/account/history", "/account/history?show=logins", "/account/websites", try scene.website]
        let before = try pages.map { try scene.browser.get($0).text }
        #expect(before[0].contains("Login to <bdi>Demo website</bdi>"))
        #expect(before[0].contains("192.0.2") || before[0].contains("Login to your account pages"))
        #expect(before[2].contains("Demo website"))
        try scene.index()
        #expect(try pages.map { try scene.browser.get($0).text } == before)
        let account = try scene.manager.account().id
        #expect(try scene.manager.context.database.read { try $0.websiteUses.all(of: account) }.count == 1)
    }

    func concurrently(_ engine: Engine) throws {
        let manager = try TestManager(engine)
        let account = try manager.account().id
        try manager.context.database.write { [clock = manager.clock] transaction in
            for number in 0..<900 {
                try transaction.audit.append(
                    AuditEvent(.pinChanged, at: clock.now + Int64(number / 10), accountID: account))
            }
        }
        manager.clock.advance(seconds: 300)
        let nodes = try (0..<4).map { _ in try manager.secondNode() }
        let errors = DatabaseFixture.concurrently(4) { try IndexHistory(nodes[$0].context) { false } }
        #expect(errors.isEmpty, "\(errors)")
        let events = try manager.context.database.read {
            try $0.history.newest(2_000, of: account, about: [.devices], until: nil)
        }
        #expect(events.count == 900)
        #expect(Set(events.map(\.id)).count == 900)
    }

    func resumed() throws {
        let manager = try TestManager(surfaces: [])
        let account = try manager.account().id
        try manager.context.database.write { [clock = manager.clock] transaction in
            for _ in 0..<500 {
                try transaction.audit.append(AuditEvent(.pinChanged, at: clock.now, accountID: account))
            }
        }
        manager.clock.advance(seconds: 300)
        func count() throws -> Int {
            try manager.context.database.read {
                try $0.history.newest(2_000, of: account, about: [.devices], until: nil)
            }.count
        }
        try IndexHistory(manager.context) { true }
        let first = try count()
        #expect(first > 0)
        #expect(first < 500)
        try IndexHistory(manager.context) { false }
        #expect(try count() == 500)
    }

    func clockSetBack() throws {
        let manager = try TestManager()
        let account = try manager.account().id
        func record() throws {
            try manager.context.database.write { [clock = manager.clock] in
                try $0.audit.append(AuditEvent(.pinChanged, at: clock.now, accountID: account))
            }
        }
        try record()
        manager.clock.advance(seconds: 3_600)
        try record()
        manager.clock.advance(seconds: 300)
        try IndexHistory(manager.context) { false }
        manager.clock.advance(seconds: -3_000)
        try IndexHistory(manager.context) { false }
        try record()
        let page = try ReadHistory(manager.context)(of: account, about: [.devices])
        #expect(page.events.count == 3)
        manager.clock.advance(seconds: 300)
        try IndexHistory(manager.context) { false }
        #expect(try ReadHistory(manager.context)(of: account, about: [.devices]).events.count == 3)
    }

    func off() throws {
        let manager = try TestManager(surfaces: [])
        manager.clock.advance(seconds: 300)
        Housekeeping(manager.manager).runOnce()
        #expect(try manager.context.database.read { try $0.history.place() } == [])
        let serving = try Manager(
            database: try manager.place.open(vault: manager.context.database.vault),
            issuer: manager.issuer, clock: Clock { [clock = manager.clock] in clock.now }, log: .silent,
            surfaces: [.account])
        Housekeeping(serving).runOnce()
        #expect(try manager.context.database.read { try $0.history.place() } != [])
    }

    // MARK: Pages of the history

    func walk() throws {
        let scene = try Scene()
        let account = try scene.manager.account().id
        // 120 events of one moment, then 30 later ones.
        try scene.manager.context.database.write { [clock = scene.manager.clock] transaction in
            for number in 0..<150 {
                try transaction.audit.append(
                    AuditEvent(.pinChanged, at: clock.now + (number < 120 ? 1 : 2), accountID: account))
            }
        }
        for isIndexed in [false, true] {
            if isIndexed { try scene.index() }
            var (count, place, pages) = (0, nil as ReadHistory.Place?, 0)
            repeat {
                let page = try ReadHistory(scene.manager.context)(of: account, about: [.devices], from: place)
                count += page.events.count { $0.kind == .pinChanged }
                place = try page.older.map { try #require(ReadHistory.Place($0.text)) }
                pages += 1
            } while place != nil && pages < 10
            #expect(count == 150)
        }
    }

    func otherAddress(_ query: String) throws {
        var scene = try Scene()
        let answer = try scene.browser.get("/account/history?\(query)")
        #expect(answer.status == .ok)
        #expect(answer.text.contains("The device"))
    }

    func sentences() {
        for words in Wordings.all.map(\.events) {
            for kind in AuditEvent.Kind.allCases {
                let sentence = words.words(for: kind, account: "ada", device: "iPad", service: "shop").history
                #expect((sentence != nil) == (kind.definition.historyTopic != nil), "\(kind)")
            }
            for kind in NoticeEvent.Kind.allCases where kind != .accountRemoved {
                #expect(words.notice(kind, device: "iPad") != nil, "\(kind)")
            }
        }
    }

    // MARK: "This was not me"

    func disowned(_ engine: Engine) throws {
        let lines = Locked<[String]>([])
        var scene = try Scene(engine, log: Log { line in lines.withLock { $0.append(line) } })
        let (process, token) = try scene.logIn()
        let (_, otherToken) = try scene.logIn()
        var thief = AccountBrowser(scene.manager)
        try thief.logIn(with: scene.phone)
        #expect(try scene.userInfo(token) == 200)
        let page = "/account/history/\(process)"
        #expect(try scene.browser.get("/account/history").text.contains("href=\"\(page)\""))
        let form = try #require(try scene.browser.get(page).forms.first { $0.action == page })
        for _ in 1...2 { #expect(try scene.browser.send(form)["Location"] == page) }
        #expect(try scene.userInfo(token) == 401)
        #expect(try scene.userInfo(otherToken) == 200)
        // The other browser of the device is logged out, this one is not.
        #expect(try thief.get("/account").status == .seeOther)
        let answer = try scene.browser.get(page)
        #expect(answer.status == .ok)
        #expect(answer.text.contains("/account/devices/\(scene.phone.activation)/lock"))
        #expect(try scene.manager.auditKinds.count { $0 == .loginDisownedLater } == 1)
        let account = try scene.manager.account().id
        let notices = try scene.manager.context.database.read {
            try $0.notices.list(for: account, after: 0, except: .random())
        }
        #expect(notices.count { $0.kind == "loginDisowned" } == 1)
        #expect(try scene.browser.get("/account/history").text.contains("This was not you"))
        #expect(lines.withLock { $0.count { $0.contains("loginDisownedLater") } } == 1)
    }

    func disownedAccountLogin() throws {
        var scene = try Scene()
        var thief = AccountBrowser(scene.manager)
        try thief.logIn(with: scene.phone)
        let event = try #require(
            try scene.manager.context.database.read { try $0.audit.newest(50) }.first { $0.kind == .sessionBegun })
        let page = "/account/history/\(try #require(event.sessionID))"
        #expect(try scene.browser.submit(page, on: page)["Location"] == page)
        #expect(try thief.get("/account").status == .seeOther)
        #expect(try scene.browser.get("/account").status == .ok)
    }

    func foreignLogin() async throws {
        var scene = try Scene()
        let mallory = try RawDevice(scene.manager, user: "mallory")
        let (process, token) = try scene.logIn(with: mallory)
        let invented = SessionID.random()
        let answers = try [process, invented].map { try scene.browser.get("/account/history/\($0)") }
        #expect(answers.map(\.status) == [.notFound, .notFound])
        #expect(
            answers[0].text.replacing("\(process)", with: "") == answers[1].text.replacing("\(invented)", with: ""))
        let account = try scene.manager.account().id
        let sessions = try scene.manager.context.database.read { try $0.browserSessions.all(of: account) }
        let outcome = try await DisownLogin(scene.manager.context)(process, in: try #require(sessions.first))
        #expect(outcome == nil)
        #expect(try scene.userInfo(token) == 200)
    }

    // MARK: Websites

    func withdrawal(_ engine: Engine) throws {
        var scene = try Scene(engine)
        try scene.manager.ask(for: .required(.email))
        try scene.manager.store(.email, "ada@example.org", alias: "Work")
        let device = scene.phone
        let browser = try TestBrowser(scene.manager)
        let started = try device.start(browser)
        let alias = try #require(started.attributes["email"]?.aliases.first)
        let prepared = try device.prepare(browser, started, ["email": .init(aliasId: alias.id, disclosure: nil)])
        let statement = try #require(prepared.statement).bytes
        _ = try device.finish(
            .init(session: try browser.session, token: started.sessionToken, statement: statement))
        let process = try browser.session
        let code = try #require(try browser.proceed()["code"])
        let token = try #require(try browser.redeem(code).body["access_token"])

        let page = try scene.website
        let shown = try scene.browser.get(page).text
        #expect(shown.contains("<li>Email address (<bdi>Work</bdi>)</li>"))
        #expect(!shown.contains("ada@example.org"))
        #expect(try scene.userInfo(token) == 200)
        let form = try #require(
            try scene.browser.get("\(page)/withdraw").forms.first { $0.action == "\(page)/withdraw" })
        for _ in 1...2 {
            #expect(try scene.browser.send(form)["Location"] == "\(page)?done=websiteWithdrawn")
        }
        #expect(try scene.userInfo(token) == 401)
        #expect(try scene.manager.auditKinds.count { $0 == .websiteWithdrawn } == 1)
        #expect(try scene.browser.get("/account/websites").text.contains("withdrawn"))
        #expect(try scene.manager.releases(process).isEmpty)
    }

    func choices(_ engine: Engine) throws {
        var scene = try Scene(engine)
        _ = try scene.logIn()
        let (service, account) = (try scene.manager.service.id, try scene.manager.account().id)
        let mallory = try scene.manager.account("mallory").id
        let own = try scene.manager.store(.email, "ada@example.org", alias: "Work")
        let foreign = try scene.manager.store(.email, "m@example.org", alias: "Theirs", user: "mallory")
        try scene.manager.context.database.write { transaction in
            try transaction.chosenAliases.remember([1], value: own.id, of: .email, for: account, at: service)
            try transaction.chosenAliases.remember([2], value: foreign.id, of: .email, for: mallory, at: service)
        }
        let page = try scene.website
        let form = try #require(try scene.browser.get(page).forms.first { $0.action == "\(page)/forget" })
        #expect(try scene.browser.send(form, ["choice": Base64URL.encode([2])]).status == .seeOther)
        for _ in 1...2 {
            #expect(try scene.browser.send(form)["Location"] == "\(page)?done=choiceForgotten")
        }
        let left = try scene.manager.context.database.read { transaction in
            try [account, mallory].map { try transaction.chosenAliases.all(of: $0).count }
        }
        #expect(left == [0, 1])
    }

    func foreignWebsite() throws {
        var scene = try Scene()
        _ = try scene.logIn(with: try RawDevice(scene.manager, user: "mallory"))
        for rest in ["", "/withdraw"] {
            for id in [try scene.manager.service.id.text, "invented", "xign.account"] {
                #expect(try scene.browser.get("/account/websites/\(id)\(rest)").status == .notFound)
            }
        }
    }

    // MARK: Overview

    func notices() throws {
        var scene = try Scene()
        let account = try scene.manager.account().id
        scene.manager.clock.advance(seconds: 10)
        try scene.manager.context.database.write { [clock = scene.manager.clock] in
            try $0.notices.append(
                NoticeEvent(.activationPersonalized, at: clock.now, accountID: account, device: "<i>Tablet"))
        }
        let rows = try scene.manager.rows()
        let shown = try scene.browser.get("/account").text
        #expect(shown.contains("The device <bdi>&lt;i&gt;Tablet</bdi> was connected."))
        #expect(try scene.manager.rows() == rows)
        scene.manager.clock.advance(seconds: 10)
        // A thief who logs in with another device hides nothing.
        let tablet = try RawDevice(scene.manager)
        var thief = AccountBrowser(scene.manager)
        try thief.logIn(with: tablet)
        scene.manager.clock.advance(seconds: 10)
        var again = try AccountBrowser.loggedIn(scene.manager, with: scene.phone)
        #expect(try again.get("/account").text.contains("Tablet"))
        scene.manager.clock.advance(seconds: 10)
        again = try AccountBrowser.loggedIn(scene.manager, with: scene.phone)
        #expect(try !again.get("/account").text.contains("Tablet"))
    }

    func firstVisit() throws {
        let manager = try TestManager()
        let activation = try RawActivation(manager)
        manager.clock.advance(seconds: 1)
        let phone = activation.device()
        let opened = try activation.opened()
        _ = try phone.enrol(with: opened.openToken, challenge: opened.challenge.bytes)
        var browser = try AccountBrowser.loggedIn(manager, with: phone)
        #expect(try !browser.get("/account").text.contains("Since your last visit"))
        manager.clock.advance(seconds: 1)
        _ = try RawActivation(manager)
        let page = try browser.get("/account").text
        #expect(page.contains("Since your last visit"))
        #expect(page.contains("<span class=\"tag plain\">by the operator</span>"))
    }
}
