import XignCrypto
import XignDomain
import XignProtocol
import XignStorage

/// A change that is asked for with a grant, in the transaction that spends the grant. Each change is in a file of its
/// own; the deletion is `Performer.remove`.
struct KeyChange {
    let request: FinishUtility.Request
    let signed: SignedKeyChange
    let grant: UtilityGrant
    /// As it is behind its lock, which comes after the account's.
    let activation: Activation
    let policy: Policy
    let call: DeviceCall
    let transaction: any Transaction

    /// Judges the grant and the rules, applies the change, and spends the grant.
    ///
    /// A refusal that is recorded, or that spends the grant, is returned; any other is thrown.
    func run() throws -> Result<UtilityGrant.Outcome, ProtocolError> {
        guard isGranted, let confirmation = try confirmation else {
            return .failure(try recorded(ProtocolError(.grantMismatch)))
        }
        guard grant.spent == nil else { return .failure(ProtocolError(.grantSpent)) }
        guard call.now.isBefore(grant.expiresAt, ofLifetime: UtilityGrant.lifetimeSeconds),
            call.now < Timestamp(seconds: confirmation.expiresAt) + UtilityGrant.lifetimeSeconds
        else { return .failure(ProtocolError(.grantExpired)) }
        try call.refuseIfLocked(activation)
        let rules = UtilityRules(activation: activation, policy: policy, now: call.now, transaction: transaction)
        if let refusal = try rules.refusal(of: signed.goal) { return .failure(try recorded(refusal)) }
        guard request.secret == nil else { return .failure(ProtocolError(.mailUnavailable)) }
        let outcome = try apply()
        guard try transaction.utilityGrants.spend(hash: grant.hash, body: call.bodyCode, outcome: outcome) else {
            throw ProtocolError(.grantSpent)
        }
        return .success(outcome)
    }

    /// True if the grant is for this change, and follows from a consent statement. A row that somebody has written into
    /// the database does not: the manager's secret is elsewhere.
    private var isGranted: Bool {
        let factor: FactorType? = if case .addFactor(let factor) = signed.goal { factor } else { nil }
        return grant.activationID == activation.id && grant.purpose == signed.statement.purpose
            && grant.factor == factor && constantTimeEqual(grant.consentHash, signed.statement.consentHash)
            && request.grant == call.secrets(ofStatementHash: grant.consentHash).grant
    }

    /// The signed statement that the grant follows from; nil where it is missing, or confirms another change. The row
    /// of the grant has purpose and expiry, too, but can be written.
    private var confirmation: ConsentStatement? {
        get throws {
            let found = try transaction.evidence.confirmation(ofHash: grant.consentHash, by: activation)
            return found?.subject == .utility(signed.goal.subject) ? found : nil
        }
    }

    /// Applies the change, and keeps its statement, which tells the keys that verify older evidence.
    /// - Throws: `enrolmentRefused`.
    private func apply() throws -> UtilityGrant.Outcome {
        var end: Timestamp?
        switch signed.statement.change {
        case .changePin(let key):
            guard try changePIN(to: key) else { return .samePin }
        case .addFactor(let key): try addFactor(key)
        case .newActivation(let new): end = try issue(new)
        case .delete:
            try act.remove(activation.accountID)
            return .done(until: nil)
        }
        try transaction.evidence.insert(
            keyChange: signed.signed, grant: grant.hash, of: activation, at: call.now)
        return .done(until: end)
    }

    private func recorded(_ refusal: ProtocolError) throws -> ProtocolError {
        try transaction.auditOnce(
            refusal: refusal, of: signed.statement.purpose, activation: activation, at: call.now)
        return refusal
    }

    /// The act of the device, which records the change and tells the account's other devices.
    var act: Performer { Performer(actor: .device(activation.id), now: call.now, transaction: transaction) }
}
