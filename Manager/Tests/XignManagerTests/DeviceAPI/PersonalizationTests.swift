import Testing
import XignDomain

@testable import XignDeviceAPI
@testable import XignOpenID
@testable import XignSDK
@testable import XignServer
@testable import XignUseCases
@testable import XignWeb

struct PersonalizationTests {
    @Test("Personalization, with the real SDK over TCP", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("A device is activated with link, activation PIN and a PIN of the user's own", activates),
        TestCase("A wrong activation PIN waits longer each time, and the fifth voids the activation", wrongPIN),
        TestCase(
            "While a lockout is pending, the right PIN is not looked at, and afterwards the same code still works",
            pendingLockout),
        TestCase("An activation works once; whoever comes later is told when it was used", usedOnce),
        TestCase("Of two devices that opened one activation, the first to finish has it", race),
        TestCase("A new activation voids those that were still pending", reissued),
        TestCase("An activation expires after a day", expires),
        TestCase("A device that depersonalizes is revoked, and can log in no more", revoked),
        TestCase(
            "Nothing that the database holds shows the activation PIN, its secret or the user's PIN",
            databaseHoldsNoSecret),
    ]

    let manager: TestManager

    init() throws { manager = try TestManager() }

    func activates() async throws {
        let device = try await TestDevice.activated(manager)
        let personalizations = try device.sdk.personalizer.personalizations
        #expect(personalizations.map(\.idmIdentifier) == [manager.issuer.idmIdentifier])
        #expect(personalizations.first?.userName == "ada")
        #expect(try manager.auditKinds.contains(.activationPersonalized))
    }

    func wrongPIN() async throws {
        let device = try TestDevice(manager)
        let link = try manager.issueActivation()
        for attempt in 1...5 {
            guard case .lockout(let information, _) = try await device.decrypt(link, pin: "99999999") else {
                throw TestFailure(what: "attempt \(attempt) was not refused")
            }
            #expect(information.isPermanent == (attempt == 5))
            manager.clock.advance(seconds: 3600)
        }
        let error = await #expect(throws: XignSdkError.self) { try await device.decrypt(link) }
        #expect(error?.errorCode == .activationUnknown)
        #expect(try manager.auditKinds.filter { $0 == .activationPINWrong || $0 == .activationVoided }.count == 5)
    }

    func pendingLockout() async throws {
        let device = try TestDevice(manager)
        let link = try manager.issueActivation()
        _ = try await device.decrypt(link, pin: "99999999")
        let error = await #expect(throws: XignSdkLockoutError.self) { try await device.decrypt(link) }
        #expect(error?.information.isPermanent == false)
        manager.clock.advance(seconds: 2)
        #expect(try await device.open(link).wrongPinAttempts == 1)
    }

    func usedOnce() async throws {
        let link = try manager.issueActivation()
        let first = try TestDevice(manager)
        try await first.finish(try await first.open(link))
        for _ in 0..<3 {
            guard case .alreadyUsed = try await TestDevice(manager).decrypt(link) else {
                throw TestFailure(what: "the second device was let in")
            }
        }
        // An alarm, but nobody fills the log with it.
        #expect(try manager.auditKinds.count { $0 == .activationAlreadyUsed } == 1)
    }

    func race() async throws {
        let link = try manager.issueActivation()
        let (first, second) = (try TestDevice(manager), try TestDevice(manager))
        let (winner, loser) = (try await first.open(link), try await second.open(link))
        try await first.finish(winner)
        await #expect(throws: XignSdkError.self) { try await second.finish(loser) }
    }

    func reissued() async throws {
        let old = try manager.issueActivation()
        _ = try manager.issueActivation()
        await #expect(throws: XignSdkError.self) { try await TestDevice(manager).decrypt(old) }
    }

    func expires() async throws {
        let link = try manager.issueActivation()
        manager.clock.advance(seconds: ActivationLifetime.standard.seconds)
        await #expect(throws: XignSdkError.self) { try await TestDevice(manager).decrypt(link) }
    }

    func revoked() async throws {
        let device = try await TestDevice.activated(manager)
        _ = try await device.sdk.personalizer.depersonalizeIdentityManager(idmIdentifier: manager.issuer.idmIdentifier)
        #expect(try device.sdk.personalizer.personalizations.isEmpty)
        #expect(try manager.auditKinds.contains(.activationRevoked))
        let browser = try TestBrowser(manager)
        await #expect(throws: XignSdkError.self) { try await device.start(try browser.qrCode) }
    }

    func databaseHoldsNoSecret() async throws {
        let link = try manager.issueActivation()
        let device = try TestDevice(manager)
        try await device.finish(try await device.open(link))
        let dump = try manager.dump()
        #expect(!dump.isEmpty)
        #expect(!dump.contains(TestManager.activationPIN) && !dump.contains(TestDevice.pin))
    }
}
