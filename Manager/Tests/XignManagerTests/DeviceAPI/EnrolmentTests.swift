import DatabaseFixture
import Testing
import XignCrypto
import XignDomain
import XignProtocol
import XignStorage

@testable import XignDeviceAPI
@testable import XignServer
@testable import XignUseCases

struct EnrolmentTests {
    @Test("What an enrolment leaves at the manager", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("Platform and key store are stored, in the device's own words", ownWords),
        TestCase(
            "A device that is personalized beside an active one cools down for a day; the first device does not",
            coolDown),
        TestCase("The cool-down stays when the older device goes", coolDownStays),
        TestCase(
            "An additional activation whose account no longer has an active device does not cool down", lostDevice),
        TestCase(
            "Neither a disabled account, nor a void or merged activation, is told apart from a wrong token", oneAnswer),
        TestCase("An enrolment that is repeated by fifty at once is one enrolment", fiftyAtOnce, each: Engine.allCases),
    ]

    func ownWords() throws {
        let manager = try TestManager()
        let device = try RawDevice(manager)
        let stored = try manager.stored(device)
        #expect(stored.platform == "Linux")
        #expect(stored.keyStore == .file)
    }

    func coolDown() throws {
        let manager = try TestManager()
        let first = try RawDevice(manager)
        #expect(try manager.stored(first).coolUntil == nil)
        let second = try RawDevice(manager)
        let end = manager.clock.now + Activation.coolDownSeconds
        #expect(try manager.stored(second).coolUntil == end)
    }

    func coolDownStays() throws {
        let manager = try TestManager()
        let (first, second) = (try RawDevice(manager), try RawDevice(manager))
        _ = try first.call(Revoke.self, .init(activationId: first.activation), proven: true)
        #expect(try manager.stored(second).coolUntil != nil)
    }

    func lostDevice() throws {
        let manager = try TestManager()
        let first = try RawDevice(manager)
        let additional = try RawActivation(manager)
        _ = try first.call(Revoke.self, .init(activationId: first.activation), proven: true)
        let opened = try additional.opened()
        let device = additional.device()
        _ = try device.enrol(with: opened.openToken, challenge: opened.challenge.bytes)
        #expect(try manager.stored(device).coolUntil == nil)
    }

    func oneAnswer() throws {
        let manager = try TestManager()
        let activation = try RawActivation(manager)
        let opened = try activation.opened()
        let device = activation.device()
        let enrolment = try device.seal(
            PersonalizeFinish.self,
            .init(
                activationId: activation.id, openToken: opened.openToken,
                enrolment: Octets(try device.enrolment(activation.id, opened.challenge.bytes))))
        _ = try manager.context.setActive(false, user: "ada", by: TestManager.operatorName)
        #expect(throws: ProtocolError(.unauthenticated)) {
            try RawDevice.send(enrolment, PersonalizeFinish.self, to: manager.manager)
        }
        _ = try manager.context.setActive(true, user: "ada", by: TestManager.operatorName)
        _ = try manager.context.database.write { try $0.activations.void(activation.id) }
        #expect(throws: ProtocolError(.unauthenticated)) {
            try RawDevice.send(enrolment, PersonalizeFinish.self, to: manager.manager)
        }
    }

    func fiftyAtOnce(_ engine: Engine) throws {
        let manager = try TestManager(engine)
        let activation = try RawActivation(manager)
        let opened = try activation.opened()
        let device = activation.device()
        let enrolment = try device.seal(
            PersonalizeFinish.self,
            .init(
                activationId: activation.id, openToken: opened.openToken,
                enrolment: Octets(try device.enrolment(activation.id, opened.challenge.bytes))))
        let errors = concurrently(50) { _ in
            _ = try RawDevice.send(enrolment, PersonalizeFinish.self, to: manager.manager)
        }
        #expect(errors.isEmpty, "\(errors)")
        #expect(try manager.auditKinds.count { $0 == .activationPersonalized } == 1)
    }
}

extension TestManager {
    /// The activation of a device as the database has it.
    fileprivate func stored(_ device: RawDevice) throws -> Activation {
        try #require(try context.database.read { try $0.activations.find(device.activation) })
    }
}
