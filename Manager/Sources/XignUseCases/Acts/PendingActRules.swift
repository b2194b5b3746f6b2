import XignDomain
import XignStorage

/// The rules under which an act gets its second confirmation.
///
/// The act is judged anew for both administrators, each by the rights that they have now.
struct PendingActRules {
    /// Acts of one administrator that wait at once.
    static let openPerAccount = 20

    let pending: PendingAct
    let policy: Policy
    let now: Timestamp
    let transaction: any Transaction

    /// - Parameter approver: the account of the second administrator; nil for the machine.
    /// - Returns: nil where the act may be confirmed and takes effect then.
    func refusal(of approver: AccountID?) throws -> ActRefusal? {
        let signed = try transaction.evidence.confirmation(in: pending.process, by: pending.accountID)
        guard pending.isOpen(at: now), signed?.subject == .transaction(pending.text) else { return .notThere }
        // The device may have been stolen: all that it has confirmed and nobody has finished ends with it.
        guard try isConfirmingDeviceUsable() else { return .deviceEnded }
        if let approver {
            guard try mayApprove(approver) else { return .notPermitted }
            guard approver != pending.accountID else { return .samePerson }
            // The second administrator could do the act, too.
            if let refusal = try rules(of: approver).refusal() { return refusal }
        } else if try hasSecondAdministrator() {
            return .secondAdministrator
        }
        // The first administrator still may.
        if let refusal = try rules(of: pending.accountID).refusal() { return refusal }
        return try AdministeredObject(pending.act.effect, transaction)?.digest == pending.object ? nil : .changed
    }

    private func isConfirmingDeviceUsable() throws -> Bool {
        let device = try transaction.evidence.record(of: pending.process)?.activationID
        return try device.flatMap { try transaction.activations.find($0) }?.isUsableAtConsole ?? false
    }

    private func mayApprove(_ account: AccountID) throws -> Bool {
        guard let found = try transaction.accounts.find(id: account) else { return false }
        return try Authority(of: found, for: .approvePendingAct, transaction) != nil
    }

    private func rules(of account: AccountID) -> AdministrationRules {
        AdministrationRules(
            effect: pending.act.effect, actor: account, policy: policy, now: now, transaction: transaction)
    }

    /// True where somebody can be the second person, so that the machine need not be: an administrator of the manager
    /// with a usable device, who has not confirmed the act already and is not its object.
    private func hasSecondAdministrator() throws -> Bool {
        let object = try AdministeredObject(pending.act.effect, transaction)
        return try transaction.administratorGrants.usableAdministrators().contains {
            $0 != pending.accountID && $0 != object?.account.id
        }
    }
}
