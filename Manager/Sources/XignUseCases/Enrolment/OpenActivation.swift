import XignCrypto
import XignDomain
import XignProtocol
import XignStorage

/// `open`: the device shows that it has the activation secret and knows its PIN (protocol, section 4).
///
/// A device that proves an existing activation at this manager cannot have another one. It may accept an invitation
/// with its account: then the right PIN begins a merge.
package struct OpenActivation: DeviceOperationHandler {
    package typealias Operation = Open

    package init() {}

    package func answer(_ request: Open.Request, _ call: DeviceCall) async throws -> Open.Response {
        let existing = try provenActivation(request, call)
        // A refusal is returned: the count must be kept.
        let answer = try await call.context.database.write { transaction -> Result<Open.Response, ProtocolError> in
            // Unknown, expired, or the wrong secret: one answer, and nothing is counted, so that nobody without the
            // secret can void an activation.
            guard let activation = try transaction.activations.find(request.activationId),
                activation.secretHash == BearerHash(of: request.activationSecret), call.now < activation.expiresAt,
                let account = try transaction.accounts.find(id: activation.accountID), account.isActive
            else { return .failure(ProtocolError(.activationInvalid)) }
            if activation.kind == .recovery, activation.state == .pending {
                guard try transaction.mayBecomeDevice(activation, lockingAccount: account.id, at: call.now) else {
                    return .failure(ProtocolError(.activationInvalid))
                }
            }
            let opening = Opening(
                request: request, name: try call.name(activation.id, transaction), activation: activation,
                account: account,
                // Read again: it may have been revoked since its signature was verified.
                existing: try existing.flatMap { try transaction.activations.find($0) }.flatMap {
                    $0.state == .active ? $0 : nil
                },
                policy: try transaction.declared.policy(), call: call, transaction: transaction)
            return try opening.repetition() ?? opening.run()
        }
        return try answer.get()
    }

    /// The existing activation that the device proves, also of a disabled account. An unproven one counts as absent, so
    /// that no answer tells which activations exist.
    private func provenActivation(_ request: Open.Request, _ call: DeviceCall) throws -> ActivationID? {
        guard let id = request.existingActivationId else { return nil }
        do { return try call.provenActivation(id, of: .all).id } catch is ProtocolError { return nil }
    }
}

/// One attempt to open an activation, by a device that has its secret.
private struct Opening {
    let request: Open.Request
    let name: RequestName
    /// As it was found; `judgePIN` needs it as it is behind its lock.
    var activation: Activation
    let account: Account
    /// The activation that the device has proved to have.
    let existing: Activation?
    let policy: Policy
    let call: DeviceCall
    let transaction: any Transaction

    typealias Answer = Result<Open.Response, ProtocolError>

    /// The outcome of a request, remembered for its repetition.
    private enum Outcome: Codable {
        /// - Parameter until: the token's expiry; nil where a former version has issued it in another form.
        case opened(until: Int64?)
        case merge(SessionID)
        /// The PIN was wrong, and counted.
        case refused(lockedUntil: Int64)
        case voided
        /// A lockout was pending: the PIN was not looked at.
        case lockedOut(until: Int64)
        /// The device was insufficient: the PIN was not looked at.
        case insufficient([SecurityFinding])
    }

    /// The effect of the right PIN.
    private enum Effect {
        case personalize
        /// The device accepts the invitation with an existing activation.
        case merge(Placeholder, with: Activation)
    }

    /// The answer to a request that was answered before, given again without effect; nil for a new one.
    func repetition() throws -> Answer? {
        switch try transaction.seenRequests.outcome(of: SeenRequest(name), as: Outcome.self) {
        case nil: nil
        case .opened(let end)?: try personalizeAgain(until: end.map(Timestamp.init(rawValue:)))
        case .merge(let session)?: try merge(session)
        case .refused(let lockedUntil)?:
            .success(.lockout(.until(Timestamp(rawValue: lockedUntil), at: call.now)))
        case .voided?: .success(.lockout(.permanent))
        case .lockedOut(let end)?:
            .failure(ProtocolError(.lockedOut, lockout: .until(Timestamp(rawValue: end), at: call.now)))
        case .insufficient(let findings)?: .failure(ProtocolError(.securityInsufficient, findings: findings))
        }
    }

    func run() throws -> Answer {
        if let existing, try transaction.accounts.find(id: existing.accountID)?.isActive != true {
            return .failure(ProtocolError(.accountDisabled))
        }
        switch activation.state {
        case .void: return .failure(ProtocolError(.activationInvalid))
        case .active, .revoked, .merged:
            if existing?.id == activation.id { return .failure(ProtocolError(.alreadyPersonalized)) }
            try raiseAlarm()
            return .success(.alreadyUsed(at: (activation.personalizedAt ?? activation.createdAt).seconds))
        case .pending: break
        }
        let effect: Effect
        switch try self.effect() {
        case .success(let permitted): effect = permitted
        case .failure(let refusal): return .failure(refusal)
        }
        if let refusal = policy.security.refusal(
            of: request.client, enrolledAs: (existing ?? activation).platform)
        {
            return .failure(try recorded(refusal))
        }
        guard let (current, _) = try transaction.activations.lock(activation.id),
            let expected = try transaction.activations.pinProofHash(of: activation)
        else { return .failure(ProtocolError(.activationInvalid)) }
        var locked = self
        locked.activation = current
        return try locked.judgePIN(expected: expected, effect)
    }

