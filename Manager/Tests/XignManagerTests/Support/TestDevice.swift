import Foundation
import Testing
import XignProtocol

@testable import XignDeviceAPI
@testable import XignOpenID
@testable import XignSDK
@testable import XignServer
@testable import XignUseCases
@testable import XignWeb

/// A device with the real SDK, which talks to the manager over TCP.
struct TestDevice {
    static let pin = "735198"

    let sdk: XignSdk
    let configuration: XignSdkConfig
    let manager: TestManager
    let gate = MemoryGate()

    /// - Parameters:
    ///   - transport: the way to the manager.
    ///   - now: the device's own clock; nil for the system's.
    init(
        _ manager: TestManager, home: String = UUID().uuidString, transport: any Transport = CurlTransport(),
        now: (@Sendable () -> Date)? = nil
    ) throws {
        try manager.serve()
        self.manager = manager
        let folder = manager.folder.appending(path: home)
        // Stretching costs a debug build nothing that these tests are about.
        let keyStore = FileKeyStore(folder: folder.appending(path: "keys"), cost: .init(logN: 10, r: 8, p: 1))
        let builder = XignSdkConfig.Builder()
            .addKeyMaterial(Data(manager.context.keys.material.serialized))
            .setStorageLocation(folder).setKeyStore(keyStore).setTransport(transport).setBiometricGate(gate)
        builder.activationPINStretching = TestManager.activationPINStretching
        if let now { builder.now = now }
        // A lockout ends for the device when it ends for the manager.
        let (clock, start, begin) = (manager.clock, manager.clock.now, ContinuousClock.now)
        builder.uptime = { begin + .milliseconds(clock.now.rawValue - start.rawValue) }
        configuration = try builder.build()
        sdk = try XignSdk(configuration)
    }

    /// A device that an operator's activation was personalized on.
    static func activated(_ manager: TestManager, user: String = TestManager.userName) async throws -> TestDevice {
        let device = try TestDevice(manager)
        try await device.finish(try await device.open(try manager.issueActivation(user: user)))
        return device
    }

    /// Scans an activation and types its PIN.
    func decrypt(_ link: String, pin: String = TestManager.activationPIN) async throws -> PersonalizationResponse {
        guard
            case .personalization(let data) = try await sdk.xignCommon.parseProcessInitializationData(
                data: link, source: .scanned)
        else {
            throw TestFailure(what: "not an activation")
        }
        return try await sdk.personalizer.decryptPersonalizationInitializationData(data: data, pin: pin)
    }

    func open(_ link: String) async throws -> PersonalizationRequest {
        guard case .personalize(let request) = try await decrypt(link) else {
            throw TestFailure(what: "the activation was not opened")
        }
        return request
    }

    /// Chooses a PIN.
    func finish(_ request: PersonalizationRequest) async throws {
        #expect(request.newPinRequired)
        #expect(request.pinSpecification.setPin(Self.pin) == .valid)
        _ = try await sdk.personalizer.finishPersonalization(request: request)
    }

    /// Scans the code of a login or a transaction, or opens its link.
    func start(
        _ code: String, source: ProcessInitializationData.Source = .scanned
    ) async throws -> AuthenticateRequest {
        let process = try await sdk.xignCommon.parseProcessInitializationData(data: code, source: source)
        return switch process {
        case .authentication(let data): try await sdk.authenticator.startAuthentication(data: data)
        case .transaction(let data): try await sdk.authenticator.startAuthentication(data: data)
        case .personalization: throw TestFailure(what: "not a login")
        }
    }

    /// Agrees to everything.
    func prepare(_ request: AuthenticateRequest) async throws -> AuthenticationUserInformation {
        guard
            case .success(let information) = try await sdk.authenticator.prepareAuthenticationUserInformation(
                request: request)
        else { throw TestFailure(what: "the attributes were refused") }
        return information
    }

    /// Signs with device and PIN.
    func finish(
        _ information: AuthenticationUserInformation, pin: String = TestDevice.pin
    ) async throws -> AuthenticationResult {
        try await information.sign(factor: DeviceFactor())
        try await information.sign(factor: PinFactor(pin))
        return try await sdk.authenticator.finishAuthentication(userInfo: information)
    }

    /// The whole login by the link for this device.
    func logInByLink(of browser: TestBrowser) async throws -> UserLoginResult {
        guard
            case .userLogin(let result) = try await finish(
                try await prepare(try await start(try browser.link, source: .opened)))
        else { throw TestFailure(what: "not logged in") }
        return result
    }

    /// The whole login.
    func logIn(_ browser: TestBrowser, pin: String = TestDevice.pin) async throws -> AuthenticationResult {
        try await finish(try await prepare(try await start(try browser.qrCode)), pin: pin)
    }

    /// The whole login during a flood, on this thread: those of tasks may all be busy with other tests, and the flood
    /// would go on meanwhile.
    func logInBesideFlood(_ browser: TestBrowser) throws -> AuthenticationResult {
        try blocking { try await logIn(browser) }
    }
}

struct TestFailure: Error { let what: String }

extension TestManager {
    /// The link that an operator hands out, to a new user where there is none of this name.
    func issueActivation(user: String = TestManager.userName, pin: String = TestManager.activationPIN) throws -> String
    {
        let pin = try #require(PIN(pin))
        let isKnown = try context.database.read { try UserNames(transaction: $0).account(named: user) != nil }
        let issued =
            isKnown
            ? try IssueActivation(context)(userName: user, pin: pin, by: Self.operatorName)
            : try AddUser(context)(user, pin: pin, by: Self.operatorName)
        return issued.link
    }
}
