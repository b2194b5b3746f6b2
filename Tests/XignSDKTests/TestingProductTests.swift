// Long because: one test for each word of the script.

import Testing
import XignSDK
import XignSDKTesting

/// The script of an app's tests with the product XignSDKTesting, which they import without `@testable`.
struct TestingProductTests {
    @Test("an app's test without a manager in the network", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("activates a phone with a PIN of the user's own, and logs in with it", ownPIN),
        TestCase("types a wrong PIN, waits the lockout out, and goes on", lockout),
        TestCase(
            "sees a lockout that ends the login, and one for ever", otherLockouts,
            each: [
                (TestLockout.endingLogin, false), (.permanent, true),
            ]),
        TestCase("is asked for values, and for a choice of stored ones", attributes),
        TestCase("corrects a value that the manager refuses", refusedValue),
        TestCase("lacks a value that only the operator can add", unverified),
        TestCase("types the digits of the page", digits),
        TestCase("returns to the browser after a login by link", link),
        TestCase("confirms a transaction", transaction),
        TestCase(
            "has a network that fails in each way", network,
            each: [
                (TestNetwork.offline, XignSdkErrorCode.connectionFailed), (.losesAnswers(), .connectionFailed),
                (.slow, .timedOut), (.wrongCertificate, .certificateUntrusted), (.otherManager, .keyMaterialInvalid),
            ]),
        TestCase("is killed after each step, and still activated at the next start", killed),
        TestCase("is killed after the manager accepted an activation, and finds it at the next start", killedInBetween),
        TestCase("changes the PIN", changedPIN),
        TestCase("begins no other login during a lockout", pendingLockout),
        TestCase("is told of another device, and removes it", otherDevice),
        TestCase("accepts an organization's invitation", merge),
        TestCase("logs in to the app itself", inApp),
        TestCase("adds biometrics, and meets a user who is not recognized, cancels, or has others", biometrics),
    ]

    let manager: TestManager
    let phone = TestPhone()

    init() throws { manager = try TestManager() }

    private func start() throws -> XignSdk { try XignSdk(phone.configuration(at: manager).build()) }

    private func opened(_ sdk: XignSdk, _ invitation: String) async throws -> PersonalizationRequest {
        let data = try await sdk.xignCommon.parseProcessInitializationData(data: invitation, source: .scanned)
        guard case .personalization(let data) = data,
            case .personalize(let request) = try await sdk.personalizer.decryptPersonalizationInitializationData(
                data: data, pin: "482915")
        else { throw UnexpectedAnswer() }
        return request
    }

    private func activated() async throws -> XignSdk {
        try await phone.activate(at: manager)
        return try start()
    }

    private func request(
        _ sdk: XignSdk, _ text: String, source: ProcessInitializationData.Source = .scanned
    ) async throws -> AuthenticateRequest {
        switch try await sdk.xignCommon.parseProcessInitializationData(data: text, source: source) {
        case .authentication(let data): try await sdk.authenticator.startAuthentication(data: data)
        case .transaction(let data): try await sdk.authenticator.startAuthentication(data: data)
        case .personalization: throw UnexpectedAnswer()
        }
    }

    private func finish(
        _ sdk: XignSdk, _ request: AuthenticateRequest, pin: String = "482915"
    ) async throws -> AuthenticationResult {
        let prepared = try await sdk.authenticator.prepareAuthenticationUserInformation(request: request)
        guard case .success(let information) = prepared else { throw UnexpectedAnswer() }
        return try await finish(sdk, information, pin: pin)
    }

    private func finish(
        _ sdk: XignSdk, _ information: AuthenticationUserInformation, pin: String
    ) async throws -> AuthenticationResult {
        try await information.sign(factor: DeviceFactor())
        try await information.sign(factor: PinFactor(pin))
        return try await sdk.authenticator.finishAuthentication(userInfo: information)
    }

    private func logsIn(_ sdk: XignSdk, pin: String = "482915") async throws -> Bool {
        if case .userLogin = try await finish(sdk, request(sdk, manager.login()), pin: pin) { return true }
        return false
    }

    func ownPIN() async throws {
        let sdk = try start()
        let request = try await opened(sdk, manager.invitation(mustBeReplaced: true))
        #expect(request.newPinRequired)
        #expect(request.pinSpecification.setPin("730164") == .valid)
        _ = try await sdk.personalizer.finishPersonalization(request: request)
        #expect(try await !logsIn(sdk))
        manager.wait(seconds: 30)
        #expect(try await logsIn(sdk, pin: "730164"))
    }

    func pendingLockout() async throws {
        let sdk = try await activated()
        #expect(try await !logsIn(sdk, pin: "111222"))
        #expect(await code { try await request(sdk, manager.login()) } == .lockout)
        manager.wait(seconds: 30)
        #expect(try await logsIn(sdk))
    }

