import Foundation
import Testing
import XignProtocol
import XignSDKTesting

@testable import XignSDK

struct PersonalizationTests {
    @Test("personalization", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("activates the device with the activation PIN and enrols device and PIN", activates),
        TestCase(
            "the name that was typed when the activation was made is proposed, and kept unless another one is set",
            issuedAlias),
        TestCase("without a name of the activation's maker, the host's name is proposed", hostName),
        TestCase(
            "a proposed name that is no display text is refused", undisplayableAlias,
            each: ["", " ", "a\u{202e}b", "two\nlines"]),
        TestCase("a wrong PIN is a lockout that the manager counts, and the same data can be tried again", wrongPin),
        TestCase(
            "something that is no PIN is refused before anything is sent", noPin,
            each: ["1234", "12345x", "12345½", ""]),
        TestCase("the PIN leaves the device neither when opening nor when enrolling", pinStays),
        TestCase("an assigned PIN must be replaced, by another one", assignedPin),
        TestCase("a second activation at the same manager is refused", twice),
        TestCase("an answer that was lost: the same request finishes, with the same keys", lostAnswer),
        TestCase(
            "an answer that was lost, and a token that expired before the next attempt, still activate",
            lostAnswerAndExpiredToken),
        TestCase("after a crash, an activation that the manager has is taken up", crashAfterEnrolment),
        TestCase(
            "after a crash, an activation that the manager never got is no activation, and the same code activates again",
            crashBeforeEnrolment),
        TestCase("while the manager cannot be reached, a pending activation stays pending", unresolved),
        TestCase(
            "a user name or alias that cannot be displayed is refused at the end of the activation, which stays pending",
            undisplayableNames, each: undisplayable),
        TestCase(
            "a user name or alias that cannot be displayed does not complete an interrupted activation",
            undisplayableStatus, each: undisplayable),
        TestCase("an enrolment that the manager refuses leaves nothing behind", refused),
        TestCase("data that somebody has used already are an alarm, not an error", alreadyUsed),
        TestCase("the code that has activated this device is told from another one", ownCode),
        TestCase("depersonalizing tells the manager and removes keys and records", depersonalize),
        TestCase("depersonalizing without a network still removes keys and records, and says so", depersonalizeOffline),
        TestCase("keys that the system removed are reported once, and the app can activate again", keysRemoved),
    ]

    let manager: TestManager
    let device: TestDevice

    init() throws {
        manager = try TestManager()
        device = try TestDevice(manager)
    }

    func activates() async throws {
        let request = try await device.request()
        #expect(request.userName == "alice")
        #expect(request.wrongPinAttempts == 1)
        request.alias = "laptop"
        let result = try await device.sdk.personalizer.finishPersonalization(request: request)
        #expect(result.authenticators == [.device, .pin])
        #expect(result.alias == "laptop")
        #expect(result.managerURL?.absoluteString == "https://login.example.org")
        #expect(try device.sdk.personalizer.personalizations == [result])
        #expect(manager.state.withLock { $0.enrolled.map(\.factor) } == [.device, .pin])
    }

    func issuedAlias() async throws {
        manager.state.withLock { $0.issuedAlias = "Zoë’s tablet" }
        let request = try await device.request()
        #expect(request.alias == "Zoë’s tablet")
        let result = try await device.sdk.personalizer.finishPersonalization(request: request)
        #expect(result.alias == "Zoë’s tablet")
    }

    func hostName() async throws {
        #expect(try await device.request().alias == ProcessInfo.processInfo.hostName)
    }

    func undisplayableAlias(_ alias: String) async throws {
        manager.state.withLock { $0.issuedAlias = alias }
        let error = await #expect(throws: XignSdkError.self) { try await device.request() }
        #expect(error?.errorCode == XignSdkError.unreadableAnswer.errorCode)
    }

    func wrongPin() async throws {
        guard case .lockout(let lockout, _) = try await device.decrypt(pin: "000001") else { throw UnexpectedAnswer() }
        #expect(lockout.lockedUntil == manager.now().addingTimeInterval(30))
        #expect(!lockout.isPermanent && lockout.canResume)
        try await device.personalize()
    }

