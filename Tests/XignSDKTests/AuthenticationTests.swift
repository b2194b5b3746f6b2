import Foundation
import Testing
import XignProtocol
import XignSDKTesting

@testable import XignSDK

struct AuthenticationTests {
    @Test("authentication", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(await Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("a scanned code, role, device and PIN log the user in", login),
        TestCase(
            "a PIN is typed in the digits of any script, with spaces and hyphens", typedPIN,
            each: ["４８２９１５", "٤٨٢٩١٥", "482 915", "48-29-15\r", "482\u{A0}915"]),
        TestCase("a wrong PIN is a lockout; the returned object is signed again and finishes", lockout),
        TestCase("before the end of a lockout nothing is sent, and the same object is told the rest", earlyRetry),
        TestCase("a finished object returns its result again", finishedTwice),
        TestCase("two calls that finish at the same time send one request", finishedAtOnce),
        TestCase("a lockout that outlives its session cannot be resumed", lockoutEndsSession),
        TestCase("a lockout that is running ends the process with an error that says until when", pendingLockout),
        TestCase("after a lockout nothing but challenge and times may change", changedNextStatement),
        TestCase("with several roles one must be chosen, and only one of them can be", roles),
        TestCase("only combinations that this device can supply are asked for", possibleCombinations),
        TestCase(
            "if the device can supply none, all combinations are named, so that the user can be told", noCombination),
        TestCase("codes and lockouts describe themselves for logs", describedErrors),
        TestCase("fewer factors, or a PIN that is none, are refused on the device and not counted", wrongFactors),
        TestCase("an answer that was lost: the same object finishes again", lostAnswer),
        TestCase("a result for another process than the user began is not accepted", otherResult),
        TestCase("aborting tells the manager why", abort, each: [AbortReason.cancelled, .notMe]),
        TestCase("a device without an activation does not send the code to the manager", notPersonalized),
        TestCase("each refusal of the manager has a code of the SDK", allRefusals),
        TestCase("refusals of the manager become the SDK's codes", refusals, each: zip(protocolCodes, sdkCodes)),
        TestCase("the version that the manager asks for is named", minimumVersion),
        TestCase(
            "an unsealed answer changes nothing on the device and is no lockout", unsealed,
            each: [200, 204, 302, 400, 403, 404, 429, 500, 503]),
        TestCase("the blocking and the event face do the same", otherFaces),
    ]

    let manager: TestManager
    let device: TestDevice

    init() async throws {
        manager = try TestManager()
        device = try await TestDevice.personalized(at: manager)
    }

    func login() async throws {
        let request = try await device.start()
        #expect(request.serviceInformation.name == "Shop")
        #expect(request.organizationInformation.name == "Organization")
        #expect(request.selectedRole?.name == "User")
        #expect(request.expiresAt == manager.now().addingTimeInterval(300))
        let information = try await device.prepare(request)
        #expect(information.requestedAuthenticators == [[.device, .pin]])
        guard case .userLogin(let result) = try await device.finish(information, pin: "482915") else {
            throw UnexpectedAnswer()
        }
        #expect(result.relyingPartyName == "Shop")
        #expect(result.relyingPartyUrl?.absoluteString == "https://shop.example.org")
        #expect(result.roleName == "User")
        #expect(result.failedAttemptsSinceLastSuccess == 0)
    }

    func typedPIN(typed: String) async throws {
        let information = try await device.prepare(device.start())
        guard case .userLogin = try await device.finish(information, pin: typed) else { throw UnexpectedAnswer() }
    }

    func lockout() async throws {
        let first = try await device.prepare(device.start())
        guard case .lockout(let lockout, let again) = try await device.finish(first, pin: "111222") else {
            throw UnexpectedAnswer()
        }
        #expect(lockout.lockedUntil == manager.now().addingTimeInterval(30))
        #expect(lockout.canResume)
        manager.wait(seconds: 30)
        // All earlier signatures are deleted.
        #expect(
            await code { try await device.sdk.authenticator.finishAuthentication(userInfo: again) }
                == .factorSetMismatch)
        guard case .userLogin(let result) = try await device.finish(again, pin: "482915") else {
            throw UnexpectedAnswer()
        }
        #expect(result.failedAttemptsSinceLastSuccess == 1)
        // The first object cannot be used again.
        #expect(await code { try await first.sign(factor: DeviceFactor()) } == .wrongOrder)
    }