    /// Decides what the right PIN will do. No PIN is looked at, and nothing is counted.
    private func effect() throws -> Result<Effect, ProtocolError> {
        let named = try transaction.invitations.find(activation.id)?.namedAccountID
        guard let existing else {
            // Otherwise whoever has link and PIN would get the roles that are meant for the named account.
            return named == nil ? .success(.personalize) : .failure(ProtocolError(.otherAccount))
        }
        guard let placeholder = try Placeholder(of: activation, transaction),
            existing.accountID != activation.accountID
        else { return .failure(ProtocolError(.alreadyPersonalized)) }
        guard named == nil || named == existing.accountID else { return .failure(ProtocolError(.otherAccount)) }
        guard request.client.supports(.merge) else { return .failure(ProtocolError(.clientTooOld)) }
        return .success(.merge(placeholder, with: existing))
    }

    private func judgePIN(expected: BearerHash, _ effect: Effect) throws -> Answer {
        if let pending = activation.lockout.pending(at: call.now) {
            // Remembered, or else anybody who recorded the request could have it counted later.
            let lockedUntil = activation.lockout.lockedUntil ?? call.now
            try remember(.lockedOut(until: lockedUntil.rawValue))
            return .failure(ProtocolError(.lockedOut, lockout: pending))
        }
        guard expected == BearerHash(of: request.pinProof) else { return .success(try countWrongPIN()) }
        switch effect {
        case .personalize:
            let end = call.now + OpenToken.lifetimeSeconds
            let token = try token(until: end)
            try transaction.activations.insertOpenToken(
                hash: BearerHash(of: token), for: activation.id, challenge: name.challenge, expiresAt: end)
            try remember(.opened(until: end.rawValue))
            return .success(try personalize(token))
        case .merge(let placeholder, let existing):
            let process = try BoundProcesses(activation: existing, now: call.now, transaction: transaction)
                .begin(.merge(placeholder.invitation), token: name.bearerValue)
            try remember(.merge(process.id))
            return try merge(process.id)
        }
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
        try transaction.auditOnce(
            event(.activationAlreadyUsed),
            mark: SeenRequest(.open, of: activation.id, content: Array("already used".utf8)),
            until: activation.expiresAt)
    }

    /// Remembers the refusal of an insufficient device for its repetition, which would otherwise be judged, and its PIN
    /// counted, once the policy is another one. Records it once for each activation.
    private func recorded(_ refusal: ProtocolError) throws -> ProtocolError {
        try remember(.insufficient(refusal.findings))
        try transaction.auditOnce(
            event(.activationRefused, refusal.findingsText),
            mark: SeenRequest(.open, of: activation.id, content: Array(refusal.error.rawValue.utf8)),
            until: activation.expiresAt)
        return refusal
    }

    private func remember(_ outcome: Outcome) throws {
        try transaction.seenRequests.remember(SeenRequest(name), outcome: outcome, until: activation.expiresAt)
    }

    private func audit(_ kind: AuditEvent.Kind) throws { try transaction.audit.append(event(kind)) }

    private func event(_ kind: AuditEvent.Kind, _ detail: String? = nil) -> AuditEvent {
        AuditEvent(kind, at: call.now, accountID: activation.accountID, activationID: activation.id, detail: detail)
    }

    // MARK: Answers

    private func personalize(_ token: SecretOctets) throws -> Open.Response {
        .personalize(
            Open.Personalize(
                openToken: token, challenge: Octets(name.challenge), userName: account.name,
                alias: activation.alias.isEmpty ? nil : activation.alias, organization: try invitingOrganization,
                service: nil, pinPolicy: policy.pin, newPinRequired: activation.pinOrigin == .assigned,
                requiredFactors: Policy.requiredFactors.sorted(),
                optionalFactors: policy.optionalFactors(on: request.client.platform).sorted(),
                wrongPins: activation.wrongPINs))
    }

    /// Gives the token that was issued before. Who can write to the database can change an outcome, or the account of
    /// an activation: then another token is computed, which was never stored.
    private func personalizeAgain(until end: Timestamp?) throws -> Answer {
        guard let token = try end.map({ try token(until: $0) }),
            try transaction.activations.hasOpenToken(hash: BearerHash(of: token), of: activation.id)
        else { return .failure(ProtocolError(.activationInvalid)) }
        return .success(try personalize(token))
    }

    private func token(until end: Timestamp) throws -> SecretOctets {
        OpenToken(
            for: activation, challenge: name.challenge, expiresAt: end,
            managerSecret: try transaction.vault.managerSecret
        ).value
    }

    /// Nil where the activation is no invitation to an organization.
    private var invitingOrganization: OrganizationDescription? {
        get throws {
            try transaction.invitations.find(activation.id)
                .flatMap { try $0.organizationID.flatMap { try transaction.organizations.find(id: $0) } }
                .map { OrganizationDescription($0) }
        }
    }

    /// The process of a merge, as long as it is open.
    private func merge(_ session: SessionID) throws -> Answer {
        guard let process = try transaction.processes.find(session), process.phase(at: call.now).isOpen,
            case .utility(.merge(let invitation)) = process.goal, let organization = try invitingOrganization
        else { return .failure(ProtocolError(.sessionEnded)) }
        return .success(
            .merge(
                Open.Merge(
                    sessionId: session, sessionToken: name.bearerValue, organization: organization,
                    address: invitation.subject.address)))
    }
}
