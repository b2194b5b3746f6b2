// Long because: one test for each listing of the guides, on one device and one screen.

import Foundation
import Testing
import XignProtocol
import XignSDKTesting

@testable import XignSDK

/// The listings of the guides, run against a manager. They are compiled with the public interface alone.
@Suite("the guides' listings")
@MainActor
struct GuideListingTests {
    let manager: TestManager
    let device: TestDevice
    let screen = ScriptedScreen()
    let app: GuideApp

    init() async throws {
        manager = try TestManager()
        device = try await TestDevice.personalized(at: manager)
        app = GuideApp(sdk: device.sdk, screen: screen)
        screen.waits = { [manager] date in manager.state.withLock { $0.now = date } }
    }

    private var idm: String { manager.idm }

    @Test("activate a device, after a wrong PIN and a wait")
    func activation() async throws {
        manager.state.withLock {
            $0.enrolled = []
            $0.newPinRequired = true
        }
        let device = try TestDevice(manager)
        let app = GuideApp(sdk: device.sdk, screen: screen)
        screen.pins = ["482916", "482915"]
        screen.newPins = ["111111", "739164"]
        await app.begin(manager.activationPid, source: .scanned)
        #expect(screen.pinProblems == [nil, .tooCommon])
        #expect(screen.shown.last == "The app is activated at \(idm).")
        #expect(try device.sdk.personalizer.personalizations.map(\.alias) == ["phone"])
        #expect(try await device.logsIn(pin: "739164"))
        try app.listActivations()
        #expect(screen.shown.last == "alice at \(idm)")
    }

    @Test("finish pending activations when the app starts, or say that one is unfinished")
    func pending() async throws {
        manager.state.withLock {
            $0.enrolled = []
            $0.lostRequests = [.personalizeFinish]
        }
        let device = try TestDevice(manager)
        let app = GuideApp(sdk: device.sdk, screen: screen)
        let request = try await device.request()
        _ = try? await device.sdk.personalizer.finishPersonalization(request: request)
        try await app.finishPendingActivations()
        #expect(screen.shown == ["\(idm) is unfinished: scan the same code once more."])
        manager.state.withLock {
            $0.lostRequests = []
            $0.lostAnswers = [.personalizeFinish]
        }
        _ = try? await device.sdk.personalizer.finishPersonalization(request: request)
        try await app.finishPendingActivations()
        #expect(try device.sdk.personalizer.personalizations.count == 1)
        #expect(screen.shown.count == 1)
    }

    @Test("log in with attributes, after a wrong PIN and a wait")
    func login() async throws {
        manager.state.withLock {
            $0.login.attributes = [
                "givenName": AttributeDescription(isRequired: true, isMissing: true, aliases: []),
                "familyName": AttributeDescription(isRequired: false, isMissing: false, aliases: []),
                "email": AttributeDescription(
                    isRequired: true, isMissing: false,
                    aliases: [
                        .init(id: "1", text: "home", isPrimary: true), .init(id: "2", text: "work", isPrimary: false),
                    ]),
            ]
            $0.prepareErrors = [["givenName": .invalid]]
        }
        screen.answers = [.givenName: "Zoë", .email: "work"]
        screen.pins = ["111222", "482915"]
        await app.begin(manager.loginPid, source: .scanned)
        #expect(screen.shown.contains("Please correct what you entered."))
        #expect(screen.shown.suffix(2) == ["You are logged in at Shop.", "Failed attempts before: 1"])
        let choices = manager.state.withLock { $0.choices }
        #expect(choices.keys.sorted() == ["email", "givenName"])
        #expect(choices["email"]?.aliasId == "2")
        #expect(screen.subjects == [.login(offlineUntil: nil)])
    }

