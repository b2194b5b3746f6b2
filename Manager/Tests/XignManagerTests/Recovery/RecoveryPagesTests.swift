// Long because: a recovery has many pages, and each test goes through those before its own.

import DatabaseFixture
import Testing
import XignAdmission
import XignDomain
import XignHTTP
import XignPages
import XignProtocol

@testable import XignServer
@testable import XignStorage
@testable import XignUseCases
@testable import XignWeb

struct RecoveryPagesTests {
    @Test("The pages of recovery", .serialized, arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("a code is made on the account pages, shown in its session for ten minutes, and removed", make),
        TestCase("both proofs begin a recovery, and both a day later give the new device", story),
        TestCase("an unknown code and a text that is none have one answer, and leave nothing", unknown),
        TestCase("an unknown code and a text that is none take the same time", sameTime),
        TestCase("what was typed is kept, so that it can be compared, but for a mailed code", typed),
        TestCase(
            "a wrong mailed code says how often it can be typed again, and a text that is none is not counted", wrong),
        TestCase("a mailed code counts in the browser that asked for it alone", otherBrowser),
        TestCase("no address of these pages has a code or an address", addresses),
        TestCase("a network sends ten forms a minute, and a form of another site uses up none", limit),
        TestCase("opening the pages and the links of the mails changes nothing", opened, each: Engine.allCases),
        TestCase("a form of another site, or of no site, does nothing", forged),
        TestCase("each page that an address shows has the language switch that leads back to it", languages),
        TestCase("a recovery that has begun stands on the first page, and is stopped there with its code", running),
        TestCase("the link of the mail stops the recovery, and leaves its code", stopLink),
        TestCase("an account without a verified address, or with rights to administer, is told so", refused),
        TestCase("after the recovery the first page asks for another code", another),
        TestCase("where recovery is off, its pages are not there, and the others do not name it", off),
        TestCase("the list of devices says how to change over to a new phone", newPhone),
    ]

    // MARK: The scene

    /// A manager with a device of ada, whose address is verified, and a browser without a session.
    private struct Scene {
        let manager: TestManager
        let phone: RawDevice
        var browser: AccountBrowser

        init(_ engine: Engine = .sqlite, limits: Limits = Limits(), isVerified: Bool = true) throws {
            manager = try TestManager(engine, limits: limits, recovery: true)
            if isVerified {
                _ = try Apply(manager.context)(
                    Array("users: [{name: ada, attributes: {email: {value: ada@example.org, verified: true}}}]".utf8))
            }
            let end = manager.clock.now + 10 * 86_400
            try manager.context.database.write { try $0.outbox.open(.mail, until: end) }
            phone = try RawDevice(manager)
            browser = AccountBrowser(manager)
        }

