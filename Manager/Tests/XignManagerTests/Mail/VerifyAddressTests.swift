// Long because: one suite, and the list of its tests.

import DatabaseFixture
import Logging
import Testing
import XignAdmission
import XignDomain
import XignHTTP
import XignProtocol

@testable import XignServer
@testable import XignStorage
@testable import XignUseCases
@testable import XignWeb

/// A manager with a mail server, and ada in a browser that speaks over TCP.
private struct AddressScene {
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

extension TestManager {
    fileprivate func apply(_ yaml: String) throws { _ = try Apply(context)(Array(yaml.utf8)) }
}

struct VerifyAddressTests {
    @Test("Addresses that people verify", .serialized, arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("a code that is typed where it was asked for verifies the address", life, each: Engine.allCases),
        TestCase("the same code is mailed again after a minute, twice", again),
        TestCase("five wrong codes end a code, and each says how many tries are left", wrong),
        TestCase("a text that is no code costs no try, and comes back into the field", malformed),
        TestCase("a code is over after thirty minutes, and another one is another", expired),
        TestCase("a code counts in the browser that asked, for its address, and for no other", elsewhere),
        TestCase("a code that was mailed to one address verifies no other text of the value", otherText),
        TestCase("an account gets five mails a day", accountLimit),
        TestCase("an address gets three mails an hour and ten a day, over all accounts", addressLimit),
        TestCase("a code that is mailed again is one more mail for all limits", repeatedMails, each: Engine.allCases),
        TestCase("a network gets twenty mails a day, but for the ends of recoveries", networkLimit),
        TestCase("a network is counted where logs name none, and no row names it", unnamedNetwork),
        TestCase("the settings limit the mails of a day, and each purpose is counted apart", allLimit),
        TestCase("an account has five verified addresses", tooMany),
        TestCase("an address that mail servers do not take stays, and gets no mail", unwritable),
        TestCase("without a mail server there is no page, no link and no step", off),
        TestCase("the first page names the step that is left, and then none", firstStep),
        TestCase("devices and the other verified addresses are told, and not the new one", told),
        TestCase("an address that another account has verified first is verified, and told, all the same", shared),
        TestCase("a device removes a verified address, which is told as well", removal, each: Engine.allCases),
        TestCase("a new device removes no verified address, and none is removed that was changed", protected),
        TestCase("twenty other notices do not hide that an address was removed", notHidden),
        TestCase(
            "a service takes addresses that were verified by code, unless it demands an operator", services,
            each: Engine.allCases),
        TestCase("a removed account's codes still count for the limits, and for nothing else", removedAccount),
        TestCase("housekeeping removes codes after a day", housekeeping),
        TestCase("a code is in no log, no error and no row", nowhere),
        TestCase("the export says who has verified a value, and is applied as it is", export),
    ]

    func life(_ engine: Engine) throws {
        var scene = try AddressScene(engine)
        let page = try scene.add()
        #expect(try scene.browser.get("/account/data").text.contains("\(page)\""))
        #expect(try scene.browser.get(page).text.contains("ada@example.org"))
        #expect(try scene.send(on: page)["Location"] == "\(page)?done=codeSent")
        let mail = try #require(try scene.manager.mailedCodes().first)
        #expect(mail.to == "ada@example.org")
        #expect(mail.purpose == "verifyAddress")
        #expect(mail.until == scene.manager.clock.now.seconds + 1800)
        #expect(mail.code.wholeMatch(of: #/[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}/#) != nil)
        #expect(try scene.verification() == nil)

        let typed = mail.code.lowercased().replacing("-", with: " ").replacing("0", with: "o")
        #expect(try scene.type(typed, on: page)["Location"] == "/account/data?done=addressVerified")
        #expect(try scene.verification() == .code)
        #expect(try scene.browser.get(page)["Location"] == "/account/data")
        #expect(try scene.manager.events(.addressVerified).count == 1)
        #expect(try scene.manager.events(.addressVerified).first?.detail?.contains("example") != true)
    }

