import Testing
import XignCrypto
import XignDomain
import XignProtocol

@testable import XignDeviceAPI
@testable import XignOpenID
@testable import XignServer
@testable import XignUseCases
@testable import XignWeb

/// A program can call any key biometric: nothing attests that a finger unlocks it.
struct BiometricPolicyTests {
    @Test("Keys that a device calls biometric", .serialized, arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("Without the operator's word no device is offered to enrol one, and none is enrolled", notEnrolled),
        TestCase("An alternative with biometrics is neither offered nor in the statement; the others stay", notOffered),
        TestCase(
            "Where the operator allows it, it is enrolled and counts; once that is taken back, nothing is confirmed by it",
            allowed),
        TestCase("A role is refused only if none of its alternatives can be met", roles),
        TestCase(
            "A platform that the policy does not name is offered no key at its activation, and enrols none",
            enrolmentByPlatform),
        TestCase(
            "A platform that the policy does not name adds no key, even by a permission from before", additionByPlatform
        ),
        TestCase(
            "Each platform is offered the alternatives that it may use; a narrower policy holds from the next login on",
            loginByPlatform),
        TestCase(
            "A device whose platform may not use the only alternative is told so, and the login waits for another one",
            unmetByPlatform),
        TestCase(
            "A list of platforms is declared with their names, and with one of each role that has no other alternative",
            declaration),
    ]

    private static let both = TestManager.declaration().replacing(
        "alternatives: [[pin, device]]", with: "alternatives: [[biometric, device], [pin, device]]")

