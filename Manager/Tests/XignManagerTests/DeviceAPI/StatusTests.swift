import Testing
import XignCrypto
import XignDomain
import XignProtocol
import XignStorage

@testable import XignDeviceAPI
@testable import XignOpenID
@testable import XignServer
@testable import XignUseCases
@testable import XignWeb

struct StatusTests {
    @Test("What became of an activation", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase(
            "After the answer that an activation is unknown, an enrolment on its way with the token that was named is refused",
            endsToken),
        TestCase("The same code can be opened again after its token was ended", opensAgain),
        TestCase("Who knows an activation's id, but not its token, ends nothing", idIsNotEnough),
        TestCase(
            "A question that comes after the enrolment is answered, and ends nothing: the enrolment can still be repeated",
            afterEnrolment),
        TestCase("Another manager on the same database refuses what one has ended", secondNode),
        TestCase(
            "A manager by whose clock a token has expired ends it too: another one, whose clock is late, refuses it",
            expiredByOneClock),
        TestCase("A device whose user is disabled is not told that its activation is unknown", disabledUser),
    ]

    let manager: TestManager
    let activation: RawActivation
    let device: RawDevice

    init() throws {
        manager = try TestManager()
        activation = try RawActivation(manager)
        device = activation.device()
    }

    private func hash(_ token: SecretOctets) -> SecretOctets { SecretOctets(SHA256.hash(data: token.bytes)) }

    private func status(
        naming hash: SecretOctets? = nil, at node: Manager? = nil
    ) throws -> Status.Response {
        try device.call(
            Status.self, .init(activationId: activation.id, openTokenHash: hash), proven: true, at: node)
    }

    private func enrolment(_ opened: Open.Personalize) throws -> SealedRequest {
        let signed = try device.enrolment(activation.id, opened.challenge.bytes)
        return try device.seal(
            PersonalizeFinish.self,
            .init(activationId: activation.id, openToken: opened.openToken, enrolment: Octets(signed)))
    }

    private func send(_ enrolment: SealedRequest) throws -> PersonalizeFinish.Response {
        try RawDevice.send(enrolment, PersonalizeFinish.self, to: manager.manager)
    }

    func endsToken() throws {
        let onItsWay = try enrolment(try activation.opened())
        let opened = try activation.opened()
        let late = try enrolment(opened)
        #expect(throws: ProtocolError(.activationUnknown)) { try status(naming: hash(opened.openToken)) }
        #expect(throws: ProtocolError(.unauthenticated)) { try send(late) }
        #expect(throws: ProtocolError(.unauthenticated)) { try send(late) }
        // The other attempt was not named.
        #expect(try send(onItsWay).userName == "ada")
    }

    func opensAgain() throws {
        let opened = try activation.opened()
        #expect(throws: ProtocolError(.activationUnknown)) { try status(naming: hash(opened.openToken)) }
        #expect(try send(try enrolment(try activation.opened())).userName == "ada")
    }

    func idIsNotEnough() throws {
        let opened = try activation.opened()
        let other = try RawActivation(manager, user: "mallory").opened()
        for name in [nil, .random(count: 32), SecretOctets([]), opened.openToken, hash(other.openToken)] {
            #expect(throws: ProtocolError(.activationUnknown)) { try status(naming: name) }
        }
        #expect(try send(try enrolment(opened)).userName == "ada")
    }

    func afterEnrolment() throws {
        let opened = try activation.opened()
        let request = try enrolment(opened)
        let first = try send(request)
        #expect(try status(naming: hash(opened.openToken)).factors == [.device, .pin])
        #expect(try send(request).factors == first.factors)
    }

    func secondNode() throws {
        let opened = try activation.opened()
        #expect(throws: ProtocolError(.activationUnknown)) {
            try status(naming: hash(opened.openToken), at: try manager.secondNode())
        }
        #expect(throws: ProtocolError(.unauthenticated)) { try send(try enrolment(opened)) }
    }

    func expiredByOneClock() throws {
        let opened = try activation.opened()
        let late = try enrolment(opened)
        #expect(throws: ProtocolError(.activationUnknown)) {
            try status(naming: hash(opened.openToken), at: try manager.secondNode(ahead: 601))
        }
        #expect(throws: ProtocolError(.unauthenticated)) { try send(late) }
    }

    func disabledUser() throws {
        _ = try send(try enrolment(try activation.opened()))
        _ = try Apply(manager.context)(Array("users:\n  - name: ada\n    active: false\n".utf8))
        #expect(try status().userName == "ada")
        #expect(throws: ProtocolError(.activationUnknown)) {
            try activation.device().call(Status.self, .init(activationId: activation.id), proven: true)
        }
    }
}
