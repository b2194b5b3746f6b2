import DatabaseFixture
import OutgoingHTTPS
import Testing
import XignDomain
import XignHTTP
import XignPages
import XignProtocol

@testable import XignServer
@testable import XignStorage
@testable import XignUseCases
@testable import XignWeb

struct ReplayedMailTests {
    @Test("All mails of a person's life with the manager", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase(
            "none gives a session or an activation, to who reads it first or to who tries all of them again", replayed)
    ]

    private static let day: Int64 = 86_400

    func replayed() async throws {
        var life = try Life()
        try life.join()
        try life.verify()
        try life.stopAnotherDevice()
        let code = try life.makeRecoveryCode()
        try life.begin(code)
        try life.stopRecovery()
        try life.begin(code)
        try life.pass(seconds: Self.day)
        try HoldRecoveries(life.manager.context) { false }
        try life.finish(code)
        // The codes of the invitation, two mails for the address, two begins and an end.
        #expect(life.codes.map(\.utf8.count) == [14, 9, 9, 9, 9, 9])
        // The links of the invitation, another device, two begins, the end of the wait and the new device.
        #expect(life.links.map { String($0.prefix(5)) } == ["/join"] + Array(repeating: "/stop", count: 5))

        // The link that stops the new device is right for a day.
        let own = try StopDevice(life.manager.context).link(to: try #require(life.phone).activation)
        try life.tryAgain(but: own)
        try life.pass(seconds: Self.day)
        try life.tryAgain(but: nil)
        #expect(life.mails.allSatisfy { !$0.contains("/a#") })
    }
}

/// A person who joins by a mailed invitation, verifies the address, and loses the device. All mails come to a server
/// whose insider reads each of them before the person does.
private struct Life {
    let manager: TestManager
    private let server: TestMailServer
    private let dispatchers: [OutboxDispatcher]
    /// The person's only browser. It keeps its cookies.
    private var browser: AccountBrowser
    private(set) var phone: RawDevice?

    init() throws {
        var surfaces: ServedSurfaces = [.account]
        surfaces.hasJoin = true
        let manager = try TestManager(surfaces: surfaces, recovery: true, sendsMail: true)
        let server = try TestMailServer()
        (self.manager, self.server, browser) = (manager, server, AccountBrowser(manager))
        let address = try #require(
            MailServer("smtp://127.0.0.1:\(server.port)", greeting: "login.example.org", credentials: nil))
        let sender = MailSender(
            client: SMTPClient(address, from: try #require(MailAddress("login@example.org"))), mailsNotices: true,
            host: "login.example.org")
        dispatchers = [
            try OutboxDispatcher(
                manager.manager, InvitationDelivery(manager.context, manager.manager.log, sender)),
            try OutboxDispatcher(manager.manager, MailDelivery(manager.context, manager.manager.log, sender)),
        ]
    }

    // MARK: Mails

    /// All mails that have come, without the encoding of their lines.
    var mails: [String] {
        for dispatcher in dispatchers { dispatcher.deliver() }
        return server.mails.map { $0.replacing("=\n", with: "").replacing("=3D", with: "=") }
    }

