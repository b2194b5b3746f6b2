import Foundation
internal import XignCrypto
internal import XignProtocol

extension Personalizer {
    /// Creates the keys and enrols them (docs/protocol.md, section 4, "Personalization").
    ///
    /// The order of writes is: the keys; the pending record, which identifies the attempt; after the manager's answer,
    /// the active record. A crash therefore leaves nothing, or a pending activation that `status` resolves. Nothing
    /// written depends on the PIN.
    ///
    /// The keys of an attempt are deleted only while the record still belongs to that attempt, and only after the
    /// manager has ended it. So the manager never has keys that the device lacks, even if requests or answers arrive
    /// late. There are two exceptions: the person gives the activation up while the manager cannot be reached; or the
    /// record of an older version has no token by which the manager could end the attempt. A late enrolment can then
    /// use up the activation without a device.
    func finish(_ request: PersonalizationRequest) -> Flow<PersonalizationResult> {
        Flow("finishPersonalization", device) { device in
            return try await request.finishing {
                let enrolment = Enrolment(device: device, request: request, pin: try request.finalPin())
                try enrolment.checkFactors()
                let attempt = try await enrolment.begin()
                do {
                    if attempt.state == .active { return try enrolment.result(ofEarlierCall: attempt) }
                    let active = try await enrolment.enrol(attempt)
                    device.log(.info, "activated at \(active.idmIdentifier)")
                    return device.personalization(of: active)
                } catch KeyStoreError.keysMissing {
                    guard try !device.isCurrent(attempt) else { throw KeyStoreError.keysMissing }
                    throw XignSdkError.attemptReplaced()
                } catch let error as ProtocolError where error.error.isTerminal {
                    return try await enrolment.conclude(attempt, refusedBy: error)
                }
            }
        }
    }
}

extension PersonalizationRequest {
    /// Returns the PIN that becomes a factor.
    fileprivate func finalPin() throws -> PIN {
        if let pin = pinSpecification.pin { return pin }
        if newPinRequired {
            throw XignSdkError(.pinMissing, "The activation PIN must be replaced: set a new one in pinSpecification.")
        }
        return activationPin
    }
}

/// The steps of one call of `finishPersonalization`.
private struct Enrolment {
    /// The factors that this version enrols.
    static let factors: [FactorType] = [.device, .pin]

    let device: Device
    let request: PersonalizationRequest
    let pin: PIN

    /// Checks that the device supports the required factors.
    func checkFactors() throws {
        let available = device.keyStore.authenticators.intersection(Self.factors.compactMap { AuthenticatorType($0) })
        let missing = request.requiredAuthenticators.subtracting(available)
        guard missing.isEmpty else {
            throw XignSdkError(
                .factorUnavailable,
                "The activation requires \(missing.map(\.rawValue).sorted()), which this device does not support.")
        }
    }

    /// Creates the keys, then the record; or resumes with those of an earlier call whose answer was lost. A pending
    /// record of another attempt is replaced after the manager has ended that attempt.
    ///
    /// - Returns: the record of this attempt: pending, or active if another flow has learnt that it succeeded.
    func begin() async throws -> ActivationRecord {
        let attempt = ActivationRecord(
            idmIdentifier: request.idmIdentifier, activationId: request.activationId, state: .pending, userName: nil,
            alias: nil, factors: Self.factors, openTokenHash: request.openTokenHash)
        while true {
            let found = try device.activations.change { changes in
                if let existing = try changes.record(at: request.idmIdentifier) { return existing }
                try device.keyStore.createKeys(attempt.label, deviceLock: device.deviceLock)
                try changes.write(attempt)
                return attempt
            }
            if found.isSameAttempt(as: attempt), !request.isFinished { return found }
            guard found.state == .pending else { throw XignSdkError.alreadyPersonalized(at: request.idmIdentifier) }
            if case .active = try await device.end(found) {
                throw found.activationId == request.activationId
                    ? XignSdkError.activatedByAnotherAttempt
                    : XignSdkError.alreadyPersonalized(at: request.idmIdentifier)
            }
        }
    }

    /// Signs the enrolment statement, sends it, and stores the active record.
    func enrol(_ attempt: ActivationRecord) async throws -> ActivationRecord {
        let pinKey = try device.pinKey(pin, attempt)
        let statement = try signedStatement(pinKey, attempt)
        let finish = PersonalizeFinish.Request(
            activationId: request.activationId, openToken: request.opened.openToken, enrolment: Octets(statement))
        request.willSend(try FactorPublicKey(pinKey))
        let answer = try await device.manager(request.idmIdentifier).perform(PersonalizeFinish.self, finish)
        guard answer.isDisplayable else { throw XignSdkError.unreadableAnswer }
        return try activate(attempt, answer)
    }

    /// Decides the outcome after a refusal.
    ///
    /// An earlier call whose answer was lost may have enrolled the keys. Only the manager knows; if it did not enrol
    /// them, it ends the attempt.
    func conclude(_ attempt: ActivationRecord, refusedBy refusal: ProtocolError) async throws -> PersonalizationResult {
        let resolution: Resolution?
        do { resolution = try await device.end(attempt) } catch let error as XignSdkError
            where error.errorCode == .storageFailed
        {
            throw error
        } catch { resolution = nil }
        switch resolution {
        case .active(let active): return try result(ofEarlierCall: active)
        case .changed: throw XignSdkError.attemptReplaced(refusal)
        case .unknown, nil:
            if refusal.error == .unauthenticated { throw XignSdkError.attemptEnded(refusal) }
            throw refusal
        }
    }

    /// Returns the outcome of an attempt whose earlier call has succeeded.
    ///
    /// - Throws: `activatedByAnotherAttempt` if that call used another PIN.
    func result(ofEarlierCall active: ActivationRecord) throws -> PersonalizationResult {
        guard request.hasSentOnly(try FactorPublicKey(device.pinKey(pin, active))) else {
            throw XignSdkError.activatedByAnotherAttempt
        }
        return device.personalization(of: active)
    }

    /// Composes the enrolment statement and signs it with every key in it.
    private func signedStatement(
        _ pinKey: Curve25519.Signing.PrivateKey, _ attempt: ActivationRecord
    ) throws -> [UInt8] {
        let alias = CanonicalText.cleaned(request.alias)
        guard
            let deviceKey = FactorPublicKey(
                factor: .device, rawRepresentation: Array(try device.keyStore.devicePublicKey(attempt.label)))
        else { throw KeyStoreError.unusable("The key store made a key that is not on its curve.") }
        let statement = EnrolmentStatement(
            idmIdentifier: request.idmIdentifier, activation: request.activationId,
            challenge: request.opened.challenge.bytes, keys: [deviceKey, try FactorPublicKey(pinKey)],
            alias: DisplayText.isValid(alias) ? alias : SecurityCheck.platform, platform: SecurityCheck.platform,
            keyStore: device.keyStore.type.kind)
        return try SignedStatement(
            signing: statement.serialized, type: .enrolment,
            with: [
                (.device, { try device.deviceSignature($0, attempt) }),
                (.pin, { Array(try pinKey.signature(for: $0)) }),
            ]
        ).serialized
    }

    /// Replaces the pending record by the active one, unless the record no longer belongs to this attempt.
    private func activate(
        _ attempt: ActivationRecord, _ answer: PersonalizeFinish.Response
    ) throws -> ActivationRecord {
        try device.activations.change { changes in
            guard let record = try changes.current(attempt) else { throw XignSdkError.activationGivenUp }
            let active = record.activated(userName: answer.userName, alias: answer.alias, factors: answer.factors)
            try changes.writeActive(active)
            return active
        }
    }
}
