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

/// A manager with a device of ada, whose address is verified, and a browser without a session.
struct RecoveryPagesScene {
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
    func connect(_ page: String) throws -> RawDevice { try manager.connect(page) }
}

extension TestManager {
    /// Connects a device with the link and PIN of a page.
    func connect(_ page: String) throws -> RawDevice {
        let link = String(try #require(page.firstMatch(of: #/href="([^"]*\/a#[^"]*)"/#)?.output.1))
        let pin = String(try #require(page.firstMatch(of: #/<code>([0-9]{8})<\/code>/#)?.output.1))
        return try RawActivation(self, link: link).connect(pin: pin)
    }
}

extension Response {
    /// The recovery code that the page shows.
    var shownCode: String? {
        text.firstMatch(of: #/<code>([0-9A-Z-]{29})<\/code>/#).map { String($0.output.1) }
    }
}
