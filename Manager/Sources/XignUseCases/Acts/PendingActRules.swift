import XignDomain
import XignStorage

/// The rules under which an act gets its second confirmation.
///
/// The act is judged anew for both administrators, each by the rights that they have now.
struct PendingActRules {
    let pending: PendingAct
    private let scene: ActScene
    /// True where the first administrator has signed the text.
    private let isSigned: Bool
    private let isConfirmingDeviceUsable: Bool

    /// - Parameter scene: of the act, by both administrators.
    init(_ pending: PendingAct, _ scene: ActScene, _ transaction: any Transaction) throws {
        (self.pending, self.scene) = (pending, scene)
        let signed = try transaction.evidence.confirmation(in: pending.process, by: pending.accountID)
        isSigned = signed?.subject == .transaction(pending.text)
        let device = try transaction.evidence.record(of: pending.process)?.activationID
        isConfirmingDeviceUsable =
            try device.flatMap { try transaction.activations.find($0) }?.isUsableAtConsole ?? false
    }

    /// - Parameter approver: the account of the second administrator; nil for the machine.
    /// - Returns: nil where the act may be confirmed and takes effect then.
    func refusal(of approver: AccountID?) -> ActRefusal? {
        guard pending.isOpen(at: scene.now), isSigned else { return .notThere }
        // The device may have been stolen: all that it has confirmed and nobody has finished ends with it.
        guard isConfirmingDeviceUsable else { return .deviceEnded }
        if let approver {
            guard mayApprove(approver) else { return .notPermitted }
            guard approver != pending.accountID else { return .samePerson }
            // The second administrator could do the act, too.
            if let refusal = scene.refusal(of: approver) { return refusal }
        } else if scene.hasSecondAdministrator(beside: pending.accountID) {
            return .secondAdministrator
        }
        // The first administrator still may.
        if let refusal = scene.refusal(of: pending.accountID) { return refusal }
        return scene.object?.digest == pending.object ? nil : .changed
    }

    private func mayApprove(_ account: AccountID) -> Bool {
        guard let actor = scene.actors[account] else { return false }
        return !PermissionTable.scopes(of: actor.account, holding: actor.grants, for: .approvePendingAct).isEmpty
    }
}