    func otherDevice() async throws {
        let sdk = try await activated()
        manager.addDevice(named: "tablet")
        let idm = manager.idmIdentifier
        #expect(try await sdk.personalizer.fetchNotices(idmIdentifier: idm).map(\.device) == ["tablet"])
        let devices = try await sdk.personalizer.fetchActivations(idmIdentifier: idm)
        let tablet = try #require(devices.first { $0.alias == "tablet" })
        let data = try await sdk.personalizer.startRevokeActivation(idmIdentifier: idm, activation: tablet)
        let removed = try await finish(sdk, sdk.authenticator.startAuthentication(data: data))
        guard case .userLogin = removed else { throw UnexpectedAnswer() }
        #expect(try await sdk.personalizer.fetchActivations(idmIdentifier: idm).count == 1)
    }

    func merge() async throws {
        let sdk = try await activated()
        let text = manager.invitation(to: "Zoë GmbH", pin: "730164")
        let parsed = try await sdk.xignCommon.parseProcessInitializationData(data: text, source: .scanned)
        guard case .personalization(let data) = parsed,
            case .mergePersonalization(let invitation, let begun) =
                try await sdk.personalizer.decryptPersonalizationInitializationData(data: data, pin: "730164")
        else { throw UnexpectedAnswer() }
        #expect(invitation.organizationInformation.name == "Zoë GmbH")
        let accepted = try await finish(sdk, sdk.authenticator.startAuthentication(data: begun))
        guard case .apiAccessMergeComplete = accepted else { throw UnexpectedAnswer() }
    }

    func inApp() async throws {
        _ = try await activated()
        let sdk = try XignSdk(
            phone.configuration(at: manager).addServiceConfiguration(manager.serviceConfiguration).build())
        let data = try await sdk.authenticator.fetchInAppAuthenticationInitializationData(
            .direct(clientId: TestManager.inAppClientID))
        let confirmed = try await finish(sdk, sdk.authenticator.startAuthentication(data: data))
        guard case .serviceLogin(let login) = confirmed,
            case .final(.direct(let code, _)) = try await sdk.authenticator.fetchAuthorizationCode(login)
        else { throw UnexpectedAnswer() }
        #expect(!code.isEmpty)
    }

    func lockout() async throws {
        let sdk = try await activated()
        let wrong = try await finish(sdk, request(sdk, manager.login()), pin: "111222")
        guard case .lockout(let lockout, let again) = wrong else { throw UnexpectedAnswer() }
        #expect(lockout.lockedUntil == manager.date.addingTimeInterval(30))
        guard case .lockout = try await finish(sdk, again, pin: "482915") else { throw UnexpectedAnswer() }
        manager.wait(seconds: 30)
        guard case .userLogin = try await finish(sdk, again, pin: "482915") else { throw UnexpectedAnswer() }
    }

    func otherLockouts(_ kind: TestLockout, isPermanent: Bool) async throws {
        manager.lockout = kind
        let sdk = try await activated()
        let wrong = try await finish(sdk, request(sdk, manager.login()), pin: "111222")
        guard case .lockout(let lockout, _) = wrong else { throw UnexpectedAnswer() }
        #expect(!lockout.canResume)
        #expect(lockout.isPermanent == isPermanent)
    }

    func attributes() async throws {
        let sdk = try await activated()
        var login = TestLogin()
        login.attributes = [
            "givenName": .missing(isRequired: true), "email": .aliases(["work", "home"], isRequired: true),
            "nickname": .stored(isRequired: false),
        ]
        let request = try await request(sdk, manager.login(login))
        #expect(request.info.givenName?.setValue(value: "Alice") == .valid)
        let home = request.info.email?.aliases.first { $0.alias == "home" }
        #expect(request.info.email?.setSelection(home) != nil)
        #expect(request.info.nickname?.isIncluded == false)
        guard case .userLogin = try await finish(sdk, request) else { throw UnexpectedAnswer() }
    }

    func refusedValue() async throws {
        let sdk = try await activated()
        var login = TestLogin()
        login.attributes = ["givenName": .missing(isRequired: true)]
        login.refused = ["givenName"]
        let request = try await request(sdk, manager.login(login))
        #expect(request.info.givenName?.setValue(value: "Alice") == .valid)
        let refused = try await sdk.authenticator.prepareAuthenticationUserInformation(request: request)
        guard case .failure = refused else { throw UnexpectedAnswer() }
        #expect(request.info.givenName?.error == .invalid)
        guard case .userLogin = try await finish(sdk, request) else { throw UnexpectedAnswer() }
    }