        /// Does an act of the page `/account/recovery`.
        func act(_ path: String, in browser: inout AccountBrowser) throws -> Response {
            let answer = try browser.submit(path, on: OwnRecoveryPage.path)
            let address = try #require(answer["Location"], "\(answer.status)")
            _ = try phone.confirm(try #require(SessionID(text: address.dropFirst("/login/".count)), "\(address)"))
            return try browser.post("\(address)/continue")
        }

        /// Makes a code.
        func code() throws -> String {
            var browser = try AccountBrowser.loggedIn(manager, with: phone)
            let way = try act(OwnRecoveryPage.makePath, in: &browser)
            let page = try #require(way["Location"])
            let code = try #require(try browser.get(page).shownCode)
            // So that the confirmation is no use of the device after the begin.
            manager.clock.advance(seconds: 600)
            return code
        }

        /// Takes the mails out of the outbox.
        func mails() throws -> [OutgoingMail] { try manager.mails() }

        /// The code that was mailed last.
        func mailedCode() throws -> String {
            try #require(try manager.mailedCodes().last).code
        }

        /// Shows the recovery code, and has a code mailed.
        mutating func ask(_ code: String) throws {
            #expect(try browser.submit("/recover", on: "/recover", ["code": code])["Location"] == "/recover/mail")
            #expect(try browser.submit("/recover/mail", on: "/recover/mail")["Location"] == "/recover/mail")
        }

        /// Shows both proofs.
        mutating func prove(_ code: String) throws -> Response {
            try ask(code)
            return try browser.submit("/recover/mail/code", on: "/recover/mail", ["code": try mailedCode()])
        }

        /// Begins a recovery.
        mutating func begin(_ code: String) throws {
            #expect(try prove(code)["Location"] == "/recover/mail")
            #expect(try browser.get("/recover/mail").text.contains("Your recovery has begun"))
        }

        /// Connects a device with the link and PIN of the page.
        func connect(_ page: String) throws -> RawDevice {
            let link = String(try #require(page.firstMatch(of: #/href="([^"]*\/a#[^"]*)"/#)?.output.1))
            let pin = String(try #require(page.firstMatch(of: #/<code>([0-9]{8})<\/code>/#)?.output.1))
            let activation = try RawActivation(manager, link: link)
            let opened = try #require(try activation.open(pin: pin).personalize)
            let device = activation.device()
            _ = try device.enrol(with: opened.openToken, challenge: opened.challenge.bytes)
            return device
        }
    }

    private static let unknownCode = "K7QM-2XPD-9RTV-K7QM-2XPD-9RTV"

    // MARK: The recovery code

    func make() throws {
        let scene = try Scene()
        var browser = try AccountBrowser.loggedIn(scene.manager, with: scene.phone)
        #expect(try browser.get(OwnRecoveryPage.path).text.contains("This account has no recovery code."))
        let way = try scene.act(OwnRecoveryPage.makePath, in: &browser)
        #expect(way["Location"] == RecoveryCodePage.path)
        let code = try #require(try browser.get(RecoveryCodePage.path).shownCode)
        #expect(RecoveryCode(typed: code) != nil)
        #expect(try browser.get(RecoveryCodePage.path).shownCode == code)
        let cookies = browser.cookies
        var other = try AccountBrowser.loggedIn(scene.manager, with: scene.phone)
        cookies.filter { $0.key == "xign-recovery-code" }.forEach { other.keep($0.key, $0.value) }
        #expect(try other.get(RecoveryCodePage.path)["Location"] == OwnRecoveryPage.path)
        var late = browser
        // The page of the code was left: its cookie goes.
        #expect(try browser.get(OwnRecoveryPage.path).text.contains("Make another code"))
        #expect(try browser.get(RecoveryCodePage.path)["Location"] == OwnRecoveryPage.path)
        scene.manager.clock.advance(seconds: 600)
        #expect(try late.get(RecoveryCodePage.path)["Location"] == OwnRecoveryPage.path)

        let removed = try scene.act(OwnRecoveryPage.removePath, in: &browser)
        #expect(removed["Location"] == "/account/recovery?done=recoveryCodeRemoved")
        #expect(try browser.get("/account/recovery?done=recoveryCodeRemoved").text.contains("no longer works"))
        var stranger = AccountBrowser(scene.manager)
        #expect(try stranger.post("/recover", [("code", code)]).status == .unprocessableContent)
    }

    func story() throws {
        var scene = try Scene()
        let code = try scene.code()
        try scene.begin(code.lowercased().replacing("-", with: " "))
        // With the code alone the page says when it goes on.
        scene.manager.clock.advance(seconds: Recovery.waitSeconds - 60)
        var other = AccountBrowser(scene.manager)
        #expect(try other.post("/recover", [("code", code)])["Location"] == "/recover/mail")
        #expect(try other.get("/recover/mail").text.contains("with the same code"))
        scene.manager.clock.advance(seconds: 60)

        _ = try scene.mails()
        scene.browser = AccountBrowser(scene.manager)
        #expect(try scene.prove(code)["Location"] == "/recover/device")
        let page = try scene.browser.get("/recover/device").text
        #expect(page.contains("all former devices are removed"))
        // The page can be loaded again, and says that nothing is connected.
        let looked = try scene.browser.get("/recover/device?connected=1").text
        #expect(looked.contains("No device is connected yet."))
        // Back at the form of the mailed code, nobody is told that the device is connected.
        #expect(try scene.browser.post("/recover/mail/code", [("code", "K7QM-2XPD")])["Location"] == "/recover/device")
        let new = try scene.connect(page)
        #expect(try scene.browser.get("/recover/device?connected=1")["Location"] == "/recover/mail")
        #expect(try scene.browser.get("/recover/mail").text.contains("You are back"))
        #expect(try scene.manager.activation(of: new)?.isUsable == true)
        #expect(try scene.manager.activation(of: scene.phone)?.state == .revoked)
        #expect(try other.post("/recover", [("code", code)]).status == .unprocessableContent)
    }

    func unknown() throws {
        let scene = try Scene()
        _ = try scene.code()
        let before = try scene.manager.rows()
        var pages: Set<String> = []
        for typed in [Self.unknownCode, "U7QM-2XPD-9RTV-K7QM-2XPD-9RTV", String(repeating: "?", count: 29)] {
            var browser = AccountBrowser(scene.manager)
            let answer = try browser.post("/recover", [("code", typed)])
            #expect(answer.status == .unprocessableContent)
            #expect(browser.set.isEmpty)
            #expect(answer.text.contains("Compare it with your sheet."))
            pages.insert(answer.text.replacing(typed, with: ""))
        }
        #expect(pages.count == 1)
        #expect(try scene.manager.rows() == before)
    }

    func sameTime() throws {
        let scene = try Scene()
        _ = try scene.code()
        func median(_ typed: String) throws -> Duration {
            var browser = AccountBrowser(scene.manager)
            let clock = ContinuousClock()
            let times = try (0..<41).map { _ in
                try clock.measure { _ = try browser.post("/recover", [("code", typed)]) }
            }
            return times.sorted()[20]
        }
        let (unknown, malformed) = (try median(Self.unknownCode), try median("K7QM-2XPD-9RTV-K7QM-2XPD-9RT?"))
        // Both do the same work. Other tests run beside this one.
        #expect(unknown < malformed * 3)
        #expect(malformed < unknown * 3)
    }

    func typed() throws {
        var scene = try Scene()
        let answer = try scene.browser.submit("/recover", on: "/recover", ["code": "K7QM \"2XPD"])
        #expect(answer.text.contains("value=\"K7QM &quot;2XPD\""))
        try scene.ask(try scene.code())
        let wrong = try scene.browser.submit("/recover/mail/code", on: "/recover/mail", ["code": "7777-7777"])
        #expect(wrong.status == .unprocessableContent)
        #expect(!wrong.text.contains("7777"))
    }

    func wrong() throws {
        var scene = try Scene()
        try scene.ask(try scene.code())
        func send(_ code: String) throws -> Response {
            try scene.browser.submit("/recover/mail/code", on: "/recover/mail", ["code": code])
        }
        #expect(try send("?").text.contains("This is not the code of the email. Compare it."))
        #expect(try send("7777-7777").text.contains("You can try 4 times more."))
        for _ in 0..<2 { _ = try send("7777-7777") }
        #expect(try send("7777-7777").text.contains("You can try once more."))
        let over = try send("7777-7777")
        #expect(over.status == .unprocessableContent)
        #expect(over.text.contains("Have another one mailed."))
        #expect(over.forms.contains { $0.action == "/recover/mail" })
    }

    func otherBrowser() throws {
        var scene = try Scene()
        let code = try scene.code()
        try scene.ask(code)
        let mailed = try scene.mailedCode()
        var thief = AccountBrowser(scene.manager)
        #expect(try thief.post("/recover/mail/code", [("code", mailed)])["Location"] == "/recover")
        #expect(try thief.get("/recover/mail")["Location"] == "/recover")
        #expect(try thief.get("/recover/device")["Location"] == "/recover")
        _ = try thief.post("/recover", [("code", code)])
        #expect(try thief.post("/recover/mail/code", [("code", mailed)]).status == .unprocessableContent)
        #expect(try scene.manager.events(.recoveryBegun).isEmpty)
    }

    func addresses() throws {
        var scene = try Scene()
        let code = try scene.code()
        var seen: [String] = []
        seen.append(try scene.browser.submit("/recover", on: "/recover", ["code": code])["Location"] ?? "")
        seen.append(try scene.browser.submit("/recover/mail", on: "/recover/mail")["Location"] ?? "")
        let page = try scene.browser.get("/recover/mail").text
        #expect(!page.contains("ada@example.org"))
        #expect(!page.contains(code))
        let mailed = try scene.mailedCode()
        seen.append(
            try scene.browser.submit("/recover/mail/code", on: "/recover/mail", ["code": mailed])["Location"] ?? "")
        #expect(seen == ["/recover/mail", "/recover/mail", "/recover/mail"])
        #expect(scene.browser.cookies.values.allSatisfy { !$0.contains(code) })
    }

    // MARK: Requests of others

    func limit() throws {
        var limits = Limits()
        limits.exempt = []
        let scene = try Scene(limits: limits)
        let client = try #require(RemoteAddress("192.0.2.7"))
        var browser = AccountBrowser(scene.manager)
        browser.address = client
        browser.origin = [HeaderField("Sec-Fetch-Site", "cross-site")]
        for _ in 0..<20 { #expect(try browser.post("/recover", [("code", "x")]).status == .forbidden) }
        browser.origin = [HeaderField("Sec-Fetch-Site", "same-origin")]
        for _ in 0..<10 { #expect(try browser.post("/recover", [("code", "x")]).status == .unprocessableContent) }
        let refused = try browser.post("/recover", [("code", "x")])
        #expect(refused.status == .tooManyRequests)
        #expect(refused["Retry-After"] != nil)
        for page in ["/recover/mail", "/recover/mail/code"] {
            #expect(try browser.post(page, [("code", "x")]).status == .tooManyRequests)
        }
        #expect(try browser.get("/recover").status == .ok)
        browser.address = try #require(RemoteAddress("198.51.100.7"))
        #expect(try browser.post("/recover", [("code", "x")]).status == .unprocessableContent)
    }

    func opened(_ engine: Engine) throws {
        var scene = try Scene(engine)
        try scene.begin(try scene.code())
        let links = try scene.mails().compactMap { mail -> String? in
            guard case .notice(let notice) = mail else { return nil }
            return try StopDevice(scene.manager.context).link(to: notice.stoppable)
        }
        #expect(!links.isEmpty)
        let origin = "\(scene.manager.issuer)"
        let targets =
            links.map { String($0.dropFirst(origin.count)) } + ["/recover", "/recover/mail", "/recover/device"]
        let before = try scene.manager.rows()
        for target in targets {
            for method in [XignHTTP.Method.get, .head] {
                _ = scene.manager.router.respond(
                    to: try Request(method, target, headers: [HeaderField("Accept", "text/html")]))
            }
        }
        #expect(try scene.manager.rows() == before)
        #expect(try scene.manager.events(.recoveryStopped).isEmpty)
    }

    func forged() throws {
        var scene = try Scene()
        let code = try scene.code()
        try scene.ask(code)
        let mailed = try scene.mailedCode()
        for site in ["cross-site", "same-site", "none", nil] {
            scene.browser.origin = site.map { [HeaderField("Sec-Fetch-Site", $0)] } ?? []
            for (path, typed) in [("/recover", code), ("/recover/mail", ""), ("/recover/mail/code", mailed)] {
                #expect(try scene.browser.post(path, [("code", typed)]).status == .forbidden, "\(path)")
            }
        }
        #expect(try scene.manager.events(.recoveryBegun).isEmpty)
    }

    func languages() throws {
        var scene = try Scene()
        let code = try scene.code()
        func leadsBack(_ address: String) throws -> Bool {
            try scene.browser.get(address).text.contains("<input type=\"hidden\" name=\"page\" value=\"\(address)\">")
        }
        #expect(try leadsBack("/recover"))
        _ = try scene.browser.submit("/recover", on: "/recover", ["code": code])
        #expect(try leadsBack("/recover/mail"))
        _ = try scene.browser.submit("/recover/mail", on: "/recover/mail")
        #expect(try leadsBack("/recover/mail"))
        let german = try scene.browser.post("/language", [("page", "/recover/mail"), ("language", "de")])
        #expect(german["Location"] == "/recover/mail")
        #expect(try scene.browser.get("/recover/mail").text.contains("Geben Sie den Code aus der E-Mail ein"))
        // The answer to a form has no address that shows it again, and so no switch.
        let wrong = try scene.browser.submit("/recover/mail/code", on: "/recover/mail", ["code": "7777-7777"])
        #expect(!wrong.forms.contains { $0.action == "/language" })
        _ = try scene.browser.submit("/recover/mail/code", on: "/recover/mail", ["code": try scene.mailedCode()])
        #expect(try leadsBack("/recover/mail"))
    }

    // MARK: Stops

    func running() throws {
        var scene = try Scene()
        let code = try scene.code()
        // A login after the begin would end the recovery.
        var browser = try AccountBrowser.loggedIn(scene.manager, with: scene.phone)
        scene.manager.clock.advance(seconds: 120)
        try scene.begin(code)
        let page = try browser.get("/account").text
        #expect(page.contains("Somebody is recovering this account"))
        #expect(try browser.get(OwnRecoveryPage.path).text.contains("Somebody is recovering this account"))
        let stopped = try browser.submit("/account/recovery/stop", on: "/account")
        #expect(stopped["Location"] == "/account/recovery?done=recoveryStopped")
        #expect(try !browser.get("/account").text.contains("Somebody is recovering this account"))
        #expect(try browser.get(OwnRecoveryPage.path).text.contains("This account has no recovery code."))
        var stranger = AccountBrowser(scene.manager)
        #expect(try stranger.post("/recover", [("code", code)]).status == .unprocessableContent)
    }

    func stopLink() throws {
        var scene = try Scene()
        let code = try scene.code()
        try scene.begin(code)
        let notice = try scene.mails().compactMap { if case .notice(let mail) = $0 { mail } else { nil } }
            .first { $0.kind == "recoveryBegun" }
        let link = try #require(try StopDevice(scene.manager.context).link(to: notice?.stoppable))
        let target = String(link.dropFirst("\(scene.manager.issuer)".count))
        var browser = AccountBrowser(scene.manager)
        let page = try browser.get(target)
        #expect(page.status == .ok)
        #expect(page.text.contains("Somebody began to recover the account <bdi>ada</bdi>."))
        let form = try #require(page.forms.first { $0.action == "/stop" })
        let stopped = try browser.send(form)
        #expect(stopped.status == .ok)
        #expect(stopped.text.contains("The recovery is stopped"))
        #expect(stopped.text.contains("make another code"))
        let again = try browser.send(form)
        #expect(again.status == .gone)
        #expect(again.text.contains("There is nothing left to stop"))
        // The code stays, and a link of the former recovery stops no other one.
        try scene.begin(code)
        #expect(try browser.send(form).status == .gone)
        #expect(try scene.browser.get("/recover/mail").text.contains("Your recovery has begun"))
    }

    // MARK: Others

    func refused() throws {
        var scene = try Scene(isVerified: false)
        let code = try scene.code()
        var owner = try AccountBrowser.loggedIn(scene.manager, with: scene.phone)
        #expect(try owner.get(OwnRecoveryPage.path).text.contains("No email address of yours is verified."))
        #expect(try scene.browser.submit("/recover", on: "/recover", ["code": code])["Location"] == "/recover/mail")
        let page = try scene.browser.get("/recover/mail").text
        #expect(page.contains("No email address of your account is verified"))
        #expect(!page.contains("<form action=\"/recover"))
        try scene.manager.grant()
        #expect(try scene.browser.get("/recover/mail").text.contains("has rights to administer"))
        #expect(try owner.get(OwnRecoveryPage.path).text.contains("does not come back by a code"))
        #expect(try !owner.get("/account").text.contains("Prepare for losing all your devices"))
    }

    func another() throws {
        var scene = try Scene()
        let code = try scene.code()
        var former = try AccountBrowser.loggedIn(scene.manager, with: scene.phone)
        #expect(try !former.get("/account").text.contains("Prepare for losing all your devices"))
        scene.manager.clock.advance(seconds: 600)
        try scene.begin(code)
        scene.manager.clock.advance(seconds: Recovery.waitSeconds)
        scene.browser = AccountBrowser(scene.manager)
        _ = try scene.prove(code)
        let new = try scene.connect(try scene.browser.get("/recover/device").text)
        var browser = try AccountBrowser.loggedIn(scene.manager, with: new)
        let page = try browser.get("/account").text
        #expect(page.contains("Prepare for losing all your devices"))
        #expect(page.contains("href=\"/account/recovery\""))
        // The only device may make one at once, although it is new.
        let answer = try browser.submit(OwnRecoveryPage.makePath, on: OwnRecoveryPage.path)
        #expect(answer["Location"]?.hasPrefix("/login/") == true)
    }

    func off() throws {
        let manager = try TestManager()
        let phone = try RawDevice(manager)
        var browser = try AccountBrowser.loggedIn(manager, with: phone)
        let pages = [
            "/recover/mail", "/recover/mail/code", "/recover/device", OwnRecoveryPage.path, RecoveryCodePage.path,
            OwnRecoveryPage.makePath, OwnRecoveryPage.removePath, RunningRecovery.stopPath,
        ]
        for page in pages {
            #expect(try browser.get(page).status == .notFound, "\(page)")
            #expect(try browser.post(page).status == .notFound, "\(page)")
        }
        let ways = try browser.get("/recover")
        #expect(ways.status == .ok)
        #expect(ways.forms.allSatisfy { $0.action == "/language" })
        for page in ["/account", "/account/devices", "/recover"] {
            #expect(try !browser.get(page).text.contains("ecovery code"), "\(page)")
        }
        var other = AccountBrowser(try TestManager(surfaces: []))
        #expect(try other.get("/recover").status == .notFound)
    }

    func newPhone() throws {
        let manager = try TestManager()
        var browser = try AccountBrowser.loggedIn(manager, with: try RawDevice(manager))
        let page = try browser.get("/account/devices").text
        #expect(page.contains("A new phone?"))
        #expect(page.contains("Then remove the old one, and confirm that with the old one itself."))
    }
}

extension Response {
    /// The recovery code that the page shows.
    fileprivate var shownCode: String? {
        text.firstMatch(of: #/<code>([0-9A-Z-]{29})<\/code>/#).map { String($0.output.1) }
    }
}
