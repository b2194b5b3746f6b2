import XignDomain
import XignProtocol
import XignStorage

/// The rules under which an activation may confirm an act: of its person on their own account, or as an administrator.
/// `RequestAct`, `finish` and `PerformAct` apply them on their own reads (protocol, section 9).
struct ActRules {
    let requested: RequestedAct
    /// Nil for an act on the own account, and where the act to be approved is over.
    private let scene: ActScene?
    /// Nil for any act but an approval of one that still waits.
    private let approval: PendingActRules?
    let policy: Policy
    let now: Timestamp
    let transaction: any Transaction

    /// Reads what decides about the act.
    /// - Parameter locked: the scene that a transaction has read which does the act; nil in any other.
    init(
        of requested: RequestedAct, behind locked: LockedAct? = nil, policy: Policy, now: Timestamp,
        _ transaction: any Transaction
    ) throws {
        (self.requested, self.policy, self.now, self.transaction) = (requested, policy, now, transaction)
        let subject = try locked?.subject ?? transaction.subject(of: requested.act)
        scene =
            try locked.map { $0.scene?.scene }
            ?? subject.map {
                try ActScene(
                    of: $0.effect, isApproval: $0.pending != nil, by: $0.actors(with: requested.accountID),
                    policy: policy, now: now, transaction)
            }
        approval =
            if let pending = subject?.pending, let scene {
                try PendingActRules(pending, scene, transaction)
            } else { nil }
    }

    /// - Returns: nil where the activation may confirm the act, and the object is as the page showed it. Only an
    ///   activation of the account that has asked may.
    func refusal(confirmedBy activation: Activation) throws -> ActRefusal? {
        guard activation.accountID == requested.accountID else { return .notPermitted }
        if case .own(let act) = requested.act {
            return try OwnActRules(activation: activation, policy: policy, now: now, transaction: transaction)
                .refusal(of: act, about: requested.object)
        }
        // `start` refuses a browser before this; a process of an older version may have passed it.
        if activation.isBrowser { return .notPermitted }
        if let seconds = activation.coolDown(at: now) { return .coolDown(seconds: seconds) }
        return switch requested.act {
        case .own: nil
        case .administration(let administration): refusal(of: administration)
        case .approve: refusalOfApproval
        }
    }

    private func refusal(of administration: Administration) -> ActRefusal? {
        guard let scene else { return .notThere }
        let needsIdentityCheck = type(of: administration.effect.definition).needsIdentityCheck
        guard administration.reason.identityCheck != nil || !needsIdentityCheck else { return .noIdentityCheck }
        if let refusal = scene.refusal(of: requested.accountID) { return refusal }
        guard !scene.hasTooManyOpenActs(requested.accountID) else { return .limit }
        // Nobody learns of an object that they have no right to, not even that it has changed.
        return scene.object?.digest == requested.object ? nil : .changed
    }

    /// Both administrators sign the same words about the same object.
    private var refusalOfApproval: ActRefusal? {
        guard let approval else { return .notThere }
        let pending = approval.pending
        return approval.refusal(of: requested.accountID)
            ?? (pending.object == requested.object && pending.text == requested.text ? nil : .changed)
    }
}

extension ActRefusal {
    /// The refusal as the device that confirms learns of it.
    var protocolError: ProtocolError {
        switch self {
        case .coolDown(let seconds): ProtocolError(.coolDown, retryAfterSeconds: seconds)
        case .changed: ProtocolError(.policyChanged)
        default: ProtocolError(.notAllowed)
        }
    }
}
