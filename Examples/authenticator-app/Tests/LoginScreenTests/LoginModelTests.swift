import Foundation
import LoginScreen
import Testing
import XignSDK
import XignSDKTesting

/// The sample app's screen, at a manager inside the test.
@Suite("the login screen")
@MainActor
struct LoginModelTests {
    let manager: TestManager
    let sdk: XignSdk
    let model: LoginModel

    init() async throws {
        manager = try TestManager()
        let phone = TestPhone()
        try await phone.activate(at: manager)
        sdk = try XignSdk(phone.configuration(at: manager).showsAdditionalInformation().build())
        model = LoginModel(sdk)
    }

    @Test("shows who asks for what, and logs in with the PIN")
    func login() async throws {
        var login = TestLogin()
        login.attributes = ["givenName": .stored(isRequired: true), "email": .stored(isRequired: false)]
        await model.scan(manager.login(login), source: .scanned)
        let consent = try #require(model.consent)
        #expect(model.step == .consent)
        #expect(consent.act == ["Log in"])
        #expect(consent.service.name == "Shop")
        #expect(consent.organization.name == "Organization")
        #expect(consent.attributes.map(\.name) == [.givenName, .email])
        #expect(consent.attributes.map(\.isRequired) == [true, false])
        await model.agree(sending: [.email])
        #expect(model.step == .pin)
        await model.enter(pin: "482915")
        #expect(model.step == .done(returnURL: nil))
        #expect(model.message?.hasPrefix("You are logged in at Shop.") == true)
        model.startOver()
        #expect(model.step == .scan)
    }

    @Test("includes a permission only if the person taps it, and a required value always")
    func additions() async throws {
        var login = TestLogin()
        login.additions = [
            "Groups": .value(["staff, ops"], isRequired: true), "Team": .value([], isRequired: false),
            "Cost centre": .value(["4711", "4712"], isRequired: true), "Stay logged in": .permission("for 10 hours"),
        ]
        await model.scan(manager.login(login), source: .scanned)
        let consent = try #require(model.consent)
        #expect(consent.additions.map(\.name) == ["Cost centre", "Groups", "Stay logged in"])
        await model.agree()
        #expect(model.step == .consent)
        #expect(model.message == "The website needs your “Cost centre”.")
        await model.agree(including: ["Cost centre": "4712"])
        #expect(model.step == .pin)
        #expect(consent.additions.map(\.isIncluded) == [true, true, false])
        #expect(consent.additions.first?.selection?.alias == "4712")
    }

    @Test("ends with a required value that the manager does not have, and names who can help")
    func nothingStored() async {
        var login = TestLogin()
        login.additions = ["Account name": .value([], isRequired: true)]
        await model.scan(manager.login(login), source: .scanned)
        await model.agree()
        #expect(model.step == .ended)
        #expect(model.message == "The website needs “Account name”, which only Organization can give you.")
    }

    @Test("stays at the scanner after a text that is no code")
    func noCode() async {
        await model.scan("milk, bread", source: .scanned)
        #expect(model.step == .scan)
        #expect(model.message == "This is not a login code.")
    }

    @Test("waits for the digits of the page, and for two of them")
    func digits() async {
        var login = TestLogin()
        login.digits = "85"
        await model.scan(manager.login(login), source: .opened)
        #expect(model.consent?.asksForDigits == true)
        await model.agree(digits: "8")
        #expect(model.step == .consent)
        await model.agree(digits: "8 5")
        #expect(model.step == .pin)
    }

