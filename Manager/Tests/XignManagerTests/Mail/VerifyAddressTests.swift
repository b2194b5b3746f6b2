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
        TestCase("an account has five verified addresses", tooMany),
        TestCase("an address that mail servers do not take stays, and gets no mail", unwritable),
        TestCase("without a mail server there is no page, no link and no step", off),
        TestCase("the first page names the step that is left, and then none", firstStep),
        TestCase("a code is in no log, no error and no row", nowhere),
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
}