    func again() throws {
        var scene = try AddressScene()
        let page = try scene.add()
        let first = try scene.code(on: page)
        // The page has no button for it yet.
        #expect(try !scene.browser.get(page).forms.contains { $0.action == "\(page)/send" })
        for _ in 1...2 {
            scene.manager.clock.advance(seconds: 60)
            #expect(try scene.code(on: page) == first)
        }
        scene.manager.clock.advance(seconds: 60)
        #expect(try !scene.browser.get(page).forms.contains { $0.action == "\(page)/send" })
        #expect(try scene.browser.get(page).text.contains("three times"))
        #expect(try scene.type(first, on: page)["Location"] == "/account/data?done=addressVerified")
    }

    func wrong() throws {
        var scene = try AddressScene()
        let page = try scene.add()
        let code = try scene.code(on: page)
        let other = code.first == "2" ? "3333-3333" : "2222-2222"
        for triesLeft in [4, 3, 2, 1] {
            let answer = try scene.type(other, on: page)
            #expect(answer.status == .unprocessableContent)
            #expect(answer.text.contains(triesLeft == 1 ? "one try left" : "\(triesLeft) tries left"))
            #expect(answer.text.contains("value=\"\(other)\""))
        }
        let form = try #require(try scene.browser.get(page).forms.first { $0.action == page })
        #expect(try scene.browser.send(form, ["code": other]).text.contains("no longer works"))
        // Also the right one, from a page that is still open.
        #expect(try scene.browser.send(form, ["code": code]).status == .unprocessableContent)
        #expect(try scene.verification() == nil)
        #expect(try scene.code(on: page) != code)
    }

    func malformed() throws {
        var scene = try AddressScene()
        let page = try scene.add()
        let code = try scene.code(on: page)
        for _ in 1...6 {
            let answer = try scene.type("K7QM<2X", on: page)
            #expect(answer.status == .unprocessableContent)
            #expect(answer.text.contains("value=\"K7QM&lt;2X\""))
        }
        #expect(try scene.type(code, on: page)["Location"] == "/account/data?done=addressVerified")
    }

    func expired() throws {
        var scene = try AddressScene()
        let page = try scene.add()
        let code = try scene.code(on: page)
        let form = try #require(try scene.browser.get(page).forms.first { $0.action == page })
        // The session goes on.
        for _ in 1...3 {
            scene.manager.clock.advance(seconds: 600)
            _ = try scene.browser.get("/account")
        }
        #expect(try scene.browser.send(form, ["code": code]).text.contains("no longer works"))
        #expect(try scene.verification() == nil)
        #expect(try scene.code(on: page) != code)
    }

    func elsewhere() throws {
        var scene = try AddressScene()
        let (first, second) = (try scene.add(), try scene.add("ada@work.example"))
        let code = try scene.code(on: first)
        _ = try scene.code(on: second)
        #expect(try scene.type(code, on: second).status == .unprocessableContent)
        var other = try AccountBrowser.loggedIn(scene.manager, with: scene.phone)
        #expect(try !other.get(first).forms.contains { $0.action == first })
        let ticket = try #require(try other.get(first).forms.first { $0.action == "\(first)/send" })
        _ = try other.send(ticket)
        #expect(try other.submit(first, on: first, ["code": code]).status == .unprocessableContent)
        #expect(try scene.manager.values(.email).allSatisfy { !$0.isVerified })
        // Where it was asked for it still counts.
        #expect(try scene.type(code, on: first)["Location"] == "/account/data?done=addressVerified")
    }

    func otherText() async throws {
        let manager = try TestManager(sendsMail: true)
        let browser = try await LoggedIn(manager, with: try RawDevice(manager))
        let value = try manager.store(.email, "ada@example.org", alias: "home")
        let id = try #require(try ListOwnData(manager.context)(browser.session.accountID).first).id
        let sending = try await VerifyAddress(manager.context).send(
            to: id, in: browser.session, from: "192.0.2.1", language: .english)
        #expect(sending == .sent)
        let mail = try #require(try manager.mailedCodes().first)
        let code = try #require(MailedCode(typed: mail.code))
        // Not by a page: there another text is another value.
        try manager.replace(
            AttributeValue(
                id: value.id, accountID: value.accountID, attribute: .email,
                disclosure: AttributeDisclosure(
                    salt: Array(repeating: 7, count: 16), name: "email", value: "victim@example.org"),
                alias: "home", isPrimary: true))
        let now = try #require(try ListOwnData(manager.context)(browser.session.accountID).first).id
        #expect(try await VerifyAddress(manager.context)(now, with: code, in: browser.session) == .over)
        #expect(try manager.values(.email).map(\.isVerified) == [false])
    }

