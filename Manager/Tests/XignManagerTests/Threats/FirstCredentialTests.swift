import Testing
import XignCrypto
import XignDomain
import XignHTTP
import XignProtocol
import XignStorage

@testable import XignManager

@Suite("Keys that a stranger would like to plant at somebody's account", .serialized)
struct FirstCredentialTests {
    let manager: TestManager

    init() throws { manager = try TestManager() }

    @Test("Without the open token of this very activation no key is bound, whatever is signed")
    func pending() throws {
        let victim = try issued("ada")
        let own = try issued("mallory")
        let stranger = device(victim)
        let token = try open(own, pin: TestManager.activationPIN).openToken
        for (token, challenge) in [
            (SecretOctets([]), [UInt8](repeating: 0, count: 32)),
            (.random(count: 32), [UInt8](repeating: 1, count: 32)),
            (victim.secret, [UInt8](repeating: 2, count: 32)), (token, [UInt8](repeating: 3, count: 32)),
        ] {
            refused(.unauthenticated) { try finish(victim.id, token, challenge, stranger) }
        }
        #expect(try factorCount(victim.id) == 0)
        #expect(try state(victim.id) == .pending)
    }

    @Test("The enrolment of one activation binds nothing at another, nor with another's challenge")
    func moved() throws {
        let victim = try issued("ada")
        let own = try issued("mallory")
        let opened = try open(own, pin: TestManager.activationPIN)
        let stranger = device(own)
        let signed = try stranger.enrolment(own.id, opened.challenge.bytes)
        refused(.enrolmentRefused) {
            try stranger.call(
                PersonalizeFinish.self,
                .init(activationId: victim.id, openToken: opened.openToken, enrolment: Octets(signed)))
        }
        refused(.enrolmentRefused) {
            try finish(own.id, opened.openToken, [UInt8](repeating: 7, count: 32), stranger)
        }
        #expect(try factorCount(victim.id) == 0)
        _ = try finish(own.id, opened.openToken, opened.challenge.bytes, stranger)
        #expect(try factorCount(own.id) == 2)
    }

    @Test("An activation in use takes no other key, even from who has its code, its PIN and its token")
    func active() throws {
        let victim = try issued("ada")
        let opened = try open(victim, pin: TestManager.activationPIN)
        let owner = device(victim)
        _ = try finish(victim.id, opened.openToken, opened.challenge.bytes, owner)
        refused(.activationInvalid) {
            try finish(victim.id, opened.openToken, opened.challenge.bytes, device(victim))
        }
        #expect(try owner.call(Status.self, .init(activationId: victim.id), proven: true).userName == "ada")
        #expect(try device(victim).isUnknown)
    }

    @Test("A key that any activation has is enrolled by no other")
    func keyInUse() throws {
        let (first, second) = (try issued("ada"), try issued("mallory"))
        let opened = try open(first, pin: TestManager.activationPIN)
        let owner = device(first)
        _ = try finish(first.id, opened.openToken, opened.challenge.bytes, owner)
        let again = try open(second, pin: TestManager.activationPIN)
        for thief in [
            RawDevice(
                manager: manager, activation: second.id, deviceKey: owner.deviceKey,
                pinKey: Curve25519.Signing.PrivateKey()),
            RawDevice(
                manager: manager, activation: second.id, deviceKey: P256.Signing.PrivateKey(), pinKey: owner.pinKey),
        ] {
            refused(.enrolmentRefused) { try finish(second.id, again.openToken, again.challenge.bytes, thief) }
        }
        #expect(try factorCount(second.id) == 0)
        #expect(try state(second.id) == .pending)
    }

    // MARK: Activations and devices

    private struct Issued {
        let id: ActivationID
        let secret: SecretOctets
    }

    private func issued(_ user: String) throws -> Issued {
        let link = try InitializationLink(parsing: try manager.issueActivation(user: user))
        guard case .personalization(let id) = link.data.process else { throw TestFailure(what: "not an activation") }
        return Issued(id: id, secret: link.data.secret)
    }

    private func device(_ activation: Issued) -> RawDevice {
        RawDevice(
            manager: manager, activation: activation.id, deviceKey: P256.Signing.PrivateKey(),
            pinKey: Curve25519.Signing.PrivateKey())
    }

    private func open(_ activation: Issued, pin: String) throws -> Open.Personalize {
        let proof = try ActivationPINProof.compute(
            pin: try #require(PIN(pin)), secret: activation.secret, activation: activation.id)
        let response = try device(activation).call(
            Open.self,
            .init(
                activationId: activation.id, activationSecret: activation.secret, pinProof: proof,
                existingActivationId: nil, client: RawDevice.client))
        return try #require(response.personalize)
    }

    private func finish(
        _ id: ActivationID, _ token: SecretOctets, _ challenge: [UInt8], _ device: RawDevice
    ) throws -> PersonalizeFinish.Response {
        try device.call(
            PersonalizeFinish.self,
            .init(activationId: id, openToken: token, enrolment: Octets(try device.enrolment(id, challenge))))
    }

    private func factorCount(_ id: ActivationID) throws -> Int {
        try manager.manager.database.read {
            try $0.rows("SELECT factor FROM factor WHERE activation_id = \(id)").count
        }
    }

    private func state(_ id: ActivationID) throws -> Activation.State? {
        try manager.manager.database.read { [vault = manager.manager.vault] in
            try $0.activations(vault).find(id)?.state
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
    /// The enrolment of its two keys, signed by both.
    fileprivate func enrolment(_ id: ActivationID, _ challenge: [UInt8]) throws -> [UInt8] {
        let keys = [
            FactorPublicKey(factor: .device, rawRepresentation: Array(deviceKey.publicKey.rawRepresentation)),
            FactorPublicKey(factor: .pin, rawRepresentation: Array(pinKey.publicKey.rawRepresentation)),
        ].compactMap(\.self)
        let statement = EnrolmentStatement(
            idmIdentifier: manager.issuer.idmIdentifier, activation: id, challenge: challenge, keys: keys,
            alias: "test", platform: "Linux")
        return try SignedStatement(
            signing: statement.serialized, type: .enrolment,
            with: [
                (.device, { Array(try deviceKey.signature(for: $0).rawRepresentation) }),
                (.pin, { Array(try pinKey.signature(for: $0)) }),
            ]
        ).serialized
    }

    /// Whether the manager does not know its key as that of its activation.
    fileprivate var isUnknown: Bool {
        get throws {
            do {
                _ = try call(Status.self, .init(activationId: activation), proven: true)
                return false
            } catch let error as ProtocolError { return error.error == .activationUnknown }
        }
    }
}
