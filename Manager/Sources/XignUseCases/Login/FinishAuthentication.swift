import Metrics
import XignCrypto
import XignDomain
import XignProtocol
import XignStorage

/// `finish`: the only place where factors are judged.
///
/// One transaction under the activation's lock refuses if locked, verifies, records the failure or clears the count,
/// and commits. The answer waits until the commit is durable: a crash before it judges nothing that anybody learns of.
package struct FinishAuthentication: DeviceOperationHandler {
    package typealias Operation = Finish

    package init() {}

    /// The time that released attributes are kept: until the last token that gives access to them has expired.
    static let releaseSeconds =
        Process.collectionSeconds + AuthorizationCode.lifetimeSeconds + AccessToken.lifetimeSeconds
        + Timestamp.clockTolerance

    package func answer(_ request: Finish.Request, _ call: DeviceCall) async throws -> Finish.Response {
        try call.admit(.sessionToken(request.sessionToken))
        guard let consent = try? SignedStatement(parsing: request.consent.bytes, type: .consent) else {
            throw ProtocolError(.malformed)
        }
        let (claimant, deviceSignature) = try verifyDevice(request, consent, call)
        // Refusals are returned, since a throw would roll the count back.
        let answer = try await call.context.database.write { transaction -> Result<Finish.Response, ProtocolError> in
            // A utility process may change several activations: then the account comes first in every transaction.
            if claimant.isBound {
                _ = try transaction.accounts.lock(claimant.accountID)
                try transaction.lockAdministrators(losing: claimant.accountID)
            }
            guard try transaction.activations.countAttempt(claimant.activationID) else {
                return .failure(ProtocolError(.unauthenticated))
            }
            // Read behind the lock: another attempt may have changed it.
            let claimed = try ClaimedProcess(request.sessionId, token: request.sessionToken, transaction)
            let service = try transaction.declaredService(of: claimed.process)
            guard claimed.claim.activationID == claimant.activationID,
                let standing = try transaction.standings.find(claimant.activationID, at: service)
            else { return .failure(ProtocolError(.unauthenticated)) }
            guard let parties = try Parties(of: claimed.process, at: service, for: standing, call, transaction)
            else { return .failure(ProtocolError(.sessionEnded)) }
            let attempt = Attempt(
                process: claimed.process, standing: standing, parties: parties, consent: consent,
                deviceSignature: deviceSignature, call: call, transaction: transaction)
            if let repeated = try attempt.repetition() { return .success(repeated) }
            return try attempt.judge()
        }
        return try answer.get()
    }

    /// Verifies the device's signature before anything is counted, so that nobody without its key can lock an
    /// activation. No other factor is verified here: a guess is judged by the transaction that records it.
    private func verifyDevice(
        _ request: Finish.Request, _ consent: SignedStatement, _ call: DeviceCall
    ) throws -> (Claimant, VerifiedSignature) {
        let found = try call.context.database.readStatement {
            try $0.activations.claimant(of: request.sessionId)
        }
        guard let claimant = found, claimant.tokenHash == BearerHash(of: request.sessionToken),
            let signature = consent.verifiedSignature(by: claimant.device)
        else { throw ProtocolError(.unauthenticated) }
        return (claimant, signature)
    }
}

/// One attempt to finish a process, with everything that it is judged by.
private struct Attempt {
    /// The outcome of a statement that was not confirmed, remembered for its repetition.
    private enum Outcome: Codable { case refused }

    let process: Process
    let standing: Standing
    private var activation: Activation { standing.activation }
    let parties: Parties
    private var policy: Policy { parties.policy }
    let consent: SignedStatement
    /// Verified before the transaction, where many are verified in parallel. `judge` compares its key with the one that
    /// the activation has now.
    let deviceSignature: VerifiedSignature
    let call: DeviceCall
    let transaction: any Transaction

    /// The answer to a statement that was answered before, given again without effect; nil for a new one.
    func repetition() throws -> Finish.Response? {
        // A refusal replaces the statement, or ends the process: one that is pending was not refused.
        if pendingStatement?.bytes != consent.payload,
            try transaction.seenRequests.outcome(of: seenStatement, as: Outcome.self) == .refused
        {
            return refusedAgain()
        }
        let confirmation: Confirmation
        switch process.phase {
        case .confirmed(let made), .collected(let made, _): confirmation = made
        case .waiting, .claimed, .confirming, .declined, .expired: return nil
        }
        guard try transaction.evidence.statementHash(of: process.id) == Evidence.hash(of: consent.payload),
            let role = parties.role(confirmation.roleID)
        else { return nil }
        return success(role, failuresBefore: confirmation.failuresBefore)
    }

