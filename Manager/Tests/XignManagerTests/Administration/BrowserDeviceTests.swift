import DatabaseFixture
import Testing
import XignCrypto
import XignDomain
import XignProtocol
import XignStorage

@testable import XignDeviceAPI
@testable import XignServer
@testable import XignUseCases
@testable import XignWeb

/// An authenticator in a browser gives nobody the rights of an operator: whoever serves its page can use its keys.
struct BrowserDeviceTests {
    @Test("A device in a browser, and the console", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("A browser does not log in at the console, and the login waits for another device", login),
        TestCase(
            "A login at the console that began before its device was known as a browser gets no statement", prepare),
        TestCase("A login at the console whose statement was made before is not finished", finish),
        TestCase(
            "A session at the console that a browser has confirmed has ended, and one at the account pages has not",
            session),
        TestCase("A browser cannot claim the act of an administrator, which waits for another device", act),
        TestCase("An act that a browser has confirmed is not done, whenever it began", confirmedAct),
        TestCase(
            "An act that waits for a second administrator ends with the browser that has confirmed it first", firstOfTwo
        ),
        TestCase("A browser is not the second person of an act", secondOfTwo),
        TestCase("A browser does not make its person an administrator who can act", lastAdministrator),
        TestCase("The browser of an operator makes no other device, and that of anybody else does", newActivation),
        TestCase("The browser of an operator connects no device on the account pages either", connectDevice),
        TestCase(
            "The operator's list has platform and key store of a browser, and both kinds of pages name it in words",
            shown),
        TestCase(
            "A browser logs in at the account pages, changes its PIN, and confirms acts on its own account", ownAccount),
    ]

    private static let all: ServedSurfaces = [.account, .console]

    private func refusal(_ body: () throws -> Void) -> ProtocolErrorCode? {
        do {
            try body()
            return nil
        } catch { return (error as? ProtocolError)?.error }
    }

    /// An administrator with a session and a phone, and a second device that becomes a browser when the test says so.
    private func scene(_ engine: Engine = .sqlite) throws -> (
        manager: TestManager, grace: ConsoleUser, other: RawDevice
    ) {
        let manager = try TestManager(engine, surfaces: Self.all)
        let grace = try ConsoleUser(manager, "grace")
        let other = try grace.device.issue().personalize(alias: "other")
        // Both are old enough for everything.
        manager.clock.advance(seconds: 2 * 86_400)
        return (manager, try grace.again(), other)
    }

    // MARK: The login at the console

    func login() async throws {
        let manager = try TestManager(surfaces: Self.all)
        let (browser, phone) = (try RawDevice(manager, platform: "Web"), try RawDevice(manager))
        try manager.grant()
        let id = try await manager.beginLogin(at: .console)
        #expect(refusal { _ = try browser.claim(id, byLink: true) } == .unmetRequirements)
        #expect(try manager.snapshot(id)?.phase.name == .waiting)
        _ = try phone.confirm(id, byLink: true)
    }

    func prepare() async throws {
        let (manager, grace, _) = try scene()
        let id = try await manager.beginLogin(at: .console)
        let started = try grace.device.claim(id)
        try manager.makeBrowser(grace.device)
        #expect(refusal { _ = try grace.device.prepare(id, started) } == .unmetRequirements)
    }

    func finish() async throws {
        let (manager, grace, _) = try scene()
        let prepared = try grace.device.prepare(try await manager.beginLogin(at: .console))
        try manager.makeBrowser(grace.device)
        #expect(refusal { _ = try grace.device.finish(prepared) } == .policyChanged)
    }

    func session() throws {
        let (manager, grace, _) = try scene()
        let atAccount = try manager.openSession(of: grace.device, at: .account)
        let now = manager.clock.now
        try manager.makeBrowser(grace.device)
        let atConsole = grace.session
        #expect(try manager.context.database.read { try $0.openSession(atConsole, at: now) } == nil)
        #expect(try manager.context.database.read { try $0.openSession(atAccount, at: now) } != nil)
    }

    // MARK: Acts of administrators

    func act() async throws {
        let (manager, grace, other) = try scene()
        let lin = try ConsoleUser(manager, "lin", nil, at: .account)
        try manager.makeBrowser(other)
        let (id, asked) = try await grace.ask(.disableAccount(lin.account))
        #expect(asked == nil)
        #expect(refusal { _ = try other.claim(id, byLink: true) } == .unmetRequirements)
        #expect(try manager.snapshot(id)?.phase.name == .waiting)
    }

    func confirmedAct() async throws {
        let (manager, grace, other) = try scene()
        let lin = try ConsoleUser(manager, "lin", nil, at: .account)
        let (id, asked) = try await grace.ask(.disableAccount(lin.account))
        #expect(asked == nil)
        _ = try other.confirm(id)
        try manager.makeBrowser(other)
        #expect(try await grace.perform(id).name == "notPermitted")
        #expect(try manager.account("lin").isActive)
    }