    func notEnrolled() throws {
        let activation = try RawActivation(try TestManager())
        let opened = try activation.opened()
        #expect(opened.optionalFactors.isEmpty)
        let error = #expect(throws: ProtocolError.self) {
            try activation.device().enrol(
                with: opened.openToken, challenge: opened.challenge.bytes, biometricKey: P256.Signing.PrivateKey())
        }
        #expect(error?.error == .enrolmentRefused)
        #expect(
            try activation.device().enrol(with: opened.openToken, challenge: opened.challenge.bytes).factors
                == [.device, .pin])
    }

    func notOffered() throws {
        let manager = try TestManager()
        _ = try Apply(manager.context)(Array(Self.both.utf8))
        let device = try RawDevice(manager)
        let browser = try TestBrowser(manager)
        let started = try device.start(browser)
        #expect(started.roles.map(\.alternatives) == [[[.device, .pin]]])
        let prepared = try device.prepare(try TestBrowser(manager))
        #expect(try ConsentStatement(parsing: prepared.statement).alternatives == [[.device, .pin]])
        #expect(try device.finish(prepared).result != nil)
    }

    func allowed() throws {
        let manager = try TestManager(settings: "settings:\n  biometric: true")
        _ = try Apply(manager.context)(Array(Self.both.utf8))
        let activation = try RawActivation(manager)
        let opened = try activation.opened()
        #expect(opened.optionalFactors == [.biometric])
        let (device, key) = (activation.device(), P256.Signing.PrivateKey())
        _ = try device.enrol(with: opened.openToken, challenge: opened.challenge.bytes, biometricKey: key)
        let (first, second) = (try prepare(device), try prepare(device))
        #expect(try finish(device, first, key).result != nil)
        _ = try Apply(manager.context)(Array("settings:\n  biometric: false\n".utf8))
        let error = #expect(throws: ProtocolError.self) { try finish(device, second, key) }
        #expect(error?.error == .policyChanged)
    }

    func roles() throws {
        let manager = try TestManager()
        let only = TestManager.declaration().replacing("[[pin, device]]", with: "[[biometric, device]]")
        let refused = #expect(throws: DeclarationErrors.self) { try Apply(manager.context)(Array(only.utf8)) }
        #expect(refused?.all.map(\.path) == ["organizations[0].services[0].roles[0].alternatives"])
        _ = try Apply(manager.context)(Array(("settings:\n  biometric: true\n" + only).utf8))
        let off = Array("settings:\n  biometric: false\n".utf8)
        let inUse = #expect(throws: DeclarationErrors.self) { try Apply(manager.context)(off) }
        #expect(inUse?.all.map(\.path) == ["settings.biometric"])
        _ = try Apply(manager.context)(Array(Self.both.utf8))
        _ = try Apply(manager.context)(off)
        #expect(try manager.context.database.read { try $0.declared.policy() }.biometric == .none)
    }

    // MARK: By platform

    private static let onlyApple = "settings:\n  biometric: [macOS, iOS]\n"

    /// Opens an activation as an app on this platform does.
    private func opened(_ activation: RawActivation, on platform: String) throws -> Open.Personalize {
        let response = try activation.device().call(
            Open.self,
            .init(
                activationId: activation.id, activationSecret: activation.secret,
                pinProof: try activation.proof(), existingActivationId: nil,
                client: ClientInformation(version: "1.0.0", platform: platform, securityCheck: nil)))
        return try #require(response.personalize)
    }

    func enrolmentByPlatform() throws {
        let manager = try TestManager(settings: Self.onlyApple)
        for (platform, isAllowed) in [("iOS", true), ("Linux", false)] {
            let activation = try RawActivation(manager)
            let opened = try opened(activation, on: platform)
            #expect(opened.optionalFactors == (isAllowed ? [.biometric] : []), "\(platform)")
            var device = activation.device()
            device.platform = platform
            let enrol = { [device] in
                try device.enrol(
                    with: opened.openToken, challenge: opened.challenge.bytes, biometricKey: P256.Signing.PrivateKey())
            }
            if isAllowed {
                #expect(try enrol().factors == [.biometric, .device, .pin])
            } else {
                expectRefusal(.enrolmentRefused) { try enrol() }
            }
        }
    }

    func additionByPlatform() throws {
        let manager = try TestManager(settings: Self.onlyApple)
        let (linux, phone) = (try RawDevice(manager), try RawDevice(manager, user: "mallory", platform: "iOS"))
        expectRefusal(.factorRefused) { try linux.begin(.addFactor(.biometric)) }
        let granted = try phone.granted(.addFactor(.biometric))
        _ = try Apply(manager.context)(Array("settings:\n  biometric: [macOS]\n".utf8))
        expectRefusal(.factorRefused) { try phone.send(try phone.newFactor(.init(), by: granted)) }
        _ = try Apply(manager.context)(Array(Self.onlyApple.utf8))
        #expect(throws: Never.self) { try phone.addFactor() }
    }

    func loginByPlatform() throws {
        let manager = try TestManager(settings: "settings:\n  biometric: true")
        _ = try Apply(manager.context)(Array(Self.both.utf8))
        let (linux, phone) = (try RawDevice(manager), try RawDevice(manager, user: "mallory", platform: "iOS"))
        let key = try linux.addFactor()
        func offered(_ device: RawDevice) throws -> [[[FactorType]]] {
            try device.start(try TestBrowser(manager)).roles.map(\.alternatives)
        }
        let everything: [[FactorType]] = [[.biometric, .device], [.device, .pin]]
        #expect(try offered(linux) == [everything])
        let prepared = try prepare(linux)
        let changes = try Apply(manager.context)(Array(Self.onlyApple.utf8))
        #expect(changes == ["changed the settings: biometric: true -> [iOS, macOS]"])
        let error = #expect(throws: ProtocolError.self) { try finish(linux, prepared, key) }
        #expect(error?.error == .policyChanged)
        #expect(try offered(linux) == [[[.device, .pin]]])
        #expect(try offered(phone) == [everything])
    }

    func unmetByPlatform() throws {
        let manager = try TestManager(settings: Self.onlyApple)
        let only = TestManager.declaration().replacing("[[pin, device]]", with: "[[biometric, device]]")
        _ = try Apply(manager.context)(Array(only.utf8))
        let (linux, phone) = (try RawDevice(manager), try RawDevice(manager, user: "mallory", platform: "iOS"))
        let browser = try TestBrowser(manager)
        expectRefusal(.unmetRequirements) { try linux.start(browser) }
        #expect(try phone.start(browser).roles.map(\.alternatives) == [[[.biometric, .device]]])
    }

    func declaration() throws {
        let manager = try TestManager()
        for (declared, reason) in [
            ("[iOs]", "did you mean iOS?"), ("[]", "must be"), ("sometimes", "true or false"),
        ] {
            let error = #expect(throws: DeclarationErrors.self) {
                try Apply(manager.context)(Array("settings:\n  biometric: \(declared)\n".utf8))
            }
            #expect(error?.all.first?.reason.contains(reason) == true, "\(String(describing: error?.all))")
        }
        let desk = TestManager.declaration().replacing(
            "alternatives: [[pin, device]]",
            with: "alternatives: [[biometric, device]]\n            platforms: [Linux]")
        let refused = #expect(throws: DeclarationErrors.self) {
            try Apply(manager.context)(Array((Self.onlyApple + desk).utf8))
        }
        #expect(refused?.all.map(\.path) == ["organizations[0].services[0].roles[0].alternatives"])
        #expect(throws: Never.self) {
            try Apply(manager.context)(Array(("settings:\n  biometric: [Linux]\n" + desk).utf8))
        }
    }

    private func prepare(_ device: RawDevice) throws -> RawDevice.Prepared {
        let browser = try TestBrowser(device.manager)
        let started = try device.start(browser)
        let prepared = try device.prepare(browser, started, [:])
        return .init(
            session: try browser.session, token: started.sessionToken,
            statement: try #require(prepared.statement).bytes)
    }

    /// Signs with the device and the key that it calls biometric.
    private func finish(
        _ device: RawDevice, _ prepared: RawDevice.Prepared, _ key: P256.Signing.PrivateKey
    ) throws -> Finish.Response {
        let signed = try device.sign(prepared.statement, .consent, pinKey: nil, biometricKey: key)
        return try device.call(
            Finish.self,
            .init(sessionId: prepared.session, sessionToken: prepared.token, consent: Octets(signed)))
    }
}