    @Test("waits for a role where there are several")
    func roles() async throws {
        var login = TestLogin()
        login.roles = ["User", "Auditor"]
        await model.scan(manager.login(login), source: .scanned)
        await model.agree()
        #expect(model.step == .consent)
        #expect(model.message == "Choose a role.")
        await model.agree(as: try #require(model.consent?.roles.last))
        #expect(model.step == .pin)
    }

    @Test("asks again for a text that is no PIN")
    func noPIN() async {
        await atPIN()
        await model.enter(pin: "1234")
        #expect(model.step == .pin)
        #expect(model.message == "A PIN has 5 to 32 digits.")
    }

    @Test("waits out the lockout of a wrong PIN, then goes on")
    func lockout() async {
        await atPIN()
        let end = manager.date.addingTimeInterval(30)
        await model.enter(pin: "111222")
        #expect(model.step == .locked(until: end))
        await model.enter(pin: "482915")
        #expect(model.step == .locked(until: end))
        manager.wait(seconds: 30)
        await model.enter(pin: "482915")
        #expect(model.step == .done(returnURL: nil))
    }

    @Test("ends with a permanent lockout, and names no date")
    func permanentLockout() async {
        manager.lockout = .permanent
        await atPIN()
        await model.enter(pin: "111222")
        #expect(model.step == .ended)
        #expect(model.message == "That was wrong. This activation is locked. Contact the operator.")
    }

    @Test("submits the same signatures again after a lost answer")
    func lostAnswer() async {
        await atPIN()
        manager.network = .losesAnswers()
        await model.enter(pin: "482915")
        #expect(model.step == .unanswered)
        manager.network = .up
        await model.submitAgain()
        #expect(model.step == .done(returnURL: nil))
    }

    @Test("stays where it is while there is no network")
    func offline() async {
        manager.network = .offline
        await model.scan(manager.login(), source: .scanned)
        #expect(model.step == .scan)
        #expect(model.message == "The service cannot be reached. Please try again.")
    }

    @Test("confirms an act of the manager's pages, with each name on a line of its own")
    func transaction() async {
        await model.scan(manager.transaction("Remove the device", name: "phone"), source: .scanned)
        #expect(model.consent?.act == ["Remove the device", "“phone”"])
        await model.agree()
        await model.enter(pin: "482915")
        #expect(model.message?.hasPrefix("Confirmed.") == true)
    }

    @Test("refuses a login")
    func refusal() async {
        await model.scan(manager.login(), source: .scanned)
        await model.refuse(.notMe)
        #expect(model.step == .ended)
        #expect(model.message == "Nothing was confirmed.")
    }

    @Test("asks for a value that the account lacks, and again for one that the manager refuses")
    func missingValue() async {
        var login = TestLogin()
        login.attributes = ["givenName": .missing(isRequired: true)]
        login.refused = ["givenName"]
        await model.scan(manager.login(login), source: .scanned)
        await model.agree()
        #expect(model.message == "The website needs your given name.")
        await model.agree(values: [.givenName: "Zoe"])
        #expect(model.message == "The website does not take what you entered.")
        #expect(model.step == .consent)
        await model.agree(values: [.givenName: "Zoë"])
        #expect(model.step == .pin)
    }

    @Test("asks which of several values the website shall receive")
    func aliases() async {
        var login = TestLogin()
        login.attributes = ["email": .aliases(["work", "home"], isRequired: true)]
        await model.scan(manager.login(login), source: .scanned)
        await model.agree()
        #expect(model.step == .consent)
        await model.agree(values: [.email: "home"])
        #expect(model.step == .pin)
    }

    @Test("ends where only the operator can add what the website requires")
    func unverified() async {
        var login = TestLogin()
        login.attributes = ["email": .missing(isRequired: true, mustBeVerified: true)]
        await model.scan(manager.login(login), source: .scanned)
        await model.agree()
        #expect(model.step == .ended)
        #expect(model.message == "The website needs your email, which only the operator can add.")
    }

    @Test("leads back to the browser after a login by link")
    func link() async {
        await model.scan(manager.loginLink(), source: .opened)
        await model.agree()
        await model.enter(pin: "482915")
        guard case .done(let url?) = model.step else {
            Issue.record("no way back: \(model.step)")
            return
        }
        #expect(url.path == "/return")
    }

    @Test("tells of the lockout of another login, and stays at the scanner")
    func otherLockout() async {
        await atPIN()
        await model.enter(pin: "111222")
        let another = LoginModel(sdk)
        await another.scan(manager.login(), source: .scanned)
        #expect(another.step == .scan)
        #expect(another.message?.hasPrefix("Wait until ") == true)
    }

    private func atPIN() async {
        await model.scan(manager.login(), source: .scanned)
        await model.agree()
    }
}