    @Test("show the scanner for a QR code's data that were opened, where the service demands it")
    func opened() async throws {
        manager.state.withLock { $0.refusals[.start] = ProtocolError(.scanRequired) }
        await app.open(try #require(URL(string: "https://app.example.org/a#\(manager.loginPid)")))
        #expect(screen.scannerReasons == ["Scan the code on the page itself."])
    }

    @Test("ask for the digits of the page, again where they are none, and log in")
    func pairing() async throws {
        manager.state.withLock { $0.pairing = "07" }
        screen.digits = ["7", "07"]
        await app.open(try #require(URL(string: "https://app.example.org/a#\(manager.loginPid)")))
        #expect(screen.shown.last == "You are logged in at Shop.")
        #expect(screen.digits.isEmpty)
    }

    @Test("abort a login for which the user has no digits")
    func noDigits() async throws {
        manager.state.withLock { $0.pairing = "07" }
        await app.open(try #require(URL(string: "https://app.example.org/a#\(manager.loginPid)")))
        #expect(manager.state.withLock { $0.aborted } == .cancelled)
        #expect(manager.requests(of: "prepare").isEmpty)
    }

    @Test("return to the browser after a login that a link began")
    func sameDevice() async throws {
        manager.state.withLock {
            $0.login.channel = .sameDevice
            $0.returnSecret = SecretOctets([UInt8](repeating: 1, count: 32))
        }
        let link = InitializationPayload(
            .authenticationByLink(manager.session), secret: manager.qrSecret, origin: manager.origin)
        await app.begin(link.text, source: .opened)
        #expect(screen.opened.map(\.path) == ["/return"])
    }

    @Test("confirm a transaction, and return to the browser")
    func transaction() async throws {
        manager.state.withLock {
            $0.login = .init(.transaction(TransactionTests.text))
            $0.login.channel = .sameDevice
            $0.returnSecret = SecretOctets([UInt8](repeating: 1, count: 32))
        }
        await app.begin(manager.pid(.transactionByLink(manager.session)), source: .opened)
        guard case .transaction(let transaction) = screen.subjects.first else { throw UnexpectedAnswer() }
        #expect(
            app.lines(of: transaction) == [
                "https://login.example.org asks you to confirm:", "Remove the device", "    “Zoë’s phone”", "of",
                "    “alice”",
            ])
        #expect(screen.shown == ["Confirmed. Finish in the browser."])
        #expect(screen.opened.map(\.path) == ["/return"])
    }

    @Test("abort a login that the user did not begin")
    func notMe() async throws {
        screen.decision = .notMe
        await app.begin(manager.loginPid, source: .scanned)
        #expect(manager.state.withLock { $0.aborted } == .notMe)
    }

    @Test("abort a login that requires a verified value which is missing")
    func unverified() async throws {
        manager.state.withLock {
            $0.login.attributes = [
                "email": AttributeDescription(isRequired: true, isMissing: true, mustBeVerified: true, aliases: [])
            ]
        }
        await app.begin(manager.loginPid, source: .scanned)
        #expect(manager.state.withLock { $0.aborted } == .cancelled)
    }

    @Test("change the PIN, but not to the present one")
    func changePin() async throws {
        screen.newPins = ["482915", "739164"]
        try await app.changePin(at: idm)
        #expect(screen.shown.suffix(2) == ["This is your present PIN. Choose another one.", "Your PIN has changed."])
        #expect(try await device.logsIn(pin: "739164"))
    }

    @Test("show a code that activates another device")
    func addDevice() async throws {
        try await app.addDevice(at: idm)
        let code = try #require(screen.codes.first)
        let data = try await device.sdk.xignCommon.parseProcessInitializationData(data: code, source: .scanned)
        guard case .personalization = data else { throw UnexpectedAnswer() }
    }

    @Test("remove another device")
    func removeDevice() async throws {
        manager.state.withLock { $0.otherActivations = [BegunProcess.target] }
        try await app.removeDevice(at: idm)
        #expect(screen.shown.last == "The device is removed.")
        guard case .revoke(let activation) = screen.subjects.first else { throw UnexpectedAnswer() }
        #expect(activation.alias == BegunProcess.target.alias)
    }

    @Test("rename this device, and show notices once")
    func renameAndNotices() async throws {
        try await app.rename(at: idm)
        #expect(try device.sdk.personalizer.personalizations.map(\.alias) == ["phone"])
        manager.state.withLock {
            $0.notices = [Notice(number: 3, at: 1_799_000_000, kind: "pinChanged", device: "tablet")]
        }
        try await app.showNotices(at: idm)
        #expect(screen.shown.first?.hasSuffix("pinChanged tablet") == true)
        screen.shown = []
        try await app.showNotices(at: idm)
        #expect(screen.shown.isEmpty)
    }

    @Test("delete the account, and forget the activation")
    func delete() async throws {
        try await app.deleteAccount(at: idm)
        #expect(screen.subjects == [.delete])
        #expect(try device.sdk.personalizer.personalizations.isEmpty)
    }

    @Test("accept an invitation with the activated app")
    func merge() async throws {
        let (session, claim) = (manager.session, manager.claimToken)
        manager.state.withLock {
            $0.openAnswer = .merge(
                Open.Merge(
                    sessionId: session, sessionToken: claim, organization: MergeTests.organization,
                    address: "alice@example.org"))
            $0.login = .init(.utility(.merge(MergeTests.invitation)))
        }
        await app.begin(manager.activationPid, source: .scanned)
        #expect(manager.state.withLock { $0.utility.isMerged })
        #expect(screen.shown.last == "You have accepted. The code of the invitation is no longer valid.")
    }

    @Test("give the activation up")
    func giveUp() async throws {
        try await app.giveUp(at: idm)
        #expect(screen.shown.last == "The activation is removed.")
    }

    @Test("repeat a personalization whose answer got lost")
    func retries() async throws {
        manager.state.withLock {
            $0.enrolled = []
            $0.lostAnswers = [.personalizeFinish]
        }
        let device = try TestDevice(manager)
        let request = try await device.request()
        let app = GuideApp(sdk: device.sdk, screen: screen)
        screen.agrees = false
        #expect(try await app.finishWithRetries(request) == nil)
        manager.state.withLock { $0.lostAnswers = [] }
        #expect(try await app.finishWithRetries(request)?.userName == "alice")
        #expect(try device.sdk.personalizer.personalizations.count == 1)
    }

    @Test("review the remembered choices of aliases")
    func selections() async throws {
        manager.state.withLock {
            $0.remembered = [
                AliasChoices.Choice(
                    id: Octets([UInt8](repeating: 1, count: 16)), serviceId: "shop", serviceName: "Shop",
                    attribute: "email", aliasText: "work")
            ]
        }
        try await app.reviewSelections(at: idm)
        #expect(screen.shown == ["Shop receives your email “work”. Ask again?"])
        #expect(manager.state.withLock { $0.remembered.isEmpty })
    }

    @Test("add biometrics, and fall back to the PIN where they fail")
    func biometrics() async throws {
        let gate = TestGate()
        let device = try await TestDevice.personalized(at: manager, gate: gate)
        let app = GuideApp(sdk: device.sdk, screen: screen)
        try await app.addBiometricFactor(at: idm)
        #expect(screen.shown.last == "You can confirm logins with your face or finger now.")

        manager.state.withLock {
            $0.login = .init()
            $0.login.roles[0].alternatives = [[.biometric, .device], [.device, .pin]]
        }
        await app.begin(manager.loginPid, source: .scanned)
        #expect(screen.shown.last == "You are logged in at Shop.")

        gate.answer = .no
        screen.agrees = false
        screen.shown = []
        await app.begin(manager.loginPid, source: .scanned)
        #expect(screen.shown.contains("You were not recognized."))
        #expect(!screen.shown.contains("You are logged in at Shop."))
    }

    @Test("say why a service refuses the device")
    func insufficient() async throws {
        manager.state.withLock {
            $0.refusals[.start] = ProtocolError(.securityInsufficient, findings: [.hooked, .outdatedSystem])
        }
        do {
            _ = try await device.start()
            Issue.record("the device was not refused")
        } catch let error as XignSdkSecurityInsufficientError {
            app.explain(error)
        }
        #expect(
            Set(screen.shown) == ["Quit debuggers and tools that change apps.", "Please update your device's system."])
    }

    @Test("say what to do about an error")
    func errors() async {
        manager.state.withLock { $0.lostRequests = [.start] }
        let lost = await app.run { () throws(XignSdkError) in try await app.changePin(at: idm) }
        #expect(lost == .repeatTheCall)
        manager.state.withLock {
            $0.lostRequests = []
            $0.refusals[.start] = ProtocolError(.sessionTaken)
        }
        let taken = await app.run { () throws(XignSdkError) in try await app.changePin(at: idm) }
        #expect(taken == .startAgain)
        #expect(
            screen.shown == [
                "The service cannot be reached. Please try again.", "That did not work. Please start again.",
            ])
    }