    func unverified() async throws {
        let sdk = try await activated()
        var login = TestLogin()
        login.attributes = ["email": .missing(isRequired: true, mustBeVerified: true)]
        let request = try await request(sdk, manager.login(login))
        #expect(request.info.email?.isDataMissing == true)
        #expect(request.info.email?.needsVerification == true)
    }

    func link() async throws {
        let sdk = try await activated()
        let request = try await request(sdk, manager.loginLink(), source: .opened)
        guard case .userLogin(let result) = try await finish(sdk, request) else { throw UnexpectedAnswer() }
        #expect(result.returnURL?.path == "/return")
    }

    func digits() async throws {
        let sdk = try await activated()
        var login = TestLogin()
        login.digits = "85"
        let request = try await request(sdk, manager.login(login), source: .opened)
        #expect(request.isPairingRequired)
        #expect(request.setPairingDigits("8 5"))
        guard case .userLogin = try await finish(sdk, request) else { throw UnexpectedAnswer() }
    }

    func transaction() async throws {
        let sdk = try await activated()
        let request = try await request(sdk, manager.transaction("Remove the device", name: "Zoë’s phone"))
        guard case .transaction(let transaction) = request.subject else { throw UnexpectedAnswer() }
        #expect(transaction.text == [.literal("Remove the device"), .name("Zoë’s phone")])
        guard case .userLogin(let result) = try await finish(sdk, request) else { throw UnexpectedAnswer() }
        #expect(result.transaction != nil)
    }

    func network(_ network: TestNetwork, expected: XignSdkErrorCode) async throws {
        let sdk = try await activated()
        let text = manager.login()
        manager.network = network
        #expect(await code { try await request(sdk, text) } == expected)
        manager.network = .up
        #expect(try await logsIn(sdk))
    }

    func killed() async throws {
        _ = try await activated()
        _ = try await request(try start(), manager.login())
        let second = try start()
        #expect(try second.personalizer.personalizations.map(\.userName) == ["alice"])
        #expect(try await logsIn(second))
    }

    func killedInBetween() async throws {
        let first = try start()
        let request = try await opened(first, manager.invitation())
        manager.network = .losesAnswers()
        #expect(
            await code { try await first.personalizer.finishPersonalization(request: request) } == .connectionFailed)
        manager.network = .up
        let second = try start()
        #expect(try second.personalizer.pendingPersonalizations.map(\.idmIdentifier) == [manager.idmIdentifier])
        _ = try await second.personalizer.fetchNotices(idmIdentifier: manager.idmIdentifier)
        #expect(try second.personalizer.personalizations.map(\.userName) == ["alice"])
    }

    func changedPIN() async throws {
        let sdk = try await activated()
        let data = try await sdk.personalizer.startChangePin(idmIdentifier: manager.idmIdentifier)
        let confirmed = try await finish(sdk, sdk.authenticator.startAuthentication(data: data))
        guard case .apiAccessChangePin(let access) = confirmed else { throw UnexpectedAnswer() }
        #expect(access.pinSpec.setPin("730164") == .valid)
        try await sdk.personalizer.finishChangePin(request: access)
        #expect(try await logsIn(sdk, pin: "730164"))
    }

    func biometrics() async throws {
        let sdk = try await activated()
        let idm = manager.idmIdentifier
        func factor() async throws -> BiometricFactor {
            try await sdk.xignCommon.createBiometricFactor(idmIdentifier: idm, reason: "Log in")
        }
        let data = try await sdk.personalizer.startAddAuthenticationFactor(idmIdentifier: idm, factorType: .biometric)
        let confirmed = try await finish(sdk, sdk.authenticator.startAuthentication(data: data))
        guard case .apiAccessAddFactor(let access) = confirmed else { throw UnexpectedAnswer() }
        try await sdk.personalizer.finishAddAuthenticationFactor(result: access, factor: factor())
        for answer in [TestGate.Answer.no, .cancelled] {
            phone.biometrics.answer = answer
            #expect(await code { try await factor() } == .userNotRecognized)
        }
        phone.biometrics.answer = .yes
        var login = TestLogin()
        login.acceptsBiometrics = true
        let request = try await request(sdk, manager.login(login))
        let prepared = try await sdk.authenticator.prepareAuthenticationUserInformation(request: request)
        guard case .success(let information) = prepared else { throw UnexpectedAnswer() }
        #expect(information.requestedAuthenticators == [[.biometric, .device], [.device, .pin]])
        try await information.sign(factor: DeviceFactor())
        try await information.sign(factor: factor())
        guard case .userLogin = try await sdk.authenticator.finishAuthentication(userInfo: information) else {
            throw UnexpectedAnswer()
        }
        phone.biometrics.changeBiometrics()
        #expect(await code { try await factor() } == .biometricsChanged)
    }
}
