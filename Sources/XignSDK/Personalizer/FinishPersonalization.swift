import Foundation
internal import XignCrypto
internal import XignProtocol

extension Personalizer {
    /// Makes the keys and enrols them.
    ///
    /// What is written, and when: the keys; then the pending record, which names the attempt; then, after the manager's answer, the
    /// active one. So a crash leaves nothing, or a pending activation that `status` resolves. Nothing written depends on the PIN.
    ///
    /// Keys of an attempt are deleted only where the record still is of that attempt, and only after the manager has ended it: so
    /// whatever is on its way or comes back late, the manager has no keys that the device has not. Two exceptions are left. The
    /// person gives the activation up while the manager cannot be reached, or an older version's record has no token by which the
    /// manager could end the attempt. An enrolment that is on its way then can use up the activation without a device.
    func finish(_ request: PersonalizationRequest) -> Flow<PersonalizationResult> {
        Flow { [device] in
            let device = try device.get()
            return try await request.finishing {
                let pin = try request.finalPin()
                try device.checkFactors(of: request)
                let attempt = try await device.beginEnrolment(request)
                do {
                    if attempt.state == .active { return try device.taken(up: attempt, request, pin) }
                    let active = try await device.enrol(request, pin, attempt)
                    device.log(.info, "activated at \(active.idmIdentifier)")
                    return device.describe(active)
                } catch KeyStoreError.keysMissing {
                    guard try !device.isCurrent(attempt) else { throw KeyStoreError.keysMissing }
                    throw XignSdkError.attemptReplaced()
                } catch let error as ProtocolError where error.error.isTerminal {
                    return try await device.conclude(attempt, request, pin, refusedBy: error)
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

    /// Makes the keys, then the record; or takes up those of an earlier call, whose answer got lost. What another attempt has left
    /// pending is replaced, after the manager has ended it.
    ///
    /// - Returns: the record of this attempt: pending, or active where a flow has learnt meanwhile that it succeeded.
    fileprivate func beginEnrolment(_ request: PersonalizationRequest) async throws -> ActivationRecord {
        let attempt = ActivationRecord(
            idmIdentifier: request.idmIdentifier, activationId: request.activationId, state: .pending, userName: nil,
            alias: nil, factors: Self.enrolled, openTokenHash: request.openTokenHash)
        while true {
            let found = try activations.change { changes in
                if let existing = try changes.record(at: request.idmIdentifier) { return existing }
                try keyStore.createKeys(attempt.label, deviceLock: deviceLock)
                try changes.write(attempt)
                return attempt
            }
            if found.isSameAttempt(as: attempt), !request.isFinished { return found }
            guard found.state == .pending else { throw XignSdkError.alreadyPersonalized(at: request.idmIdentifier) }
            if case .active = try await end(found) {
                throw found.activationId == request.activationId
                    ? XignSdkError.activatedByAnotherAttempt
                    : XignSdkError.alreadyPersonalized(at: request.idmIdentifier)
            }
        }
    }

    /// Signs the keys and sends them.
    fileprivate func enrol(
        _ request: PersonalizationRequest, _ pin: PIN, _ attempt: ActivationRecord
    ) async throws -> ActivationRecord {
        let pinKey = try pinKey(pin, attempt)
        let enrolment = try enrolment(request, pinKey, attempt)
        let finish = PersonalizeFinish.Request(
            activationId: request.activationId, openToken: request.opened.openToken, enrolment: Octets(enrolment))
        request.willSend(try publicKey(of: pinKey))
        return try promote(attempt, try await perform(PersonalizeFinish.self, finish, at: request.idmIdentifier))
    }

    /// After a refusal: an earlier call, whose answer got lost, may have enrolled the keys. Only the manager can tell, and it ends
    /// the attempt otherwise.
    fileprivate func conclude(
        _ attempt: ActivationRecord, _ request: PersonalizationRequest, _ pin: PIN, refusedBy refusal: ProtocolError
    ) async throws -> PersonalizationResult {
        switch try? await end(attempt) {
        case .active(let active): return try taken(up: active, request, pin)
        case .changed: throw XignSdkError.attemptReplaced(refusal)
        case .unknown, nil:
            if refusal.error == .unauthenticated { throw XignSdkError.attemptEnded(refusal) }
            throw refusal
        }
    }

    /// The outcome of an attempt whose earlier call has succeeded.
    ///
    /// - Throws: `activatedByAnotherAttempt` where that call had another PIN.
    fileprivate func taken(
        up active: ActivationRecord, _ request: PersonalizationRequest, _ pin: PIN
    ) throws -> PersonalizationResult {
        let pinPublicKey = try publicKey(of: pinKey(pin, active))
        guard request.hasSentOnly(pinPublicKey) else { throw XignSdkError.activatedByAnotherAttempt }
        return describe(active)
    }

    /// The enrolment statement, composed here and signed by every key in it.
    fileprivate func enrolment(
        _ request: PersonalizationRequest, _ pinKey: Curve25519.Signing.PrivateKey, _ activation: ActivationRecord
    ) throws -> [UInt8] {
        let alias = NameValidator().canonical(request.alias)
        let devicePublicKey = try publicKey(.device, Array(keyStore.devicePublicKey(activation.label)))
        let statement = EnrolmentStatement(
            idmIdentifier: request.idmIdentifier, activation: request.activationId,
            challenge: request.opened.challenge.bytes, keys: [devicePublicKey, try publicKey(of: pinKey)],
            alias: DisplayText.isValid(alias) ? alias : SecurityCheck.platform, platform: SecurityCheck.platform)
        return try SignedStatement(
            signing: statement.serialized, type: .enrolment,
            with: [
                (.device, { try self.deviceSignature($0, activation) }),
                (.pin, { Array(try pinKey.signature(for: $0)) }),
            ]
        ).serialized
    }

    private func publicKey(of pinKey: Curve25519.Signing.PrivateKey) throws -> FactorPublicKey {
        try publicKey(.pin, Array(pinKey.publicKey.rawRepresentation))
    }

    private func publicKey(_ factor: FactorType, _ rawRepresentation: [UInt8]) throws -> FactorPublicKey {
        guard let key = FactorPublicKey(factor: factor, rawRepresentation: rawRepresentation) else {
            throw KeyStoreError.unusable("The key store made a key that is not on its curve.")
        }
        return key
    }

    /// Writes what the manager has, where the record still is of this attempt.
    private func promote(
        _ attempt: ActivationRecord, _ answer: PersonalizeFinish.Response
    ) throws -> ActivationRecord {
        try activations.change { changes in
            guard let record = try changes.current(attempt) else { throw XignSdkError.activationGivenUp }
            let active = record.activated(userName: answer.userName, alias: answer.alias, factors: answer.factors)
            try changes.write(active)
            return active
        }
    }

    /// The signing key that a PIN becomes. Lives in memory, for as long as the process that needs it.
    func pinKey(_ pin: PIN, _ activation: ActivationRecord) throws -> Curve25519.Signing.PrivateKey {
        var digits = pin.withUnsafeBytes { Data($0) }
        defer { digits.resetBytes(in: digits.startIndex..<digits.endIndex) }
        let bound = try keyStore.bind(pin: digits, activation.label)
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