    /// The answer to a refused statement that is signed again, by any factors. A statement is judged once: it is not
    /// counted again.
    private func refusedAgain() -> Finish.Response {
        let lockout: Lockout =
            activation.lockout.isPermanent
            ? .permanent : .until(activation.lockout.lockedUntil ?? call.now, at: call.now)
        return .refusal(.init(lockout: lockout, nextStatement: pendingStatement.map { Octets($0.bytes) }))
    }

    /// The statement that waits for its signature; nil in any other phase.
    private var pendingStatement: Statement? {
        guard case .confirming(_, let statement) = process.phase(at: call.now) else { return nil }
        return statement
    }

    /// Recognises a statement by its content, whichever keys have signed it.
    private var seenStatement: SeenRequest {
        SeenRequest(.finish, of: activation.id, content: process.id.bytes + consent.payload)
    }

    func judge() throws -> Result<Finish.Response, ProtocolError> {
        guard let pending = pendingStatement else { return .failure(ProtocolError(.sessionEnded)) }
        guard pending.bytes == consent.payload, let statement = try? ConsentStatement(parsing: consent.payload)
        else {
            return .failure(ProtocolError(.statementMismatch))
        }
        guard activation.state == .active else { return .failure(ProtocolError(.activationUnknown)) }
        guard standing.account.isActive else { return .failure(ProtocolError(.accountDisabled)) }
        guard let role = try parties.roles().first(where: { $0.id == pending.roleID }),
            Consent.isCurrent(statement, service: parties.service, role: role),
            let releases = try attributes.current(statement, of: process.goal.login, at: parties.service)
        else {
            try expire()
            try record(.loginRefused, "rights or requirements changed since the statement was made")
            return .failure(ProtocolError(.policyChanged))
        }
        if let refusal = try ruleRefusal() {
            try expire()
            try record(.utilityRefused, "\(process.subject.purpose.rawValue): \(refusal.error.rawValue)")
            return .failure(refusal)
        }
        guard role.alternatives.contains(consent.factors) else { return .failure(ProtocolError(.factorSetMismatch)) }
        if let lockout = activation.lockout.pending(at: call.now) {
            try expire()
            return .failure(ProtocolError(.lockedOut, lockout: lockout))
        }
        let keys = try transaction.activations.factors(of: activation, known: deviceSignature.key).filter {
            consent.factors.contains($0.factor)
        }
        guard consent.isSigned(byExactly: keys, verified: deviceSignature) else {
            return .success(try countFailure(statement))
        }
        return .success(try accept(role, releases))
    }

    /// The refusal of a utility process or of an act by the rules that it began under: since then the activation may
    /// have got the factor, or the account too many activations.
    private func ruleRefusal() throws -> ProtocolError? {
        switch process.goal {
        case .website, .inApp, .pages: return nil
        case .utility(let utility):
            return try UtilityRules(activation: activation, policy: policy, now: call.now, transaction: transaction)
                .refusal(of: utility)
        case .act(let requested):
            return try ActRules(of: requested, policy: policy, now: call.now, transaction)
                .refusal(confirmedBy: activation)?.protocolError
        }
    }

    /// Counts a failure, and refuses.
    private func countFailure(_ statement: ConsentStatement) throws -> Finish.Response {
        let activations = transaction.activations
        try activations.recordFailure(activation.id, attempt: standing.attempts, at: call.now)
        let failures = try activations.failures(of: activation.id, since: call.now - policy.lockout.budgetSeconds)
        let lockout = policy.lockout.failed(
            activation.lockout, factors: consent.factors, failuresInBudget: failures, at: call.now)
        try activations.save(lockout: lockout, of: activation.id)
        try transaction.seenRequests.remember(
            seenStatement, outcome: Outcome.refused, until: process.lastMoment)
        try record(lockout.isPermanent ? .activationLocked : .loginRefused, reason(lockout))
        transaction.count(transaction.metrics.lockouts[lockout.isPermanent ? .permanent : .temporary])
        if lockout.isPermanent, !activation.lockout.isPermanent {
            try transaction.notices.append(
                NoticeEvent(
                    .activationLocked, at: call.now, accountID: activation.accountID, actor: activation.id,
                    device: activation.alias))
        }
        guard let pending = lockout.pending(at: call.now) else {
            return .refusal(.init(lockout: .permanent, nextStatement: nil))
        }
        return .refusal(
            .init(lockout: pending, nextStatement: try renewal(statement, lockout).map { Octets($0) }))
    }

