import Testing
import XignCrypto
import XignDomain
import XignProtocol

@testable import XignDeviceAPI
@testable import XignOpenID
@testable import XignServer
@testable import XignUseCases
@testable import XignWeb

/// Utility processes, step by step.
extension RawDevice {
    /// A confirmed utility process whose change is still to be sent.
    struct Granted: Sendable {
        let statement: [UInt8]
        let grant: SecretOctets

        var consentHash: [UInt8] { Array(SHA256.hash(data: statement)) }
    }

    // MARK: Up to the confirmation

    func begin(
        _ utility: StartUtility.Utility, client: ClientInformation = Self.client, at node: Manager? = nil
    ) throws -> StartUtility.Response {
        try call(
            StartUtility.self, .init(activationId: activation, utility: utility, client: client), proven: true, at: node
        )
    }

    /// Claims a process that is bound to this device.
    func claim(
        _ session: SessionID, token: SecretOctets, client: ClientInformation = Self.client, at node: Manager? = nil
    ) throws -> Start.Response {
        try call(
            Start.self,
            .init(activationId: activation, sessionId: session, claim: .sessionToken(token), client: client),
            proven: true, at: node)
    }

    /// Asks for the statement of a process that this device has claimed, with its only role.
    func prepare(_ session: SessionID, _ started: Start.Response, at node: Manager? = nil) throws -> Prepared {
        let role = try #require(started.roles.first)
        let response = try call(
            Prepare.self,
            .init(sessionId: session, sessionToken: started.sessionToken, roleId: role.id, attributes: [:]), at: node)
        return Prepared(
            session: session, token: started.sessionToken, statement: try #require(response.statement).bytes)
    }

    /// Begins a utility process, and asks for its statement.
    func prepare(_ utility: StartUtility.Utility, at node: Manager? = nil) throws -> Prepared {
        let begun = try begin(utility, at: node)
        return try prepare(
            begun.sessionId, try claim(begun.sessionId, token: begun.sessionToken, at: node), at: node)
    }

    /// Claims the process of a merge, and asks for its statement.
    func prepare(_ merge: Open.Merge, at node: Manager? = nil) throws -> Prepared {
        let client = ClientInformation(version: "1.0.0", platform: "Linux", securityCheck: nil, supports: [.merge])
        let started = try claim(merge.sessionId, token: merge.sessionToken, client: client, at: node)
        return try prepare(merge.sessionId, started, at: node)
    }

    /// Confirms a utility process whose change this device then sends.
    func granted(_ utility: StartUtility.Utility, at node: Manager? = nil) throws -> Granted {
        let prepared = try prepare(utility, at: node)
        let result = try #require(try finish(prepared, at: node).result)
        return Granted(statement: prepared.statement, grant: try #require(result.grant))
    }

    // MARK: The change

    /// The signed statement of a change.
    /// - Parameters:
    ///   - pinKey: the new PIN's key, where there is one.
    ///   - biometricKey: the key of the new factor, where there is one.
    ///   - consentHash: nil for the granted one.
    func keyChange(
        _ change: KeyChangeStatement.Change, by granted: Granted, pinKey: Curve25519.Signing.PrivateKey? = nil,
        biometricKey: P256.Signing.PrivateKey? = nil, consentHash: [UInt8]? = nil, of activation: ActivationID? = nil
    ) throws -> [UInt8] {
        let statement = KeyChangeStatement(
            idmIdentifier: manager.issuer.idmIdentifier, activation: activation ?? self.activation,
            consentHash: consentHash ?? granted.consentHash, change: change)
        return try sign(statement.serialized, .keyChange, pinKey: pinKey, biometricKey: biometricKey)
    }

    /// Sends a change.
    func finish(_ granted: Granted, _ keyChange: [UInt8], at node: Manager? = nil) throws -> FinishUtility.Response {
        try send(.init(activationId: activation, grant: granted.grant, keyChange: Octets(keyChange)), at: node)
    }

    func send(_ request: FinishUtility.Request, at node: Manager? = nil) throws -> FinishUtility.Response {
        try call(FinishUtility.self, request, proven: true, at: node)
    }

    static func publicKey(_ key: Curve25519.Signing.PrivateKey) throws -> FactorPublicKey {
        try #require(FactorPublicKey(factor: .pin, rawRepresentation: Array(key.publicKey.rawRepresentation)))
    }

    static func publicKey(_ key: P256.Signing.PrivateKey) throws -> FactorPublicKey {
        try #require(FactorPublicKey(factor: .biometric, rawRepresentation: Array(key.publicKey.rawRepresentation)))
    }

    /// The request that changes the PIN.
    func newPIN(_ key: Curve25519.Signing.PrivateKey, by granted: Granted) throws -> FinishUtility.Request {
        let signed = try keyChange(.changePin(try Self.publicKey(key)), by: granted, pinKey: key)
        return .init(activationId: activation, grant: granted.grant, keyChange: Octets(signed))
    }

    /// The request that adds the biometric factor.
    func newFactor(_ key: P256.Signing.PrivateKey, by granted: Granted) throws -> FinishUtility.Request {
        let signed = try keyChange(.addFactor(try Self.publicKey(key)), by: granted, biometricKey: key)
        return .init(activationId: activation, grant: granted.grant, keyChange: Octets(signed))
    }

    /// The request that issues an activation for another device.
    /// - Parameter proof: nil for the proof of `TestManager.activationPIN`.
    func newActivation(
        _ new: RawActivation, by granted: Granted, alias: String? = nil, proof: SecretOctets? = nil
    ) throws -> FinishUtility.Request {
        let change = KeyChangeStatement.NewActivation(
            id: new.id, secretHash: Array(SHA256.hash(data: new.secret.bytes)), alias: alias)
        return .init(
            activationId: activation, grant: granted.grant,
            keyChange: Octets(try keyChange(.newActivation(change), by: granted)), pinProof: try proof ?? new.proof())
    }

    /// The request that deletes the account.
    func deletion(by granted: Granted) throws -> FinishUtility.Request {
        .init(
            activationId: activation, grant: granted.grant, keyChange: Octets(try keyChange(.delete, by: granted)))
    }

    // MARK: Whole processes

    /// Changes the PIN.
    /// - Returns: the device with its new PIN.
    func changePIN(at node: Manager? = nil) throws -> RawDevice {
        let key = Curve25519.Signing.PrivateKey()
        _ = try send(try newPIN(key, by: try granted(.changePin, at: node)), at: node)
        return RawDevice(manager: manager, activation: activation, deviceKey: deviceKey, pinKey: key)
    }

    /// Adds the biometric factor.
    func addFactor(at node: Manager? = nil) throws -> P256.Signing.PrivateKey {
        let key = P256.Signing.PrivateKey()
        _ = try send(try newFactor(key, by: try granted(.addFactor(.biometric), at: node)), at: node)
        return key
    }

    /// Issues an activation for another device.
    func issue(alias: String? = nil, at node: Manager? = nil) throws -> RawActivation {
        let new = RawActivation(manager: manager)
        _ = try send(try newActivation(new, by: try granted(.newActivation, at: node), alias: alias), at: node)
        return new
    }

    /// Deletes the account.
    func deleteAccount(at node: Manager? = nil) throws {
        _ = try send(try deletion(by: try granted(.delete, at: node)), at: node)
    }

    /// Revokes another activation of the account.
    func revoke(_ target: RawDevice, at node: Manager? = nil) throws -> Finish.Response {
        try finish(try prepare(.revoke(target.activation), at: node), at: node)
    }
}

extension RawActivation {
    /// An activation that a device is about to issue.
    init(manager: TestManager) {
        self.init(
            manager: manager, id: .random(), secret: .random(count: InitializationPayload.secretByteCount))
    }

    /// Personalizes a device.
    func personalize(alias: String = "test") throws -> RawDevice {
        let device = device()
        let opened = try opened()
        _ = try device.enrol(with: opened.openToken, challenge: opened.challenge.bytes, alias: alias)
        return device
    }
}

extension TestManager {
    /// An activation as the database has it; nil where it was removed.
    func activation(of device: RawDevice) throws -> Activation? { try activation(device.activation) }

    func activation(_ id: ActivationID) throws -> Activation? {
        try context.database.read { try $0.activations.find(id) }
    }

    /// Lets the cool-down of new devices pass.
    func waitForCoolDown() throws {
        clock.advance(seconds: Activation.coolDownSeconds)
        _ = try RotateEncryptionKeys(context)()
    }
}

/// Expects a refusal of the manager.
func expectRefusal(
    _ code: ProtocolErrorCode, sourceLocation: SourceLocation = #_sourceLocation, _ body: () throws -> some Any
) {
    let error = #expect(throws: ProtocolError.self, sourceLocation: sourceLocation) { _ = try body() }
    #expect(error?.error == code, sourceLocation: sourceLocation)
}
