import Testing
import XignCrypto
import XignProtocol

@testable import XignDeviceAPI
@testable import XignOpenID
@testable import XignServer
@testable import XignUseCases
@testable import XignWeb

/// An activation that an operator has issued, below the SDK.
struct RawActivation: Sendable {
    let manager: TestManager
    let id: ActivationID
    let secret: SecretOctets

    init(_ manager: TestManager, user: String = TestManager.userName) throws {
        try self.init(manager, link: try manager.issueActivation(user: user))
    }

    init(_ manager: TestManager, link: String) throws {
        let link = try InitializationLink(parsing: link)
        guard case .personalization(let id) = link.data.process else { throw TestFailure(what: "not an activation") }
        (self.manager, self.id, secret) = (manager, id, link.data.secret)
    }

    init(manager: TestManager, id: ActivationID, secret: SecretOctets) {
        (self.manager, self.id, self.secret) = (manager, id, secret)
    }

    /// A device that would like to have it.
    func device(
        deviceKey: P256.Signing.PrivateKey = .init(), pinKey: Curve25519.Signing.PrivateKey = .init()
    ) -> RawDevice {
        RawDevice(manager: manager, activation: id, deviceKey: deviceKey, pinKey: pinKey)
    }

    func proof(of pin: String = TestManager.activationPIN) throws -> SecretOctets {
        try ActivationPINProof.compute(
            pin: try #require(PIN(pin)), secret: secret, activation: id,
            stretching: TestManager.activationPINStretching)
    }

    /// - Parameter existing: an activation that the caller says to have.
    func open(
        pin: String = TestManager.activationPIN, existing: RawDevice? = nil, at node: Manager? = nil
    ) throws -> Open.Response {
        try RawDevice.send(
            try sealedOpen(pin: pin, existing: existing, at: node), Open.self, to: node ?? manager.manager)
    }

    /// A request that opens it, ready to be sent as often as one likes.
    /// - Parameters:
    ///   - supports: the words of the caller's app.
    ///   - isProven: false: the caller names an existing activation and does not prove it.
    ///   - check: nil: the caller sends none.
    func sealedOpen(
        pin: String = TestManager.activationPIN, existing: RawDevice? = nil,
        supports: Set<ClientCapability> = [.merge], isProven: Bool = true,
        check: ClientInformation.SecurityCheck? = nil, at node: Manager? = nil
    ) throws -> SealedRequest {
        let proof = try proof(of: pin)
        return try (existing ?? device()).seal(
            Open.self,
            .init(
                activationId: id, activationSecret: secret, pinProof: proof, existingActivationId: existing?.activation,
                client: ClientInformation(
                    version: "1.0.0", platform: "Linux", securityCheck: check, supports: supports)),
            proven: existing != nil && isProven, at: node)
    }

    /// Opens it with the right PIN.
    func opened() throws -> Open.Personalize { try #require(try open().personalize) }
}

extension RawDevice {
    /// Enrols its keys, signed by each.
    /// - Parameter biometricKey: one that the device calls biometric.
    func enrol(
        with token: SecretOctets, challenge: [UInt8], alias: String = "test",
        biometricKey: P256.Signing.PrivateKey? = nil
    ) throws -> PersonalizeFinish.Response {
        let signed = try enrolment(activation, challenge, alias: alias, biometricKey: biometricKey)
        return try call(
            PersonalizeFinish.self, .init(activationId: activation, openToken: token, enrolment: Octets(signed)))
    }

    /// The enrolment of its keys at an activation, signed by each.
    func enrolment(
        _ id: ActivationID, _ challenge: [UInt8], alias: String = "test", biometricKey: P256.Signing.PrivateKey? = nil
    ) throws -> [UInt8] {
        var keys = [
            FactorPublicKey(factor: .device, rawRepresentation: Array(deviceKey.publicKey.rawRepresentation)),
            FactorPublicKey(factor: .pin, rawRepresentation: Array(pinKey.publicKey.rawRepresentation)),
        ]
        if let biometricKey {
            keys.append(
                FactorPublicKey(factor: .biometric, rawRepresentation: Array(biometricKey.publicKey.rawRepresentation)))
        }
        let statement = EnrolmentStatement(
            idmIdentifier: manager.issuer.idmIdentifier, activation: id, challenge: challenge,
            keys: keys.compactMap(\.self), alias: alias, platform: platform,
            keyStore: platform == "Web" ? .web : .file)
        return try sign(statement.serialized, .enrolment, pinKey: pinKey, biometricKey: biometricKey)
    }
}