    @Test("tell a permanent lockout without a date")
    func permanentLockout() async {
        manager.lockout = .permanent
        screen.pins = ["111222"]
        await app.begin(manager.loginPid, source: .scanned)
        #expect(screen.shown.last == "That was wrong. This activation is locked. Contact the operator.")
    }

    @Test("ask again for a text that is no PIN, in an activation and in a login")
    func noPIN() async throws {
        manager.state.withLock { $0.enrolled = [] }
        let device = try TestDevice(manager)
        let app = GuideApp(sdk: device.sdk, screen: screen)
        screen.pins = ["1234", "482915"]
        await app.begin(manager.activationPid, source: .scanned)
        #expect(screen.shown.first == "A PIN has 5 to 32 digits.")
        #expect(screen.shown.last == "The app is activated at \(idm).")
        screen.pins = ["1234", "482915"]
        screen.shown = []
        await app.begin(manager.loginPid, source: .scanned)
        #expect(screen.shown.first == "A PIN has 5 to 32 digits.")
        #expect(screen.shown.contains("You are logged in at Shop."))
    }

    @Test("leave out an optional attribute that only the operator can add")
    func optionalUnverified() async {
        manager.state.withLock {
            $0.login.attributes = [
                "email": AttributeDescription(isRequired: false, isMissing: true, mustBeVerified: true, aliases: [])
            ]
        }
        screen.sent = [.email]
        await app.begin(manager.loginPid, source: .scanned)
        #expect(screen.shown.contains("You are logged in at Shop."))
        #expect(manager.state.withLock { $0.choices.isEmpty })
    }

