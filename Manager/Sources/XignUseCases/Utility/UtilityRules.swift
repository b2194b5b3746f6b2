import XignDomain
import XignProtocol
import XignStorage

/// The rules under which an activation may begin and finish a utility process. `startUtility`, `finish` and
/// `finishUtility` apply them on their own reads (protocol, section 7).
struct UtilityRules {
    let activation: Activation
    let policy: Policy
    let now: Timestamp
    let transaction: any Transaction

    /// Judges the act that a device asks for.
    /// - Returns: the goal of its process, with the data that the statement will name.
    func judge(_ utility: StartUtility.Utility, by client: ClientInformation) throws -> Result<
        Goal.Utility, ProtocolError
    > {
        let goal: Goal.Utility
        switch utility {
        case .changePin: goal = .changePin
        case .newActivation: goal = .newActivation
        case .delete: goal = .delete
        case .addFactor(let factor): goal = .addFactor(factor)
        case .revoke(let target):
            guard let found = try revocable(target) else { return .failure(ProtocolError(.notAllowed)) }
            goal = .revoke(found.subject)
        }
        let refusal =
            try refusal(of: goal) ?? policy.security.refusal(of: client, enrolledAs: activation.platform)
        return refusal.map { .failure($0) } ?? .success(goal)
    }

    /// - Returns: `notAllowed`, `coolDown`, `factorRefused` or `policyChanged`; nil where the process is allowed.
    func refusal(of utility: Goal.Utility) throws -> ProtocolError? {
        switch utility {
        case .changePin: nil
        case .addFactor(let factor): try isOffered(factor) ? nil : ProtocolError(.factorRefused)
        case .newActivation:
            try coolDown ?? (isBelowLimits() && !isBrowserOfOperator() ? nil : ProtocolError(.notAllowed))
        case .delete:
            try coolDown
                ?? (transaction.isLastAdministrator(activation.accountID) ? ProtocolError(.notAllowed) : nil)
        case .revoke(let target): try refusal(ofRevoking: target.id)
        case .merge(let invitation):
            try MergeInvitation.isCurrent(invitation, for: activation.accountID, at: now, transaction)
                ? nil : ProtocolError(.policyChanged)
        }
    }

    private var coolDown: ProtocolError? {
        activation.coolDown(at: now).map { ProtocolError(.coolDown, retryAfterSeconds: $0) }
    }

    /// Each factor can be added once: an activation whose biometric factor has become invalid is replaced as a whole.
    private func isOffered(_ factor: FactorType) throws -> Bool {
        try policy.optionalFactors(on: activation.platform).contains(factor)
            && transaction.activations.factor(factor, of: activation) == nil
    }

    /// Each pending activation counts as the active one that it can become.
    private func isBelowLimits() throws -> Bool {
        let counts = try transaction.activations.counts(of: activation.accountID, at: now)
        let wrongPINs = try transaction.activations.wrongPINs(
            of: activation.accountID, since: now - policy.lockout.budgetSeconds)
        let connected = try transaction.notices.count(
            .activationPersonalized, of: activation.accountID, since: now - ActivationLimits.daySeconds)
        return counts.pending < ActivationLimits.pending && counts.pending + counts.active < ActivationLimits.active
            && counts.pending + connected < ActivationLimits.connectedPerDay
            && wrongPINs < LockoutPolicy.accountActivationLimit
    }

    /// True for the browser of somebody who may enter the console. It could otherwise make a device for the console,
    /// where it is refused itself.
    private func isBrowserOfOperator() throws -> Bool {
        try activation.isBrowser && transaction.administratorGrants.all(of: activation.accountID).mayEnterConsole
    }

    /// The device of the last administrator is protected from their browser: see `OwnActRules`.
    private func refusal(ofRevoking target: ActivationID) throws -> ProtocolError? {
        guard let found = try revocable(target),
            try !transaction.isLastAdministrator(activation.accountID, losing: target)
        else { return ProtocolError(.notAllowed) }
        return activation.isYounger(than: found) ? coolDown : nil
    }

    /// Finds another activation of the account that is in use or waits for its device. There is one answer for the
    /// prover itself, for an unknown activation, for another account's, and for one that has ended.
    private func revocable(_ target: ActivationID) throws -> Activation? {
        guard target != activation.id, let found = try transaction.activations.find(target),
            found.accountID == activation.accountID, found.state == .active || found.state == .pending
        else { return nil }
        return found
    }
}

extension Activation {
    /// The activation as the statement of its revocation names it.
    fileprivate var subject: ActivationSubject {
        ActivationSubject(
            id: id, alias: alias.isEmpty ? nil : alias, platform: platform, since: personalizedAt?.seconds)
    }
}

extension Transaction {
    /// Records the refusal of a utility process: once a day for each purpose and reason.
    func auditOnce(
        refusal: ProtocolError, of purpose: Purpose, activation: Activation, at now: Timestamp
    ) throws {
        let detail = "\(purpose.rawValue): \(refusal.findingsText ?? refusal.error.rawValue)"
        try auditOnce(
            AuditEvent(
                .utilityRefused, at: now, accountID: activation.accountID, activationID: activation.id, detail: detail),
            mark: SeenRequest(.startUtility, of: activation.id, content: Array(detail.utf8)), until: now + 86_400)
    }
}
