import Foundation
internal import XignCrypto
internal import XignProtocol

extension Personalizer {
    /// Makes the keys and enrols them.
    ///
    /// What is written, and when: the keys; then the pending record; then, after the manager's answer, the active one. So a crash leaves
    /// nothing, or a pending activation that `status` resolves. Nothing written depends on the PIN.
    func finish(_ request: PersonalizationRequest) -> Flow<PersonalizationResult> {
        Flow { [device] in
            let device = try device.get()
            return try await request.finishing {
                let pin = try request.finalPin()
                try device.checkFactors(of: request)
                let pending = try device.beginEnrolment(request)
                let enrolment = try device.enrolment(request, pin, pending)
                let finish = PersonalizeFinish.Request(
                    activationId: request.activationId, openToken: request.opened.openToken,
                    enrolment: Octets(enrolment))
                do {
                    let answer = try await device.perform(PersonalizeFinish.self, finish, at: request.idmIdentifier)
                    let active = try device.promote(pending, answer)
                    device.log(.info, "activated at \(active.idmIdentifier)")
                    return device.describe(active)
                } catch let error as ProtocolError where error.error.isTerminal {
                    // An earlier request, whose answer got lost, may have enrolled the keys: only `status` tells.
                    if let active = try? await device.activation(at: request.idmIdentifier) {
                        return device.describe(active)
                    }
                    throw error
                }
            }
        }
    }
}

extension PersonalizationRequest {
    /// The PIN that becomes a factor.
    fileprivate func finalPin() throws -> PIN {
        if let pin = pinSpecification.pin { return pin }
        if newPinRequired {
            throw XignSdkError(.pinMissing, "The activation PIN must be replaced: set a new one in pinSpecification.")
        }
        return activationPin
    }
}

extension Device {
    /// The factors that this version enrols by itself.
    private static let enrolled: [FactorType] = [.device, .pin]

    fileprivate func checkFactors(of request: PersonalizationRequest) throws {
        let available = keyStore.authenticators.intersection(Self.enrolled.compactMap { AuthenticatorType($0) })
        let missing = request.requiredAuthenticators.subtracting(available)
        guard missing.isEmpty else {
            throw XignSdkError(
                .factorUnavailable,
                "The activation needs \(missing.map(\.rawValue).sorted()), which this device does not have.")
        }
    }

    /// Makes the keys, then the record; or takes up those of an attempt whose answer got lost.
    fileprivate func beginEnrolment(_ request: PersonalizationRequest) throws -> ActivationRecord {
        let pending = ActivationRecord(
            idmIdentifier: request.idmIdentifier, activationId: request.activationId, state: .pending, userName: nil,
            alias: nil, factors: Self.enrolled)
        switch try activations.record(at: request.idmIdentifier) {
        case nil:
            try keyStore.createKeys(pending.label, deviceLock: deviceLock)
            try activations.begin(pending)
        case pending?: break
        default: throw XignSdkError.alreadyPersonalized(at: request.idmIdentifier)
        }
        return pending
    }

    /// The enrolment statement, composed here and signed by every key in it.
    fileprivate func enrolment(
        _ request: PersonalizationRequest, _ pin: PIN, _ activation: ActivationRecord
    ) throws -> [UInt8] {
        let alias = NameValidator().canonical(request.alias)
        let pinKey = try pinKey(pin, activation)
        guard
            let devicePublicKey = FactorPublicKey(
                factor: .device, rawRepresentation: Array(try keyStore.devicePublicKey(activation.label))),
            let pinPublicKey = FactorPublicKey(
                factor: .pin, rawRepresentation: Array(pinKey.publicKey.rawRepresentation))
        else { throw KeyStoreError.unusable("The key store made a key that is not on its curve.") }
        let statement = EnrolmentStatement(
            idmIdentifier: request.idmIdentifier, activation: request.activationId,
            challenge: request.opened.challenge.bytes, keys: [devicePublicKey, pinPublicKey],
            alias: DisplayText.isValid(alias) ? alias : SecurityCheck.platform, platform: SecurityCheck.platform)
        return try SignedStatement(
            signing: statement.serialized, type: .enrolment,
            with: [
                (.device, { try self.deviceSignature($0, activation) }),
                (.pin, { Array(try pinKey.signature(for: $0)) }),
            ]
        ).serialized
    }

    fileprivate func promote(_ pending: ActivationRecord, _ answer: PersonalizeFinish.Response) throws
        -> ActivationRecord
    {
        var active = pending
        (active.state, active.userName, active.alias) = (.active, answer.userName, answer.alias)
        active.factors = answer.factors
        try activations.update(active)
        return active
    }

    /// The signing key that a PIN becomes. Lives in memory, for as long as the process that needs it.
    func pinKey(_ pin: PIN, _ activation: ActivationRecord) throws -> Curve25519.Signing.PrivateKey {
        let bound = try keyStore.bind(pin: Data(pin.digits), activation.label)
        return try PINKey.derive(
            bound: SymmetricKey(data: bound.secret), salt: Array(bound.salt), idmIdentifier: activation.idmIdentifier,
            activation: activation.activationId)
    }

    /// ES256 by the device key.
    func deviceSignature(_ message: [UInt8], _ activation: ActivationRecord) throws -> [UInt8] {
        Array(try keyStore.deviceSignature(activation.label, over: Data(message)))
    }

    /// An activation, as the app sees it.
    func describe(_ activation: ActivationRecord) -> PersonalizationResult {
        let manager = keyMaterials.managers.first { $0.idmIdentifier == activation.idmIdentifier }
        return PersonalizationResult(
            idmIdentifier: activation.idmIdentifier, managerURL: manager.flatMap { URL(string: $0.url.description) },
            userName: activation.userName, alias: activation.alias,
            authenticators: Set(activation.factors.compactMap { AuthenticatorType($0) }))
    }
}
