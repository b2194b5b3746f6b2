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
        TestCase("both proofs begin a recovery, and both a day later give the new device", story),
        TestCase("what was typed is kept, so that it can be compared", typed),
        TestCase(
            "a wrong mailed code says how often it can be typed again, and a text that is none is not counted", wrong),
        TestCase("a form that comes again takes code and PIN of the new device from no browser", sentTwice),
        TestCase("the mailed code is sent again from a minute later on, twice, and the page says from when", again),
        TestCase("after three mails an hour the page says to wait, and the last code still counts", addressLimit),
        TestCase("after five mails a day, and after those of a network, the page says so", dayLimits),
        TestCase("each page that an address shows has the language switch that leads back to it", languages),
        TestCase("an account without a verified address, or with rights to administer, is told so", refused),
        TestCase("after the recovery the first page asks for another code", another),
        TestCase("where recovery is off, its pages are not there, and the others do not name it", off),
        TestCase("the list of devices says how to change over to a new phone", newPhone),
    ]

    func story() throws {
        var scene = try RecoveryPagesScene()
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

    func typed() throws {
        var scene = try RecoveryPagesScene()
        let answer = try scene.browser.submit("/recover", on: "/recover", ["code": "K7QM \"2XPD"])
        #expect(answer.text.contains("value=\"K7QM &quot;2XPD\""))
        try scene.ask(try scene.code())
        let wrong = try scene.browser.submit("/recover/mail/code", on: "/recover/mail", ["code": "7777-7777"])
        #expect(wrong.status == .unprocessableContent)
        #expect(wrong.text.contains("value=\"7777-7777\""))
    }

    func wrong() throws {
        var scene = try RecoveryPagesScene()
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

    func sentTwice() throws {
        var scene = try RecoveryPagesScene()
        let code = try scene.code()
        try scene.begin(code)
        scene.manager.clock.advance(seconds: Recovery.waitSeconds)
        _ = try scene.mails()
        try scene.ask(code)
        let mailed = try scene.mailedCode()
        // The second sending has the cookie from before the first answer.
        var second = scene.browser
        let first = try scene.browser.submit("/recover/mail/code", on: "/recover/mail", ["code": mailed])
        #expect(first["Location"] == "/recover/device")
        let late = try second.post("/recover/mail/code", [("code", mailed)])
        #expect(late.status == .unprocessableContent)
        #expect(late["Set-Cookie"] == nil)
        #expect(try scene.browser.get("/recover/device").status == .ok)
    }

    func again() throws {
        var scene = try RecoveryPagesScene()
        try scene.ask(try scene.code())
        let first = try scene.mailedCode()
        for _ in 1...2 {
            let page = try scene.browser.get("/recover/mail")
            #expect(page.text.contains("We can send it again from"))
            #expect(!page.forms.contains { $0.action == "/recover/mail" })
            // A page that was open before.
            #expect(try scene.browser.post("/recover/mail")["Location"] == "/recover/mail")
            #expect(try scene.mails().isEmpty)
            scene.manager.clock.advance(seconds: MailCode.pauseSeconds)
            _ = try scene.browser.submit("/recover/mail", on: "/recover/mail")
            #expect(try scene.mailedCode() == first)
        }
        scene.manager.clock.advance(seconds: MailCode.pauseSeconds)
        let page = try scene.browser.get("/recover/mail")
        #expect(page.text.contains("The code was sent three times."))
        #expect(!page.forms.contains { $0.action == "/recover/mail" })
    }

    /// Has a code mailed in so many browsers, one after the other.
    private func ask(_ scene: inout RecoveryPagesScene, _ code: String, inBrowsers count: Int) throws {
        for _ in 0..<count {
            scene.browser = AccountBrowser(scene.manager)
            try scene.ask(code)
        }
    }

    /// Asks for a code in one more browser.
    private func refused(_ scene: RecoveryPagesScene, _ code: String) throws -> Response {
        var browser = AccountBrowser(scene.manager)
        _ = try browser.submit("/recover", on: "/recover", ["code": code])
        return try browser.submit("/recover/mail", on: "/recover/mail")
    }

    func addressLimit() throws {
        var scene = try RecoveryPagesScene()
        let code = try scene.code()
        try ask(&scene, code, inBrowsers: MailCodeLimits.perAddressAndHour - 1)
        _ = try scene.mails()
        try ask(&scene, code, inBrowsers: 1)
        let last = try scene.mailedCode()
        let refused = try refused(scene, code)
        #expect(refused.status == .tooManyRequests)
        #expect(refused.text.contains("This address has got many codes. Try again later, or tomorrow."))
        #expect(refused.text.contains("Use the code of the last email in the browser that asked for it."))
        // The choice of an address is still there.
        #expect(refused.forms.contains { $0.action == "/recover/mail" })
        #expect(try scene.mails().isEmpty)
        _ = try scene.browser.submit("/recover/mail/code", on: "/recover/mail", ["code": last])
        #expect(try scene.browser.get("/recover/mail").text.contains("Your recovery has begun"))
    }

    func dayLimits() throws {
        var scene = try RecoveryPagesScene()
        let code = try scene.code()
        try ask(&scene, code, inBrowsers: 3)
        scene.manager.clock.advance(seconds: MailCodeLimits.hourSeconds + 1)
        try ask(&scene, code, inBrowsers: MailCodeLimits.perAccountAndDay - 3)
        let account = try refused(scene, code)
        #expect(account.status == .tooManyRequests)
        #expect(account.text.contains("You have had many codes sent today. Try again tomorrow."))

        scene = try RecoveryPagesScene()
        let codes = CodeRequests(manager: scene.manager)
        for number in 0..<MailCodeLimits.perNetworkAndDay {
            let address = "neighbour\(number)@example.org"
            let now = scene.manager.clock.now
            #expect(try codes.ask(number, address, from: "127.0.0.1", for: .recoveryBegin, at: now) == nil)
        }
        let network = try refused(scene, try scene.code())
        #expect(network.status == .tooManyRequests)
        #expect(network.text.contains("Try again tomorrow, or from another network."))
    }

    func languages() throws {
        var scene = try RecoveryPagesScene()
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

    func refused() throws {
        var scene = try RecoveryPagesScene(isVerified: false)
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
        var scene = try RecoveryPagesScene()
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
