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

struct OwnRecoveryPagesTests {
    @Test(
        "The recovery code and the recovery of an account, as its person sees them", .serialized,
        arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("a code is made on the account pages, shown in its session for ten minutes, and removed", make),
        TestCase("a recovery that has begun stands on the first page, and is stopped there with its code", running),
        TestCase("a use that stops a recovery leaves its code, and the first page asks for another one", leftCode),
        TestCase("an address that mail servers do not take is none", unwritable),
        TestCase("the link of the mail stops the recovery, and leaves its code", stopLink),
    ]

    func make() throws {
        let scene = try RecoveryPagesScene()
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

    func running() throws {
        var scene = try RecoveryPagesScene()
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

    func leftCode() throws {
        var scene = try RecoveryPagesScene()
        let code = try scene.code()
        try scene.begin(code)
        scene.manager.clock.advance(seconds: 10)
        var browser = try AccountBrowser.loggedIn(scene.manager, with: scene.phone)
        try HoldRecoveries(scene.manager.context) { false }
        let page = try browser.get("/account").text
        #expect(page.contains("A recovery was begun with your present code, and ended without a new device."))
        #expect(page.contains("If you did not begin it, make another recovery code."))
        #expect(!page.contains("Somebody is recovering this account"))
        var stranger = AccountBrowser(scene.manager)
        #expect(try stranger.post("/recover", [("code", code)])["Location"] == "/recover/mail")

        _ = try scene.act(OwnRecoveryPage.makePath, in: &browser)
        #expect(try !browser.get("/account").text.contains("A recovery was begun with your present code"))
        #expect(try stranger.post("/recover", [("code", code)]).status == .unprocessableContent)
    }

    func stopLink() throws {
        var scene = try RecoveryPagesScene()
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

    func unwritable() throws {
        let scene = try RecoveryPagesScene(isVerified: false)
        try scene.manager.store(.email, "ädä@example.org", alias: "home", isVerified: true)
        var browser = try AccountBrowser.loggedIn(scene.manager, with: scene.phone)
        #expect(try browser.get(OwnRecoveryPage.path).text.contains("No email address of yours is verified."))
        try scene.manager.store(.email, "ada@example.org", alias: "work", isVerified: true)
        #expect(try !browser.get(OwnRecoveryPage.path).text.contains("No email address of yours is verified."))
    }
}