    // MARK: Limits

    func accountLimit() throws {
        var scene = try AddressScene()
        for number in 1...5 { _ = try scene.code(on: try scene.add("ada\(number)@example.org")) }
        let page = try scene.add("ada6@example.org")
        let answer = try scene.send(on: page)
        #expect(answer.status == .tooManyRequests)
        #expect(answer.text.contains("many codes sent today"))
        #expect(try scene.manager.mailedCodes().isEmpty)
    }

    func addressLimit() throws {
        let (codes, now) = (try CodeRequests(), Timestamp(seconds: 1_800_000_000))
        for number in 0..<3 {
            #expect(try codes.ask(number, "Victim+\(number)@example.org", at: now) == nil)
        }
        #expect(try codes.ask(3, "victim@Example.org", at: now) == .address)
        for number in 3..<10 {
            #expect(try codes.ask(number, "victim@example.org", at: now + Int64(number) * 3600) == nil)
        }
        // The eleventh code, of the eleventh account.
        #expect(try codes.ask(10, "victim@example.org", at: now + 12 * 3600) == .address)
        #expect(try codes.ask(10, "victim@example.org", at: now + 86_401) == nil)
    }

    func networkLimit() throws {
        let (codes, now) = (try CodeRequests(), Timestamp(seconds: 1_800_000_000))
        for number in 0..<20 {
            #expect(try codes.ask(number, "a\(number)@example.org", from: "192.0.2.0/24", at: now) == nil)
        }
        #expect(try codes.ask(20, "b@example.org", from: "192.0.2.0/24", at: now) == .network)
        #expect(try codes.ask(20, "b@example.org", from: "198.51.100.0/24", at: now) == nil)
        for number in 0..<21 {
            let address = "a\(number)@example.org"
            #expect(try codes.ask(number, address, from: "192.0.2.0/24", for: .recoveryEnd, at: now) == nil)
        }
    }

    func unnamedNetwork() throws {
        var scene = try AddressScene(log: Log(namesNetworks: false) { _ in })
        let page = try scene.add()
        let codes = CodeRequests(manager: scene.manager)
        for number in 0..<20 {
            let address = "a\(number)@example.org"
            #expect(try codes.ask(number, address, from: "127.0.0.1", at: scene.manager.clock.now) == nil)
        }
        let answer = try scene.send(on: page)
        #expect(answer.status == .tooManyRequests)
        #expect(answer.text.contains("from your network"))
        let hashes: [[UInt8]] = try scene.manager.context.database.read {
            try $0.values("SELECT network_hash FROM mail_code")
        }
        #expect(Set(hashes.map(\.count)) == [16])
        #expect(Set(hashes).count == 1)
    }

    func repeatedMails(_ engine: Engine) throws {
        var scene = try AddressScene(engine)
        let (first, second) = (try scene.add("a@example.org"), try scene.add("b@example.org"))
        for _ in 1...3 {
            _ = try scene.code(on: first)
            scene.manager.clock.advance(seconds: 60)
        }
        let codes = CodeRequests(manager: scene.manager)
        #expect(try codes.ask(1, "A@example.org", at: scene.manager.clock.now) == .address)
        let code = try scene.code(on: second)
        scene.manager.clock.advance(seconds: 60)
        #expect(try scene.code(on: second) == code)
        scene.manager.clock.advance(seconds: 60)
        let answer = try scene.send(on: second)
        #expect(answer.status == .tooManyRequests)
        #expect(answer.text.contains("many codes sent today"))
        #expect(try scene.manager.mailedCodes().isEmpty)
        // The code of the mails that came still counts.
        #expect(try scene.type(code, on: second)["Location"] == "/account/data?done=addressVerified")
    }