    /// The paths of all links to the manager, oldest first.
    var links: [String] { found(#/https?:\/\/127\.0\.0\.1:[0-9]+(\/\S+)/#) }

    /// All codes, oldest first.
    var codes: [String] { found(#/(?:code[^:\n]*|Code[^:\n]*): ([0-9A-Z]{4}(?:-[0-9A-Z]{4})+)/#) }

    private func found(_ pattern: Regex<(Substring, Substring)>) -> [String] {
        mails.flatMap { mail in mail.matches(of: pattern).map { String($0.output.1) } }
    }

    /// The link of the newest mail that has one.
    private func newestLink() throws -> String { try #require(links.last) }

    /// The code that was mailed last, which an insider has tried before.
    private func newestCode() throws -> String {
        try tryInside()
        return try #require(codes.last)
    }

    // MARK: Somebody else

    /// Tries each code that was mailed so far at each form, in a browser of somebody else, and opens all links.
    private func tryInside() throws {
        var stranger = AccountBrowser(manager)
        try expectNothing {
            for code in codes { try enter(code, in: &stranger) }
            for link in links { _ = try stranger.get(link) }
        }
    }

    /// Tries each link and each code again, in the person's browser and in another one.
    /// - Parameter link: one that still stops something.
    func tryAgain(but link: String?) throws {
        var browsers = [browser, AccountBrowser(manager)]
        try expectNothing {
            for index in browsers.indices {
                for code in codes { try enter(code, in: &browsers[index]) }
                for path in links where link?.hasSuffix(path) != true {
                    _ = try browsers[index].get(path)
                    if path.hasPrefix(StopDevice.path) {
                        let secret = String(path.dropFirst("\(StopDevice.path)?link=".count))
                        let answer = try browsers[index].post(StopDevice.path, [("link", secret)])
                        #expect(answer.status == .gone, "\(path)")
                    }
                }
            }
        }
    }

    private func enter(_ code: String, in browser: inout AccountBrowser) throws {
        let forms: [(path: String, fields: [(String, String)])] = [
            ("/join", [("code", code)]), ("/join/\(code)", [("name", "mallory")]), ("/join/\(code)/account", []),
            ("/join/device/code", []), ("/recover", [("code", code)]), ("/recover/mail", []),
            ("/recover/mail/code", [("code", code)]), (try verification, [("code", code)]),
        ]
        for form in forms {
            let answer = try browser.post(form.path, form.fields)
            #expect(answer.status.code < 500, "\(form.path)")
            #expect(answer["Location"]?.hasSuffix("/device") != true, "\(form.path)")
        }
        for page in ["/join/device", "/recover/mail", "/recover/device", "/account"] {
            #expect(try !browser.get(page).text.contains("/a#"), "\(page)")
        }
    }

    private func expectNothing(of attempts: () throws -> Void) throws {
        _ = mails
        let before = try manager.rows()
        try attempts()
        let after = try manager.rows()
        // Rows are many: those that differ say enough.
        #expect(after.filter { !before.contains($0) } == [])
        #expect(after.count == before.count)
    }

    // MARK: The person

    /// Lets time pass, with the keys that devices seal to.
    func pass(seconds: Int64) throws {
        manager.clock.advance(seconds: seconds)
        _ = try RotateEncryptionKeys(manager.context)()
    }

    mutating func join() throws {
        let end = manager.clock.now + 30 * 86_400
        try manager.context.database.write { try $0.outbox.open(.mail, until: end) }
        let terms = JoinLinkTerms(
            organization: "Example Inc.", roles: [.init(service: "demo", name: "user")], lifetimeSeconds: 14 * 86_400)
        _ = try SendInvitations(manager.context, by: TestManager.operatorName)(
            to: [.init(line: 1, address: "grace@example.org")], terms)
        let link = try newestLink()
        #expect(try browser.post(link, [("name", "grace")])["Location"] == "/join/device")
        phone = try manager.connect(try browser.get("/join/device").text)
        #expect(try browser.get("/join/device").text.contains("Your device is connected"))
    }

    private mutating func logIn() throws {
        try browser.logIn(with: try #require(phone))
        let known = try browser.get("/account").forms.first { $0.action == "/account/known" }
        if let known { _ = try browser.send(known) }
    }

    /// The page on which the address is verified.
    private var verification: String {
        get throws {
            let account = try manager.account("grace").id
            let value = try ListOwnData(manager.context)(account).first { $0.value.text == "grace@example.org" }
            return "/account/data/value/\(try #require(value).id)/verify"
        }
    }

    /// Verifies the address with the second code. The first one was never typed.
    mutating func verify() throws {
        let page = try verification
        try logIn()
        _ = try browser.submit("\(page)/send", on: page)
        let first = try newestCode()
        try pass(seconds: MailCode.lifetimeSeconds)
        try logIn()
        _ = try browser.submit("\(page)/send", on: page)
        let second = try newestCode()
        #expect(second != first)
        let verified = try browser.submit(page, on: page, ["code": second])
        #expect(verified["Location"] == "/account/data?done=addressVerified")
        try pass(seconds: 86_400)
    }

    /// Connects another device, and stops it by the link of the mail about it.
    mutating func stopAnotherDevice() throws {
        let tablet = try #require(phone).issue(alias: "tablet").personalize(alias: "tablet")
        try stop()
        #expect(try manager.activation(of: tablet)?.isUsable == false)
    }

    /// Opens the newest link, and sends the form of its page.
    private mutating func stop() throws {
        try tryInside()
        let stopped = try browser.submit(StopDevice.path, on: try newestLink())
        #expect(stopped.status == .ok)
    }

    mutating func makeRecoveryCode() throws -> String {
        try logIn()
        let asked = try browser.submit(OwnRecoveryPage.makePath, on: OwnRecoveryPage.path)
        let login = try #require(asked["Location"])
        _ = try #require(phone).confirm(try #require(SessionID(text: login.dropFirst("/login/".count))))
        let shown = try #require(try browser.post("\(login)/continue")["Location"])
        let code = try #require(try browser.get(shown).shownCode)
        // So that the confirmation is no use of the device after the begin.
        try pass(seconds: 600)
        return code
    }

    /// Shows both proofs.
    private mutating func prove(_ code: String) throws -> Response {
        #expect(try browser.submit("/recover", on: "/recover", ["code": code])["Location"] == "/recover/mail")
        _ = try browser.submit("/recover/mail", on: "/recover/mail")
        let mailed = try newestCode()
        return try browser.submit("/recover/mail/code", on: "/recover/mail", ["code": mailed])
    }

    mutating func begin(_ code: String) throws {
        _ = try prove(code)
        #expect(try browser.get("/recover/mail").text.contains("Your recovery has begun"))
        try tryInside()
    }

    mutating func stopRecovery() throws {
        try stop()
        #expect(try manager.events(.recoveryStopped).count == 1)
    }

    mutating func finish(_ code: String) throws {
        #expect(try prove(code)["Location"] == "/recover/device")
        phone = try manager.connect(try browser.get("/recover/device").text)
        #expect(try browser.get("/recover/mail").text.contains("You are back"))
        #expect(try manager.events(.recoveryCompleted).count == 1)
    }
}