    /// The failure in the words of the audit log. The device's signature is right, or nothing would be counted.
    private func reason(_ lockout: LockoutState) -> String {
        let factors = AuditEvent.text(of: consent.factors.filter { $0 != .device })
        let failures = lockout.failuresInARow
        let end = lockout.lockedUntil.map { "for \($0.secondsSince(call.now)) s" } ?? ""
        let lock = lockout.isPermanent ? "for good" : end
        return "\(AuditEvent.wrongFactor) \(factors), failure \(failures) in a row, locked \(lock)"
    }

    /// Renews the statement, so that it can be signed once the lockout is over.
    /// - Returns: nil where the process cannot outlive the lockout, and ends here.
    private func renewal(_ statement: ConsentStatement, _ lockout: LockoutState) throws -> [UInt8]? {
        let end = process.lastMoment
        guard !lockout.isPermanent, let lockedUntil = lockout.lockedUntil, lockedUntil < end else {
            try expire()
            return nil
        }
        let expiresAt = min(end, max(process.expiresAt, lockedUntil + 120))
        let challenge = Array(SecureRandom.bytes(count: 32))
        let next = Consent.renewed(statement, challenge: challenge, expiresAt: expiresAt, at: call.now).serialized
        guard let renewed = process.renewed(next, expiresAt: expiresAt), try transaction.processes.apply(renewed) else {
            return nil
        }
        return next
    }

    /// Confirms the process, and stores its effects and its evidence.
    private func accept(_ role: Role, _ releases: Releases) throws -> Finish.Response {
        let before = activation.lockout
        let failuresBefore = before.failuresInARow
        let activations = transaction.activations
        try activations.save(
            lockout: policy.lockout.succeeded(before, factors: consent.factors), of: activation.id, usedAt: call.now)
        let confirmed = process.confirmed(
            by: consent.factors, failuresBefore: failuresBefore, returnHash: returnHash, at: call.now)
        guard let confirmed, try transaction.processes.apply(confirmed) else { throw ProtocolError(.sessionEnded) }
        try transaction.evidence.insert(consent, of: process, by: activation, at: call.now)
        switch process.goal {
        case .website, .inApp:
            try attributes.run(
                releases, keptUntil: call.now + FinishAuthentication.releaseSeconds, at: call.now)
            try recordConfirmation()
        case .pages: try recordConfirmation()
        case .act(let requested): try recordConfirmation("transaction \(requested.text.type)")
        case .utility(let utility):
            try recordConfirmation(utility.subject.purpose.rawValue)
            try ConfirmedUtility(
                process: process, activation: activation, call: call, transaction: transaction
            ).run(utility, statement: consent.payload)
        }
        return success(role, failuresBefore: failuresBefore)
    }

    private func success(_ role: Role, failuresBefore: Int) -> Finish.Response {
        let secrets = call.secrets(of: consent.payload)
        return .success(
            .init(
                outcome: outcome,
                service: ServiceDescription(parties.service, in: process, issuer: call.context.issuer),
                organization: OrganizationDescription(parties.organization), roleName: role.name,
                failedAttemptsSinceLastSuccess: failuresBefore,
                grant: process.goal.yieldsGrant ? secrets.grant : nil,
                returnSecret: process.needsReturnSecret ? secrets.returnSecret : nil))
    }

    private var outcome: Finish.Outcome {
        switch process.subject {
        case .login, .transaction: .userLogin
        case .inAppLogin: .serviceLogin
        case .utility(let utility): utility.outcome
        }
    }

    /// The hash of the secret that the browser must bring back where app and browser are on one device; nil elsewhere.
    private var returnHash: BearerHash? {
        process.needsReturnSecret ? BearerHash(of: call.secrets(of: consent.payload).returnSecret) : nil
    }

    /// Ends the process without a result.
    private func expire() throws {
        if let expired = process.expired() { _ = try transaction.processes.apply(expired, as: .refused) }
    }

    private var attributes: ReleaseAttributes {
        ReleaseAttributes(
            process: process.id, activation: activation, service: process.serviceID, transaction: transaction)
    }

    /// Records the factors, too: a restore counts wrong PINs again until the PIN was right.
    private func recordConfirmation(_ act: String? = nil) throws {
        let factors = "\(AuditEvent.confirmedFactor) \(AuditEvent.text(of: consent.factors))"
        try record(.loginConfirmed, act.map { "\(factors), \($0)" } ?? factors)
    }

    private func record(_ kind: AuditEvent.Kind, _ detail: String? = nil) throws {
        try transaction.audit.append(
            AuditEvent(
                kind, at: call.now, accountID: activation.accountID, activationID: activation.id,
                serviceID: process.serviceID, sessionID: process.id, detail: detail))
    }
}
