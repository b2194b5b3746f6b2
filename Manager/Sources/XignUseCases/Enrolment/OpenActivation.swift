import XignCrypto
import XignDomain
import XignProtocol
import XignStorage

/// `open`: the device shows that it has the activation secret and knows its PIN.
package struct OpenActivation: DeviceOperationHandler {
    package typealias Operation = Open

    package init() {}

    static let tokenSeconds: Int64 = 600

    package func answer(_ request: Open.Request, _ call: DeviceCall) async throws -> Open.Response {
        if let existing = request.existingActivationId, (try? call.provenActivation(existing)) != nil {
            throw ProtocolError(.alreadyPersonalized)
        }
        let policy = try call.context.policy()
        // A refusal is returned: the count must be kept.
        let answer = try await call.context.database.write { transaction -> Result<Open.Response, ProtocolError> in
            // Unknown, void, expired, or the wrong secret: one answer, and nothing is counted, so that nobody without
            // the secret can void an activation.
            guard let activation = try transaction.activations.find(request.activationId),
                activation.secretHash == BearerHash(of: request.activationSecret), call.now < activation.expiresAt,
                let account = try transaction.accounts.find(id: activation.accountID), account.isActive
            else { return .failure(ProtocolError(.activationInvalid)) }
            let opening = Opening(
                request: request, activation: activation, account: account, policy: policy, call: call,
                transaction: transaction)
            return try opening.repetition() ?? opening.run()
        }
        return try answer.get()
    }
}

/// One attempt to open an activation, by a device that has its secret.
private struct Opening {
    let request: Open.Request
    /// As it was found; `judgePIN` needs it as it is behind its lock.
    var activation: Activation
    let account: Account
    let policy: Policy
    let call: DeviceCall
    let transaction: any Transaction

    typealias Answer = Result<Open.Response, ProtocolError>

    /// The outcome of a request, remembered for its repetition.
    private enum Outcome: Codable {
        case opened
        /// The PIN was wrong, and counted.
        case refused(lockedUntil: Int64)
        case voided
        /// A lockout was pending: the PIN was not looked at.
        case lockedOut(until: Int64)
    }

    /// The mark that the alarm was recorded; no outcome of a request.
    private enum Alarm: Codable { case raised }

    /// The answer to a request that was answered before, given again without effect; nil for a new one.
    func repetition() throws -> Answer? {
        switch try transaction.seenRequests.outcome(of: seen, as: Outcome.self) {
        case nil: nil
        case .opened?: .success(personalize)
        case .refused(let lockedUntil)?:
            .success(.lockout(.until(Timestamp(rawValue: lockedUntil), at: call.now)))
        case .voided?: .success(.lockout(.permanent))
        case .lockedOut(let end)?:
            .failure(ProtocolError(.lockedOut, lockout: .until(Timestamp(rawValue: end), at: call.now)))
        }
    }

    func run() throws -> Answer {
        switch activation.state {
        case .void: return .failure(ProtocolError(.activationInvalid))
        case .active, .revoked, .merged:
            try raiseAlarm()
            return .success(.alreadyUsed(at: (activation.personalizedAt ?? activation.createdAt).seconds))
        case .pending: break
        }
        guard let (current, _) = try transaction.activations.lock(activation.id),
            let expected = try transaction.activations.pinProofHash(of: activation)
        else { return .failure(ProtocolError(.activationInvalid)) }
        var locked = self
        locked.activation = current
        return try locked.judgePIN(expected: expected)
    }

    private func judgePIN(expected: BearerHash) throws -> Answer {
        if let pending = activation.lockout.pending(at: call.now) {
            // Remembered, or else anybody who recorded the request could have it counted later.
            let lockedUntil = activation.lockout.lockedUntil ?? call.now
            try remember(.lockedOut(until: lockedUntil.rawValue))
            return .failure(ProtocolError(.lockedOut, lockout: pending))
        }
        guard expected == BearerHash(of: request.pinProof) else { return .success(try countWrongPIN()) }
        try transaction.activations.insertOpenToken(
            hash: BearerHash(of: call.bearerValue(.open)), for: activation.id, challenge: call.challenge(.open),
            expiresAt: call.now + OpenActivation.tokenSeconds)
        try remember(.opened)
        return .success(personalize)
    }

    /// Counts a wrong PIN.
    private func countWrongPIN() throws -> Open.Response {
        let activations = transaction.activations
        let wrongPINs = activation.wrongPINs + 1
        let lockedUntil = call.now + policy.lockout.activationWait(wrongPINs: wrongPINs)
        try activations.save(wrongPINs: wrongPINs, lockedUntil: lockedUntil, of: activation.id)
        let wrongPINsOfAccount = try activations.wrongPINs(
            of: activation.accountID, since: call.now - policy.lockout.budgetSeconds)
        let isVoid =
            wrongPINs >= LockoutPolicy.pendingActivationLimit
            || wrongPINsOfAccount >= LockoutPolicy.accountActivationLimit
        if isVoid { _ = try activations.void(activation.id) }
        try audit(isVoid ? .activationVoided : .activationPINWrong)
        try remember(isVoid ? .voided : .refused(lockedUntil: lockedUntil.rawValue))
        return .lockout(isVoid ? .permanent : .until(lockedUntil, at: call.now))
    }

    /// Records that somebody has the link of an activation that is in use: once for each, so that nobody fills the
    /// audit log with it.
    private func raiseAlarm() throws {
        let alarm = SeenRequest(.open, of: activation.id, content: Array("already used".utf8))
        let seenRequests = transaction.seenRequests
        guard try seenRequests.outcome(of: alarm, as: Alarm.self) == nil else { return }
        try seenRequests.remember(alarm, outcome: Alarm.raised, until: activation.expiresAt)
        try audit(.activationAlreadyUsed)
    }

    private var seen: SeenRequest { call.seen(.open, of: activation.id) }

    private func remember(_ outcome: Outcome) throws {
        try transaction.seenRequests.remember(seen, outcome: outcome, until: activation.expiresAt)
    }

    private func audit(_ kind: AuditEvent.Kind) throws {
        try transaction.audit.append(
            AuditEvent(kind, at: call.now, accountID: activation.accountID, activationID: activation.id))
    }

    private var personalize: Open.Response {
        .personalize(
            Open.Personalize(
                openToken: call.bearerValue(.open), challenge: Octets(call.challenge(.open)), userName: account.name,
                organization: nil, service: nil, pinPolicy: policy.pin,
                newPinRequired: activation.pinOrigin == .assigned, requiredFactors: Policy.requiredFactors.sorted(),
                optionalFactors: policy.optionalFactors.sorted(), wrongPins: activation.wrongPINs))
    }
}