    func firstOfTwo() async throws {
        let (manager, grace, _) = try scene()
        let max = try ConsoleUser(manager, "max")
        manager.clock.advance(seconds: 2 * 86_400)
        let (left, right) = (try grace.again(), try max.again())
        let pending = try await left.begin(.removeAccount(try ConsoleUser(manager, "lin", nil, at: .account).account))
        try manager.makeBrowser(left.device)
        #expect(try await right.ask(toApprove: pending).1?.name == "deviceEnded")
    }

    func secondOfTwo() async throws {
        let (manager, grace, other) = try scene()
        let max = try ConsoleUser(manager, "max")
        let pending = try await max.begin(.removeAccount(try ConsoleUser(manager, "lin", nil, at: .account).account))
        let (id, asked) = try await grace.ask(toApprove: pending)
        #expect(asked == nil)
        try manager.makeBrowser(other)
        #expect(refusal { _ = try other.claim(id, byLink: true) } == .unmetRequirements)
    }

    // MARK: The last administrator

    func lastAdministrator() throws {
        let (manager, grace, other) = try scene()
        try manager.makeBrowser(other)
        let context = manager.context
        // The phone is the last device that can administer.
        let error = #expect(throws: ManagerError.self) {
            try context.revokeDevice("test", ofUser: "grace", by: "root")
        }
        #expect(error?.code == .lastAdministrator)
        let max = try ConsoleUser(manager, "max")
        try manager.makeBrowser(max.device)
        let usable = try context.database.read { try $0.administratorGrants.usableAdministrators() }
        #expect(usable == [grace.account])
        #expect(try ListGrants(context)().filter(\.usable).map(\.user) == ["grace"])
        let listed = try #require(try ListAdministrators(context)(.manager, for: .machine("root")))
        #expect(listed.filter(\.isUsable).map(\.account.name) == ["grace"])
    }

    // MARK: A device from a browser

    func newActivation() async throws {
        let (manager, _, other) = try scene()
        try manager.makeBrowser(other)
        #expect(refusal { _ = try other.begin(.newActivation) } == .notAllowed)
        let ada = try RawDevice(manager, platform: "Web")
        _ = try ada.begin(.newActivation)
        try manager.grant(.auditor)
        #expect(refusal { _ = try ada.begin(.newActivation) } == .notAllowed)
    }

    func connectDevice() async throws {
        let (manager, grace, other) = try scene()
        try manager.makeBrowser(other)
        let session = try manager.openSession(of: grace.device, at: .account)
        let request = RequestAct(
            .own(.connectDevice(alias: "tablet")),
            text: TransactionText(type: "connectDevice", language: "en", parts: [.literal("a"), .name("tablet")]),
            returningTo: "\(manager.issuer)/account/devices", in: session, manager.context)
        #expect(try await request.store(manager.context) == nil)
        let prepared = try other.prepare(request.begun.process.id, byLink: true)
        #expect(refusal { _ = try other.finish(prepared) } == .notAllowed)
    }

    // MARK: What a browser does, and how it is shown

    func shown() throws {
        let (manager, _, first) = try AccountBrowser.ofAdministrator()
        var console = first
        let phone = try RawDevice(manager, user: "mallory")
        let web = try RawDevice(manager, user: "mallory", platform: "Web")
        let listed = try ListDevices(manager.context)(userName: "mallory")
        #expect(listed.map(\.platform) == ["Linux", "Web"])
        #expect(listed.map(\.keyStore) == ["file", "web"])
        var account = try AccountBrowser.loggedIn(manager, with: phone)
        #expect(try account.get("/account/devices").text.contains("<dd>In the browser</dd>"))
        let page = "/console/accounts/\(try manager.account("mallory").publicID)/devices"
        let shown = try console.get("\(page)/\(web.activation)").text
        #expect(shown.contains("In the browser"))
        #expect(shown.contains("It does not open the console"))
        #expect(!(try console.get("\(page)/\(phone.activation)").text.contains("In the browser")))
    }

    func ownAccount() async throws {
        let manager = try TestManager(surfaces: Self.all)
        let browser = try RawDevice(manager, platform: "Web")
        _ = try browser.confirm(try await manager.beginAccountLogin(), byLink: true)
        let key = Curve25519.Signing.PrivateKey()
        _ = try browser.send(try browser.newPIN(key, by: try browser.granted(.changePin)))
        let session = try manager.openSession(of: browser, at: .account)
        let request = RequestAct(
            .own(.exportData), text: TransactionText(type: "exportData", language: "en", parts: [.literal("a")]),
            returningTo: "\(manager.issuer)/account", in: session, manager.context)
        #expect(try await request.store(manager.context) == nil)
        _ = try RawDevice(
            manager: manager, activation: browser.activation, deviceKey: browser.deviceKey, pinKey: key
        ).confirm(request.begun.process.id, byLink: true)
    }
}

extension TestManager {
    /// Makes a stored activation that of a browser: as if an older version had let it go so far.
    func makeBrowser(_ device: RawDevice) throws {
        let id = device.activation
        try context.database.write { try $0.execute("UPDATE activation SET platform = \("Web") WHERE id = \(id)") }
        #expect(try activation(of: device)?.isBrowser == true)
    }
}