    @Test(
        "abort a login whose required value the user does not give, and leave out an optional one",
        arguments: [true, false])
    func noValue(isRequired: Bool) async {
        manager.state.withLock {
            $0.login.attributes = [
                "givenName": AttributeDescription(isRequired: isRequired, isMissing: true, aliases: [])
            ]
        }
        screen.sent = [.givenName]
        await app.begin(manager.loginPid, source: .scanned)
        #expect(manager.state.withLock { $0.aborted } == (isRequired ? .cancelled : nil))
        #expect(screen.shown.contains("You are logged in at Shop.") == !isRequired)
    }

    @Test(
        "ask for each value and permission of the manager, and abort without a required one", arguments: [true, false])
    func additions(agrees: Bool) async throws {
        manager.state.withLock {
            $0.login.attributes = [
                "Groups": .value(isRequired: true, aliases: [.init(id: "g", text: "staff, ops", isPrimary: true)]),
                "Stay logged in": .permission(.init(id: "p", text: "for 10 hours", isPrimary: true)),
            ]
        }
        let device = try await TestDevice.personalized(at: manager, showsAdditions: true)
        screen.agrees = agrees
        await GuideApp(sdk: device.sdk, screen: screen).begin(manager.loginPid, source: .scanned)
        #expect(screen.shown.contains("Send what the manager calls “Groups”, “staff, ops”?"))
        #expect(screen.shown.contains("Allow what the manager calls “Stay logged in”, “for 10 hours”?") == agrees)
        #expect(screen.shown.contains("You are logged in at Shop.") == agrees)
        #expect(manager.state.withLock { $0.aborted } == (agrees ? nil : .cancelled))
    }

    @Test("abort after an error, so that the page does not wait")
    func abortAfterError() async {
        manager.state.withLock { $0.refusals[.prepare] = ProtocolError(.policyChanged) }
        await app.begin(manager.loginPid, source: .scanned)
        #expect(manager.state.withLock { $0.aborted } == .cancelled)
        #expect(screen.shown.last == "That did not work. Please start again.")
    }

    @Test("tell the user to stop where the statement is not what was shown")
    func otherStatement() async {
        manager.state.withLock { $0.bendStatement = { $0.serviceOrigin = "https://shop.example" } }
        await app.begin(manager.loginPid, source: .scanned)
        #expect(screen.shown.last?.hasPrefix("Something is wrong. Stop here, and ask the operator: ") == true)
    }

    @Test("submit the same signatures again when the answer to finish was lost")
    func lostFinish() async {
        manager.network = .losesAnswers(after: 2)
        screen.agrees = false
        await app.begin(manager.loginPid, source: .scanned)
        #expect(screen.shown.contains("No connection. Try again?"))
        manager.network = .losesAnswers(after: 2)
        screen.agrees = true
        screen.asked = { [manager] in manager.network = .up }
        await app.begin(manager.login(), source: .scanned)
        #expect(screen.shown.contains("You are logged in at Shop."))
    }

    @Test("sign again where a gate asks, and fails, in finish")
    func gateInFinish() async throws {
        let token = MemoryToken()
        let device = try await TestDevice.personalized(at: manager, gate: TokenGate(token: token))
        let app = GuideApp(sdk: device.sdk, screen: screen)
        try await app.addBiometricFactor(at: idm)
        manager.state.withLock {
            $0.login = .init()
            $0.login.roles[0].alternatives = [[.biometric, .device], [.device, .pin]]
        }
        token.refusals.withLock { $0 = 1 }
        screen.shown = []
        await app.begin(manager.loginPid, source: .scanned)
        #expect(screen.shown.first == "You were not recognized.")
        #expect(screen.shown.contains("You are logged in at Shop."))
    }

    @Test("log in to the app itself, and get the code for its backend")
    func inApp() async throws {
        let clientId = TestManager.inAppClientID
        let configuration = #"{"idmIdentifier":"\#(idm)","clientId":"\#(clientId)","name":"canteen"}"#
        let device = try await TestDevice.personalized(
            at: manager, services: [try ServiceConfiguration(Data(configuration.utf8))])
        screen.pins = ["482915"]
        let code = try await GuideApp(sdk: device.sdk, screen: screen)
            .logInHere(to: clientId, with: InAppAuthorization(nonce: "n-1"))
        #expect(code == "code-of-\(manager.session)")
        #expect(screen.subjects == [.inAppLogin(offlineUntil: nil)])
    }

    @Test("log in to the app through its Keycloak, and get the code for its backend")
    func keycloak() async throws {
        let keycloak = TestKeycloak(manager)
        screen.pins = ["482915"]
        let code = try await app.logInHere(through: keycloak.configuration())
        #expect(code == TestKeycloak.code)
        #expect(screen.subjects == [.inAppLogin(offlineUntil: nil)])
    }
}