    func noPin(_ text: String) async throws {
        #expect(await code { try await device.decrypt(pin: text) } == .pinInvalid)
        #expect(manager.requests(of: "open").isEmpty)
    }

    func pinStays() async throws {
        try await device.personalize()
        let sent = manager.state.withLock { $0.requests }
        #expect(sent.count == 2)
        #expect(sent.allSatisfy { $0.body.range(of: Data("482915".utf8)) == nil })
    }

    func assignedPin() async throws {
        manager.state.withLock { $0.newPinRequired = true }
        let request = try await device.request()
        #expect(request.newPinRequired)
        #expect(await code { try await device.sdk.personalizer.finishPersonalization(request: request) } == .pinMissing)
        #expect(request.pinSpecification.setPin("482915") == .unchanged)
        #expect(request.pinSpecification.setPin("730164") == .valid)
        _ = try await device.sdk.personalizer.finishPersonalization(request: request)
        let information = try await device.prepare(device.start())
        guard case .userLogin = try await device.finish(information, pin: "730164") else { throw UnexpectedAnswer() }
    }

    func twice() async throws {
        let request = try await device.request()
        _ = try await device.sdk.personalizer.finishPersonalization(request: request)
        #expect(
            await code { try await device.sdk.personalizer.finishPersonalization(request: request) }
                == .alreadyPersonalized)
        #expect(await code { try await device.decrypt(pin: "482915") } == .alreadyPersonalized)
    }

    func lostAnswer() async throws {
        let request = try await device.request()
        manager.state.withLock { $0.lostAnswers = [.personalizeFinish] }
        #expect(
            await code { try await device.sdk.personalizer.finishPersonalization(request: request) }
                == .connectionFailed)
        #expect(try device.sdk.personalizer.personalizations.isEmpty)
        manager.state.withLock { $0.lostAnswers = [] }
        _ = try await device.sdk.personalizer.finishPersonalization(request: request)
        #expect(try device.sdk.personalizer.personalizations.count == 1)
    }

    func lostAnswerAndExpiredToken() async throws {
        let request = try await device.request()
        manager.state.withLock { $0.lostAnswers = [.personalizeFinish] }
        _ = await code { try await device.sdk.personalizer.finishPersonalization(request: request) }
        manager.state.withLock {
            $0.lostAnswers = []
            $0.refusals[.personalizeFinish] = ProtocolError(.unauthenticated)
        }
        let result = try await device.sdk.personalizer.finishPersonalization(request: request)
        #expect(result.userName == "alice")
    }

    func crashAfterEnrolment() async throws {
        let request = try await device.request()
        manager.state.withLock { $0.lostAnswers = [.personalizeFinish] }
        _ = await code { try await device.sdk.personalizer.finishPersonalization(request: request) }
        manager.state.withLock { $0.lostAnswers = [] }
        let restarted = try TestDevice(manager, folder: device.folder)
        #expect(try restarted.sdk.personalizer.personalizations.isEmpty)
        _ = try await restarted.start()
        #expect(try restarted.sdk.personalizer.personalizations.map(\.userName) == ["alice"])
    }

    /// User names and aliases, of which one is no display text.
    private static let undisplayable: [(userName: String, alias: String)] = [
        ("", "laptop"), ("alice\u{202e}", "laptop"), (String(repeating: "a", count: 257), "laptop"), ("alice", " "),
        ("alice", "two\nlines"), ("alice", "\u{1B}[2J"),
    ]

    private func answer(_ names: (userName: String, alias: String)) {
        manager.state.withLock { ($0.userName, $0.answeredAlias) = (names.userName, names.alias) }
    }

    func undisplayableNames(_ names: (userName: String, alias: String)) async throws {
        let request = try await device.request()
        answer(names)
        #expect(
            await code { try await device.sdk.personalizer.finishPersonalization(request: request) }
                == .responseInvalid)
        #expect(try device.sdk.personalizer.personalizations.isEmpty)
        answer(("alice", "laptop"))
        let result = try await device.sdk.personalizer.finishPersonalization(request: request)
        #expect(result.alias == "laptop")
    }

    func undisplayableStatus(_ names: (userName: String, alias: String)) async throws {
        let request = try await device.request()
        manager.state.withLock { $0.lostAnswers = [.personalizeFinish] }
        _ = await code { try await device.sdk.personalizer.finishPersonalization(request: request) }
        manager.state.withLock { $0.lostAnswers = [] }
        let restarted = try TestDevice(manager, folder: device.folder)
        answer(names)
        #expect(await code { try await restarted.start() } == .responseInvalid)
        #expect(try restarted.sdk.personalizer.personalizations.isEmpty)
    }

    func crashBeforeEnrolment() async throws {
        let request = try await device.request()
        manager.state.withLock { $0.lostRequests = [.personalizeFinish] }
        _ = await code { try await device.sdk.personalizer.finishPersonalization(request: request) }
        manager.state.withLock { $0.lostRequests = [] }
        let restarted = try TestDevice(manager, folder: device.folder)
        #expect(await code { try await restarted.start() } == .notPersonalized)
        try await restarted.personalize()
        _ = try await restarted.start()
    }

    func unresolved() async throws {
        let request = try await device.request()
        manager.state.withLock { $0.lostRequests = [.personalizeFinish, .status] }
        _ = await code { try await device.sdk.personalizer.finishPersonalization(request: request) }
        let before = try device.folder.files()
        let restarted = try TestDevice(manager, folder: device.folder)
        #expect(await code { try await restarted.start() } == .connectionFailed)
        #expect(try device.folder.files() == before)
    }

    func refused() async throws {
        let request = try await device.request()
        manager.state.withLock { $0.refusals[.personalizeFinish] = ProtocolError(.enrolmentRefused) }
        #expect(
            await code { try await device.sdk.personalizer.finishPersonalization(request: request) }
                == .enrolmentRejected)
        #expect(try device.folder.files().isEmpty)
    }

    func alreadyUsed() async throws {
        manager.state.withLock { $0.openAnswer = .alreadyUsed(at: 1_700_000_000) }
        guard case .alreadyUsed(let time) = try await device.decrypt(pin: "482915") else { throw UnexpectedAnswer() }
        #expect(time == Date(timeIntervalSince1970: 1_700_000_000))
    }

    func ownCode() async throws {
        try await device.personalize()
        manager.state.withLock { $0.refusals[.open] = ProtocolError(.alreadyPersonalized) }
        #expect(await code { try await device.decrypt(pin: "482915") } == .activatedByAnotherAttempt)
        let other = try await device.sdk.xignCommon.parseProcessInitializationData(
            data: manager.pid(.personalization(.random())), source: .scanned)
        guard case .personalization(let data) = other else { throw UnexpectedAnswer() }
        #expect(
            await code {
                try await device.sdk.personalizer.decryptPersonalizationInitializationData(data: data, pin: "482915")
            } == .alreadyPersonalized)
    }

    func depersonalize() async throws {
        try await device.personalize()
        let result = try await device.sdk.personalizer.depersonalizeIdentityManager(idmIdentifier: manager.idm)
        #expect(result == .revoked)
        #expect(manager.state.withLock { $0.revoked })
        #expect(try device.folder.files().isEmpty)
        #expect(await code { try await device.start() } == .notPersonalized)
    }

    func depersonalizeOffline() async throws {
        try await device.personalize()
        manager.state.withLock { $0.lostRequests = [.revoke] }
        let result = try await device.sdk.personalizer.depersonalizeIdentityManager(idmIdentifier: manager.idm)
        #expect(result == .forgottenLocally)
        #expect(try device.folder.files().isEmpty)
    }

    func keysRemoved() async throws {
        try await device.personalize()
        try FileManager.default.removeItem(at: device.folder.url.appendingPathComponent("keys"))
        do {
            _ = try TestDevice(manager, folder: device.folder)
            Issue.record("an activation without keys was accepted")
        } catch let error as XignSdkInitializationError { #expect(error.errorCode == .keyRemovedBySystem) }
        let again = try TestDevice(manager, folder: device.folder)
        #expect(try again.sdk.personalizer.personalizations.isEmpty)
    }
}
