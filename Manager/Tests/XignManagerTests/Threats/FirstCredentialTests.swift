import Testing
import XignCrypto
import XignDomain
import XignHTTP
import XignProtocol
import XignStorage

@testable import XignDeviceAPI
@testable import XignOpenID
@testable import XignServer
@testable import XignUseCases
@testable import XignWeb

struct FirstCredentialTests {
    @Test("Keys that a stranger would like to plant at somebody's account", .serialized, arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("Without the open token of this very activation no key is bound, whatever is signed", pending),
        TestCase("The enrolment of one activation binds nothing at another, nor with another's challenge", moved),
        TestCase("An activation in use takes no other key, even from who has its code, its PIN and its token", active),
        TestCase("A device's key that any activation has is enrolled by no other", keyInUse),
        TestCase("The enrolment that was answered is answered again while its token lives, and no other is", repeated),
    ]

    let manager: TestManager

    init() throws { manager = try TestManager() }

    func pending() throws {
        let victim = try RawActivation(manager, user: "ada")
        let own = try RawActivation(manager, user: "mallory")
        let stranger = victim.device()
        let token = try own.opened().openToken
        for (token, challenge) in [
            (SecretOctets([]), [UInt8](repeating: 0, count: 32)),
            (.random(count: 32), [UInt8](repeating: 1, count: 32)),
            (victim.secret, [UInt8](repeating: 2, count: 32)), (token, [UInt8](repeating: 3, count: 32)),
        ] {
            refused(.unauthenticated) { try stranger.enrol(with: token, challenge: challenge) }
        }
        #expect(try factorCount(victim.id) == 0)
        #expect(try state(victim.id) == .pending)
    }

    func moved() throws {
        let victim = try RawActivation(manager, user: "ada")
        let own = try RawActivation(manager, user: "mallory")
        let opened = try own.opened()
        let stranger = own.device()
        let signed = try stranger.enrolment(own.id, opened.challenge.bytes)
        refused(.enrolmentRefused) {
            try stranger.call(
                PersonalizeFinish.self,
                .init(activationId: victim.id, openToken: opened.openToken, enrolment: Octets(signed)))
        }
        refused(.enrolmentRefused) {
            try stranger.enrol(with: opened.openToken, challenge: [UInt8](repeating: 7, count: 32))
        }
        #expect(try factorCount(victim.id) == 0)
        _ = try stranger.enrol(with: opened.openToken, challenge: opened.challenge.bytes)
        #expect(try factorCount(own.id) == 2)
    }

    func active() throws {
        let victim = try RawActivation(manager, user: "ada")
        let opened = try victim.opened()
        let owner = victim.device()
        _ = try owner.enrol(with: opened.openToken, challenge: opened.challenge.bytes)
        refused(.unauthenticated) {
            try victim.device().enrol(with: opened.openToken, challenge: opened.challenge.bytes)
        }
        #expect(try owner.call(Status.self, .init(activationId: victim.id), proven: true).userName == "ada")
        #expect(try victim.device().isUnknown)
    }

    func keyInUse() throws {
        let owner = try RawDevice(manager)
        let second = try RawActivation(manager, user: "mallory")
        let opened = try second.opened()
        let thief = second.device(deviceKey: owner.deviceKey)
        refused(.enrolmentRefused) {
            try thief.enrol(with: opened.openToken, challenge: opened.challenge.bytes)
        }
        #expect(try factorCount(second.id) == 0)
        #expect(try state(second.id) == .pending)
    }

    func repeated() throws {
        let activation = try RawActivation(manager)
        let opened = try activation.opened()
        let owner = activation.device()
        let first = try owner.enrol(with: opened.openToken, challenge: opened.challenge.bytes)
        let again = try owner.enrol(with: opened.openToken, challenge: opened.challenge.bytes)
        #expect(try MessageCoding.encode(again) == MessageCoding.encode(first))
        refused(.unauthenticated) {
            try owner.enrol(with: opened.openToken, challenge: opened.challenge.bytes, alias: "other")
        }
        refused(.unauthenticated) {
            try owner.enrol(with: .random(count: 32), challenge: opened.challenge.bytes)
        }
        manager.clock.advance(seconds: OpenToken.lifetimeSeconds)
        refused(.unauthenticated) {
            try owner.enrol(with: opened.openToken, challenge: opened.challenge.bytes)
        }
        #expect(try manager.auditKinds.count { $0 == .activationPersonalized } == 1)
    }

    private func factorCount(_ id: ActivationID) throws -> Int {
        try manager.context.database.read {
            try $0.rows("SELECT factor FROM factor WHERE activation_id = \(id)").count
        }
    }

    private func state(_ id: ActivationID) throws -> Activation.State? {
        try manager.context.database.read {
            try $0.activations.find(id)?.state
        }
    }

    private func refused(
        _ expected: ProtocolErrorCode, sourceLocation: SourceLocation = #_sourceLocation,
        _ body: () throws -> some Sendable
    ) {
        let error = #expect(throws: ProtocolError.self, sourceLocation: sourceLocation) { try body() }
        #expect(error?.error == expected, sourceLocation: sourceLocation)
    }
}

extension RawDevice {
    /// True if the manager does not know its key as that of its activation.
    fileprivate var isUnknown: Bool {
        get throws {
            do {
                _ = try call(Status.self, .init(activationId: activation), proven: true)
                return false
            } catch let error as ProtocolError { return error.error == .activationUnknown }
        }
    }
}
