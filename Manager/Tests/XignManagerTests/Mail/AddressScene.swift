import DatabaseFixture
import Logging
import Testing
import XignAdmission
import XignDomain
import XignHTTP

@testable import XignServer
@testable import XignStorage
@testable import XignUseCases
@testable import XignWeb

/// A manager with a mail server, and ada in a browser that speaks over TCP.
struct AddressScene {
    let manager: TestManager
    let phone: RawDevice
    var browser: AccountBrowser

    init(_ engine: Engine = .sqlite, sendsMail: Bool = true, log: Log = .silent) throws {
        var limits = Limits()
        // The clock stands still.
        limits.changes = Rate(everyMinute: 600, atOnce: 600)
        limits.forms = Rate(everyMinute: 600, atOnce: 600)
        manager = try TestManager(engine, limits: limits, log: log, sendsMail: sendsMail)
        phone = try RawDevice(manager)
        browser = try AccountBrowser.loggedIn(manager, with: phone)
        browser.usesSocket = true
        let end = manager.clock.now + 30 * 86_400
        try manager.context.database.write { try $0.outbox.open(.mail, until: end) }
    }

    mutating func add(_ address: String = "ada@example.org") throws -> String {
        _ = try browser.submit(
            "/account/data/add/email", on: "/account/data/add/email", ["value": address, "alias": address])
        return try page(address)
    }

    func page(_ address: String) throws -> String {
        let value = try ListOwnData(manager.context)(manager.account().id).first { $0.value.text == address }
        return "/account/data/value/\(try #require(value).id)/verify"
    }

    mutating func send(on page: String) throws -> Response { try browser.submit("\(page)/send", on: page) }

    mutating func type(_ code: String, on page: String) throws -> Response {
        try browser.submit(page, on: page, ["code": code])
    }

    /// Has a code sent, and reads the mail.
    mutating func code(on page: String) throws -> String {
        let answer = try send(on: page)
        #expect(answer["Location"] == "\(page)?done=codeSent")
        return try #require(try manager.mailedCodes().last).code
    }

    func verification(_ address: String = "ada@example.org") throws -> Verification? {
        try manager.values(.email).first { $0.text == address }?.verification
    }
}