    func allLimit() throws {
        let (codes, now) = (try CodeRequests(), Timestamp(seconds: 1_800_000_000))
        try codes.manager.apply("settings: { mailedCodesPerDay: 2 }")
        for number in 0..<2 { #expect(try codes.ask(number, "a\(number)@example.org", at: now) == nil) }
        #expect(try codes.ask(2, "b@example.org", at: now) == .all)
        for number in 0..<2 {
            #expect(try codes.ask(2, "c\(number)@example.org", for: .recoveryBegin, at: now) == nil)
        }
        #expect(try codes.ask(2, "d@example.org", for: .recoveryBegin, at: now) == .all)
        #expect(try codes.ask(2, "d@example.org", for: .recoveryEnd, at: now) == nil)
    }

    func tooMany() throws {
        var scene = try AddressScene()
        for number in 1...4 {
            try scene.manager.store(.email, "\(number)@example.org", alias: "\(number)", isVerified: true)
        }
        let (fifth, sixth) = (try scene.add("5@example.org"), try scene.add("6@example.org"))
        let code = try scene.code(on: sixth)
        let form = try #require(try scene.browser.get(sixth).forms.first { $0.action == sixth })
        #expect(try scene.type(try scene.code(on: fifth), on: fifth)["Location"]?.hasSuffix("addressVerified") == true)
        #expect(try scene.browser.send(form, ["code": code])["Location"] == sixth)
        #expect(try scene.verification("6@example.org") == nil)
        let page = try scene.browser.get(sixth)
        #expect(page.text.contains("five verified addresses"))
        #expect(!page.forms.contains { $0.action.hasPrefix(sixth) })
    }

    func unwritable() throws {
        var scene = try AddressScene()
        let page = try scene.add("ädä@example.org")
        #expect(try scene.browser.get(page).text.contains("mail servers do not take"))
        #expect(try !scene.browser.get(page).forms.contains { $0.action.hasPrefix(page) })
        #expect(try scene.manager.values(.email).count == 1)
    }

    // MARK: Pages

    func off() throws {
        var scene = try AddressScene(sendsMail: false)
        let page = try scene.add()
        #expect(try scene.browser.get(page).status == .notFound)
        #expect(try !scene.browser.get("/account/data").text.contains("/verify"))
        #expect(try !scene.browser.get("/account").text.contains("email"))
        #expect(try scene.manager.context.demandsOfVerifiedMail().isEmpty)
    }

    func firstStep() throws {
        var scene = try AddressScene()
        #expect(try scene.browser.get("/account").text.contains("href=\"/account/data/add/email\""))
        let page = try scene.add()
        #expect(try scene.browser.get("/account").text.contains("href=\"\(page)\""))
        _ = try scene.type(try scene.code(on: page), on: page)
        let last = try scene.browser.get("/account").text
        #expect(!last.contains("/verify"))
        #expect(!last.contains("/account/data/add/email"))
    }

    // MARK: Notices

    func told() throws {
        var scene = try AddressScene()
        try scene.manager.store(.email, "old@example.org", alias: "old", isVerified: true)
        let page = try scene.add("new@example.org")
        _ = try scene.type(try scene.code(on: page), on: page)
        let notices = try scene.manager.mailedNotices().filter { $0.kind == "addressChanged" }
        #expect(notices.map(\.to) == ["old@example.org"])
        let account = try scene.manager.account().id
        let told = try scene.manager.context.database.read {
            try $0.notices.list(for: account, after: 0, except: scene.phone.activation)
        }
        #expect(told.contains { $0.kind == "addressChanged" })
    }

    func shared() throws {
        var scene = try AddressScene()
        func told() throws -> Set<String> {
            let now = scene.manager.clock.now
            _ = try scene.manager.mails()
            try scene.manager.context.database.write { transaction in
                for name in ["ada", "mallory"] {
                    let account = try #require(try transaction.accounts.find(name: name))
                    try transaction.notices.append(NoticeEvent(.pinChanged, at: now, accountID: account.id))
                }
            }
            return Set(try scene.manager.mailedNotices().map { "\($0.user) \($0.to)" })
        }
        var first = try scene.manager.store(.email, "ada@example.org", alias: "m", user: "mallory")
        first.verification = .code
        try scene.manager.replace(first)
        let page = try scene.add()
        #expect(try told() == ["mallory ada@example.org"])
        #expect(try scene.type(try scene.code(on: page), on: page)["Location"]?.hasSuffix("addressVerified") == true)
        #expect(try scene.verification() == .code)
        #expect(try told() == ["ada ada@example.org", "mallory ada@example.org"])
    }

    func removal(_ engine: Engine) async throws {
        let scene = try AddressScene(engine)
        let value = try scene.manager.store(.email, "old@example.org", alias: "old", isVerified: true)
        try scene.manager.store(.email, "other@example.org", alias: "other", isVerified: true)
        let browser = try await LoggedIn(scene.manager, with: scene.phone)
        _ = try scene.manager.mails()
        #expect(
            try await browser.act(.removeAddress(value: Octets(value.id)), by: scene.phone).name == "addressRemoved")
        let left = try scene.manager.values(.email)
        #expect(left.map(\.text) == ["other@example.org"])
        #expect(left.first?.isPrimary == true)
        #expect(Set(try scene.manager.mailedNotices().map(\.to)) == ["old@example.org", "other@example.org"])
        #expect(try scene.manager.events(.addressRemoved).count == 1)
        #expect(try await browser.ask(.removeAddress(value: Octets(value.id)), seen: value.shownDigest).1 == .changed)
    }

