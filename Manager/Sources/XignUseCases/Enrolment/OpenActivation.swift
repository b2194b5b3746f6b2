import XignCrypto
import XignDomain
import XignProtocol
import XignStorage

/// `open`: the device shows that it has the activation secret and knows its PIN.
package struct OpenActivation: DeviceOperationHandler {
    package typealias Operation = Open

    package init() {}

    static let tokenSeconds: Int64 = 600

    /// What became of a request.
    private enum Outcome: Codable {
        case opened
        /// The PIN was wrong, and counted.
        case refused(lockedUntil: Int64)
        case voided
        /// A lockout was pending: the PIN was not looked at.
        case lockedOut(until: Int64)
    }

    /// Not of a request: that the alarm was recorded.
    private enum Alarm: Codable { case raised }

    package func answer(_ request: Open.Request, _ call: DeviceCall) async throws -> Open.Response {
        if let existing = request.existingActivationId, (try? call.provenActivation(existing)) != nil {
            throw ProtocolError(.alreadyPersonalized)
        }
        let policy = try call.context.policy()
        let answer = try await call.context.database.write { transaction in
            try judge(request, policy, call, transaction)
        }
        return try answer.get()
    }

    /// A refusal is returned: what was counted must be kept.
    private func judge(
        _ request: Open.Request, _ policy: Policy, _ call: DeviceCall, _ transaction: any Transaction
    ) throws -> Result<Open.Response, ProtocolError> {
        let activations = transaction.activations
        // Unknown, void, expired, or the wrong secret: one answer, and nothing is counted, so that nobody without the secret can
        // void an activation.
        guard let found = try activations.find(request.activationId),
            found.secretHash == BearerHash(of: request.activationSecret), call.now < found.expiresAt,
            let account = try transaction.accounts.find(id: found.accountID), account.isActive
        else { return .failure(ProtocolError(.activationInvalid)) }
        if let outcome: Outcome = try transaction.seenRequests.outcome(of: call.seen(.open, of: found.id)) {
            return repeated(outcome, found, account, policy, call)
        }
        switch found.state {
        case .void: return .failure(ProtocolError(.activationInvalid))
        case .active, .revoked:
            try raiseAlarm(found, call, transaction)
            return .success(Self.alreadyUsed(found))
        case .pending: break
        }
        guard let (activation, _) = try activations.lock(found.id),
            let expected = try activations.pinProofHash(of: found)
        else { return .failure(ProtocolError(.activationInvalid)) }
        if let pending = activation.lockout.pending(at: call.now) {
            // Remembered, or whoever recorded it could have it counted later.
            let lockedUntil = activation.lockout.lockedUntil ?? call.now
            try remember(.lockedOut(until: lockedUntil.rawValue), activation, call, transaction)
            return .failure(ProtocolError(.lockedOut, lockout: pending))
        }
        guard expected == BearerHash(of: request.pinProof) else {
            return .success(try refuse(activation, policy, call, transaction))
        }
        try activations.insertOpenToken(
            hash: BearerHash(of: call.bearerValue(.open)), for: activation.id, challenge: call.challenge(.open),
            expiresAt: call.now + Self.tokenSeconds)
        try remember(.opened, activation, call, transaction)
        return .success(personalize(activation, account, policy, call))
    }

    /// Counts a wrong PIN.
    private func refuse(
        _ activation: Activation, _ policy: Policy, _ call: DeviceCall, _ transaction: any Transaction
    ) throws -> Open.Response {
        let activations = transaction.activations
        let wrongPINs = activation.wrongPINs + 1
        let lockedUntil = call.now + policy.lockout.activationWait(wrongPINs: wrongPINs)
        try activations.save(wrongPINs: wrongPINs, lockedUntil: lockedUntil, of: activation.id)
        let ofAccount = try activations.wrongPINs(
            of: activation.accountID, since: call.now - policy.lockout.budgetSeconds)
        let isVoid =
            wrongPINs >= LockoutPolicy.pendingActivationLimit || ofAccount >= LockoutPolicy.accountActivationLimit
        if isVoid { _ = try activations.void(activation.id) }
        try transaction.audit.append(
            AuditEvent(
                isVoid ? .activationVoided : .activationPINWrong, at: call.now, accountID: activation.accountID,
                activationID: activation.id))
        try remember(isVoid ? .voided : .refused(lockedUntil: lockedUntil.rawValue), activation, call, transaction)
        return .lockout(isVoid ? .permanent : .until(lockedUntil, at: call.now))
    }

    /// The answer to a request that was answered before: the same outcome, without effect.
    private func repeated(
        _ outcome: Outcome, _ activation: Activation, _ account: Account, _ policy: Policy, _ call: DeviceCall
    ) -> Result<Open.Response, ProtocolError> {
        switch outcome {
        case .opened: .success(personalize(activation, account, policy, call))
        case .refused(let lockedUntil): .success(.lockout(.until(Timestamp(rawValue: lockedUntil), at: call.now)))
        case .voided: .success(.lockout(.permanent))
        case .lockedOut(let end):
            .failure(ProtocolError(.lockedOut, lockout: .until(Timestamp(rawValue: end), at: call.now)))
        }
    }

    private func remember(
        _ outcome: Outcome, _ activation: Activation, _ call: DeviceCall, _ transaction: any Transaction
    ) throws {
        try transaction.seenRequests.remember(
            call.seen(.open, of: activation.id), outcome: outcome, until: activation.expiresAt)
    }

    /// Somebody has an activation that is in use. Recorded once for each, so that nobody fills the log with it.
    private func raiseAlarm(_ activation: Activation, _ call: DeviceCall, _ transaction: any Transaction) throws {
        let alarm = SeenRequest(.open, of: activation.id, content: Array("already used".utf8))
        let seen = transaction.seenRequests
        guard try seen.outcome(of: alarm, as: Alarm.self) == nil else { return }
        try seen.remember(alarm, outcome: Alarm.raised, until: activation.expiresAt)
        try transaction.audit.append(
            AuditEvent(
                .activationAlreadyUsed, at: call.now, accountID: activation.accountID, activationID: activation.id))
    }

    private static func alreadyUsed(_ activation: Activation) -> Open.Response {
        .alreadyUsed(at: (activation.personalizedAt ?? activation.createdAt).seconds)
    }

    private func personalize(
        _ activation: Activation, _ account: Account, _ policy: Policy, _ call: DeviceCall
    ) -> Open.Response {
        .personalize(
            Open.Personalize(
                openToken: call.bearerValue(.open), challenge: Octets(call.challenge(.open)), userName: account.name,
                organization: nil, service: nil, pinPolicy: policy.pin,
                newPinRequired: activation.pinOrigin == .assigned, requiredFactors: Policy.requiredFactors.sorted(),
                optionalFactors: policy.optionalFactors.sorted(), wrongPins: activation.wrongPINs))
    }
}