    func earlyRetry() async throws {
        let first = try await device.prepare(device.start())
        guard case .lockout(_, let again) = try await device.finish(first, pin: "111222") else {
            throw UnexpectedAnswer()
        }
        try await again.sign(factor: DeviceFactor())
        try await again.sign(factor: PinFactor("482915"))
        manager.wait(seconds: 10)
        let end = manager.now().addingTimeInterval(20)
        let early = try await device.sdk.authenticator.finishAuthentication(userInfo: again)
        guard case .lockout(let rest, let same) = early else { throw UnexpectedAnswer() }
        #expect(same === again)
        #expect(rest.lockedUntil == end)
        #expect(rest.canResume)
        #expect(manager.requests(of: "finish").count == 1)
        manager.wait(seconds: 20)
        guard case .userLogin = try await device.sdk.authenticator.finishAuthentication(userInfo: again) else {
            throw UnexpectedAnswer()
        }
    }

    func finishedTwice() async throws {
        let information = try await device.prepare(device.start())
        guard case .userLogin = try await device.finish(information, pin: "482915") else { throw UnexpectedAnswer() }
        guard case .userLogin = try await device.sdk.authenticator.finishAuthentication(userInfo: information) else {
            throw UnexpectedAnswer()
        }
        #expect(manager.requests(of: "finish").count == 1)
    }

    func finishedAtOnce() async throws {
        let information = try await device.prepare(device.start())
        try await information.sign(factor: DeviceFactor())
        try await information.sign(factor: PinFactor("482915"))
        let (gate, authenticator) = (Gate(), device.sdk.authenticator)
        manager.state.withLock { $0.heldAnswers = [.finish: gate] }
        async let first = authenticator.finishAuthentication(userInfo: information)
        await gate.arrival()
        async let second = authenticator.finishAuthentication(userInfo: information)
        gate.open()
        guard case (.userLogin, .userLogin) = try await (first, second) else { throw UnexpectedAnswer() }
        #expect(manager.requests(of: "finish").count == 1)
    }

    func lockoutEndsSession() async throws {
        manager.state.withLock { $0.lockout = .endingLogin }
        let information = try await device.prepare(device.start())
        guard case .lockout(let lockout, let again) = try await device.finish(information, pin: "111222") else {
            throw UnexpectedAnswer()
        }
        #expect(!lockout.canResume)
        #expect(await code { try await again.sign(factor: PinFactor("482915")) } == .sessionEnded)
    }

    func pendingLockout() async throws {
        manager.state.withLock {
            $0.refusals[.start] = ProtocolError(
                .lockedOut, lockout: Lockout(retryAfterSeconds: 60, lockedUntil: 9, isPermanent: false))
        }
        do {
            _ = try await device.start()
            Issue.record("a locked activation started")
        } catch let error as XignSdkLockoutError {
            #expect(error.errorCode == .lockout)
            #expect(error.information.lockedUntil == manager.now().addingTimeInterval(60))
        }
    }

    func changedNextStatement() async throws {
        manager.state.withLock { $0.bendNextStatement = { $0.service.name = "Bank" } }
        let information = try await device.prepare(device.start())
        #expect(await code { try await device.finish(information, pin: "111222") } == .consentMismatch)
    }

    func roles() async throws {
        manager.state.withLock {
            $0.login.roles.append(RoleDescription(id: "admin", name: "Admin", alternatives: [[.biometric, .device]]))
        }
        let request = try await device.start()
        #expect(request.selectedRole == nil)
        #expect(await code { try await device.prepare(request) } == .roleMissing)
        #expect(request.setSelection(nil) == nil)
        let foreign = Role(id: "x", name: "X", requestedAuthenticators: [])
        #expect(request.setSelection(foreign) == nil)
        #expect(request.setSelection(request.roles[0]) == request.roles[0])
        _ = try await device.prepare(request)
    }

    func possibleCombinations() async throws {
        manager.state.withLock { $0.login.roles[0].alternatives = [[.biometric, .device], [.device, .pin]] }
        let information = try await device.prepare(device.start())
        #expect(information.requestedAuthenticators == [[.device, .pin]])
        #expect(information.canSign)
    }

    func describedErrors() {
        #expect("\(XignSdkErrorCode.pinInvalid)" == "pinInvalid")
        let (now, end) = (Date(timeIntervalSince1970: 0), "locked until 1970-01-01T00:00:00Z")
        #expect("\(PendingLockoutInformation(isPermanent: false, lockedUntil: now))" == end)
        #expect("\(PendingLockoutInformation(isPermanent: true, lockedUntil: now))" == "locked permanently")
    }

    func noCombination() async throws {
        manager.state.withLock { $0.login.roles[0].alternatives = [[.biometric, .device], [.device, .otp]] }
        let information = try await device.prepare(device.start())
        #expect(information.requestedAuthenticators == [[.biometric, .device], [.device, .otp]])
        #expect(!information.canSign)
    }