    func protected() async throws {
        let scene = try AddressScene()
        let tablet = try scene.phone.issue().personalize(alias: "tablet")
        let value = try scene.manager.store(.email, "old@example.org", alias: "old", isVerified: true)
        let act = OwnAct.removeAddress(value: Octets(value.id))
        let browser = try await LoggedIn(scene.manager, with: scene.phone)
        let prepared = try tablet.prepare(try await browser.request(act))
        #expect(throws: ProtocolError.self) { try tablet.finish(prepared) }
        let id = try await browser.confirmed(act, by: scene.phone)
        var renamed = value
        renamed.alias = "other"
        try scene.manager.replace(renamed)
        #expect(try await browser.perform(id).name == "changed")
        let foreign = try scene.manager.store(.email, "m@example.org", alias: "m", isVerified: true, user: "mallory")
        let asked = try await browser.ask(.removeAddress(value: Octets(foreign.id)), seen: foreign.shownDigest).1
        #expect(asked == .changed)
        #expect(try scene.manager.values(.email).count == 1)
    }

    func notHidden() async throws {
        let scene = try AddressScene()
        let value = try scene.manager.store(.email, "old@example.org", alias: "old", isVerified: true)
        let (account, now) = (try scene.manager.account().id, scene.manager.clock.now)
        try await scene.manager.context.database.write { transaction in
            for _ in 1...30 {
                try transaction.notices.append(NoticeEvent(.activationRenamed, at: now, accountID: account))
            }
        }
        _ = try scene.manager.mails()
        let browser = try await LoggedIn(scene.manager, with: scene.phone)
        _ = try await browser.act(.removeAddress(value: Octets(value.id)), by: scene.phone)
        let notices = try scene.manager.mailedNotices()
        #expect(notices.map(\.kind) == ["addressChanged"])
        #expect(notices.map(\.isOneTooMany) == [false])
    }

    // MARK: Effects

    func services(_ engine: Engine) throws {
        let manager = try TestManager(engine, sendsMail: true)
        var value = try manager.store(.email, "ada@example.org", alias: "home")
        value.verification = .code
        try manager.replace(value)
        let phone = try RawDevice(manager)
        try manager.ask(for: .required(.email, verified: true))
        let browser = try TestBrowser(manager)
        let started = try phone.claim(try browser.session)
        #expect(started.attributes["email"]?.isMissing == false)
        #expect(try manager.context.demandsOfVerifiedMail().count == 1)
        try manager.ask(for: ServiceAttribute(name: .email, isRequired: true, verification: .byOperator))
        #expect(try manager.context.demandsOfVerifiedMail().isEmpty)
        let other = try TestBrowser(manager)
        #expect(try phone.claim(try other.session).attributes["email"]?.isMissing == true)
    }