    func wrongFactors() async throws {
        let information = try await device.prepare(device.start())
        try await information.sign(factor: DeviceFactor())
        #expect(
            await code { try await device.sdk.authenticator.finishAuthentication(userInfo: information) }
                == .factorSetMismatch)
        #expect(await code { try await information.sign(factor: PinFactor("12x345")) } == .pinInvalid)
        #expect(manager.requests(of: "finish").isEmpty)
    }

    func lostAnswer() async throws {
        let information = try await device.prepare(device.start())
        manager.state.withLock { $0.lostAnswers = [.finish] }
        #expect(await code { try await device.finish(information, pin: "482915") } == .connectionFailed)
        // A request without an answer is repeated once, byte for byte.
        let sent = manager.requests(of: "finish")
        #expect(sent.count == 2 && sent[0] == sent[1])
        manager.state.withLock { $0.lostAnswers = [] }
        let result = try await device.sdk.authenticator.finishAuthentication(userInfo: information)
        guard case .userLogin = result else { throw UnexpectedAnswer() }
    }

    func otherResult() async throws {
        manager.state.withLock { $0.outcome = .apiAccessDelete }
        let information = try await device.prepare(device.start())
        #expect(await code { try await device.finish(information, pin: "482915") } == .responseInvalid)
    }

    func abort(_ reason: AbortReason) async throws {
        try await device.sdk.authenticator.abortAuthentication(request: device.start(), reason: reason)
        #expect(manager.state.withLock { $0.aborted } == (reason == .notMe ? .notMe : .cancelled))
    }

    func notPersonalized() async throws {
        let other = try TestDevice(manager)
        #expect(await code { try await other.start() } == .notPersonalized)
        #expect(manager.requests(of: "start").isEmpty)
    }

    static let protocolCodes = ProtocolErrorCode.allCases.filter { $0 != .lockedOut }
    static let sdkCodes = [
        "requestRejected", "notSupported", "clientTooOld", "securityInsufficient", "sessionEnded", "activationUnknown",
        "activationUnknown", "enrolmentRejected", "alreadyPersonalized", "sessionEnded", "sessionTaken",
        "sessionEnded", "qrCodeExpired", "accessDenied", "roleMissing", "policyChanged", "consentMismatch",
        "factorSetMismatch", "tooManyCorrections", "tooManyRequests", "managerFailed", "accountDisabled",
        "otherAccount", "unmetRequirements", "scanRequired", "mailUnavailable", "pairingFailed", "notAllowed",
        "factorRefused", "coolDown", "samePin", "grantMismatch", "grantExpired", "grantSpent",
    ]

    func allRefusals() { #expect(Self.protocolCodes.count == Self.sdkCodes.count) }

    func refusals(_ refusal: ProtocolErrorCode, _ expected: String) async throws {
        manager.state.withLock { $0.refusals[.start] = ProtocolError(refusal) }
        #expect(await code { try await device.start() }?.rawValue == expected)
    }

    func minimumVersion() async throws {
        manager.state.withLock {
            $0.refusals[.start] = ProtocolError(.clientTooOld, minimumVersion: ClientVersion("2.1.0"))
        }
        let error = await #expect(throws: XignSdkError.self) { try await device.start() }
        #expect(error?.message.contains("version 2.1.0 of the SDK") == true)
    }

    func unsealed(_ status: Int) async throws {
        let before = try device.folder.files()
        let body = Data(#"{"error":"lockedOut","lockout":{"isPermanent":true}}"#.utf8)
        manager.state.withLock { $0.unsealed = TransportResponse(status: status, body: body) }
        let found = await code { try await device.start() }
        #expect(found == (status == 200 ? .responseInvalid : .httpError))
        #expect(try device.folder.files() == before)
    }

    func otherFaces() async throws {
        let pid = manager.loginPid
        let sdk = device.sdk
        let name = try await onThread {
            let data = try sdk.xignCommon.parseProcessInitializationDataSynchronous(data: pid, source: .scanned)
            guard case .authentication(let data) = data else { throw UnexpectedAnswer() }
            let request = try sdk.authenticator.startAuthenticationSynchronous(data: data)
            sdk.authenticator.startAuthentication(data: data)
            return request.serviceInformation.name
        }
        #expect(name == "Shop")
        for await event in sdk.authenticator.events {
            guard case .startAuthentication(.success(let request)) = event else { throw UnexpectedAnswer() }
            #expect(request.serviceInformation.name == "Shop")
            break
        }
    }
}