    func removedAccount() throws {
        let (codes, now) = (try CodeRequests(), Timestamp(seconds: 1_800_000_000))
        for number in 0..<3 { _ = try codes.ask(number, "victim@example.org", at: now) }
        try codes.manager.context.database.write { try $0.accounts.remove(AccountID("account 0")) }
        #expect(try codes.ask(3, "victim@example.org", at: now) == .address)
        let left = try codes.manager.context.database.read {
            try $0.rows("SELECT id FROM mail_code WHERE account_id IS NULL AND sealed_terms IS NULL").count
        }
        #expect(left == 1)
    }

    func housekeeping() throws {
        let scene = try AddressScene()
        let (account, now) = (try scene.manager.account().id, scene.manager.clock.now)
        let value = try scene.manager.store(.email, "ada@example.org", alias: "home")
        try scene.manager.context.database.write { transaction in
            _ = try MailedCodes(now: now, transaction: transaction).send(
                .init(.verifyAddress, account: account, value: value.id, binding: BearerHash(of: "a")),
                from: "192.0.2.1")
        }
        func count() throws -> Int {
            try RemoveExpired(scene.manager.context) { false }
            return try scene.manager.context.database.read { try $0.rows("SELECT id FROM mail_code").count }
        }
        #expect(try count() == 1)
        scene.manager.clock.advance(seconds: 2 * 86_400)
        #expect(try count() == 0)
    }

    func nowhere() throws {
        var scene = try AddressScene()
        let page = try scene.add()
        _ = try scene.send(on: page)
        let rows = try scene.manager.rows().map { "\($0)" }.joined()
        let code = try #require(try scene.manager.mailedCodes().first).code
        #expect(!rows.contains(code))
        #expect(!rows.contains(code.replacing("-", with: "")))
        #expect(try !scene.browser.get(page).text.contains(code))
    }

    func export() throws {
        let manager = try TestManager(sendsMail: true)
        var value = try manager.store(.email, "ada@example.org", alias: "home")
        value.verification = .code
        try manager.replace(value)
        let exported = try ExportDeclaration(manager.context)(.attributes).serialized
        #expect(String(decoding: exported, as: UTF8.self).contains("\"verified\":\"code\""))
        #expect(try manager.values(.email).first?.verification == .code)
        try manager.apply("users: [{ name: ada, attributes: { email: { value: ada@example.org, verified: code } } }]")
        #expect(try manager.values(.email).first?.verification == .code)
        try manager.apply("users: [{ name: ada, attributes: { email: { value: ada@example.org, verified: true } } }]")
        #expect(try manager.values(.email).first?.verification == .operator)
    }
}

/// Many accounts, each with addresses, that ask for codes.
private struct CodeRequests {
    let manager: TestManager

    init() throws { manager = try TestManager(sendsMail: true) }

    init(manager: TestManager) { self.manager = manager }

    /// Asks for a code to an address of an account.
    /// - Returns: the limit that was reached; nil where the code was mailed.
    func ask(
        _ number: Int, _ address: String, from network: String? = nil, for purpose: MailCode.Purpose = .verifyAddress,
        at now: Timestamp
    ) throws -> MailCodeLimits.Reached? {
        let account = AccountID("account \(number)")
        return try manager.context.database.write { transaction in
            if try transaction.accounts.find(id: account) == nil {
                try transaction.accounts.insert(
                    Account(id: account, name: "user\(number)", isActive: true), at: now)
            }
            let id = Array(SecretOctets.random(count: AttributeValue.idByteCount).bytes)
            try transaction.attributeValues.save(
                AttributeValue(
                    id: id, accountID: account, attribute: .email,
                    disclosure: AttributeDisclosure(
                        salt: Array(repeating: 1, count: 16), name: "email", value: address),
                    alias: "\(SessionID.random())", isPrimary: false), at: now)
            let subject = MailCode.Subject(purpose, account: account, value: id, binding: BearerHash(of: "a"))
            let sending = try MailedCodes(now: now, transaction: transaction).send(
                subject, from: network ?? "network \(number)")
            if case .limited(let limit) = sending { return limit }
            guard case .mailed = sending else { throw TestFailure(what: "\(sending)") }
            return nil
        }
    }
}
