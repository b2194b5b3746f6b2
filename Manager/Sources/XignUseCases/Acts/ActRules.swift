import XignDomain
import XignProtocol
import XignStorage

/// The rules under which an activation may confirm an act: of its person on their own account, or as an administrator.
/// `RequestAct`, `finish` and `PerformAct` apply them on their own reads (protocol, section 9).
struct ActRules {
    /// The number of exports of an account within a day. Each reads the whole account.
    static let exportsPerDay = 3
    private static let daySeconds: Int64 = 86_400

    /// The activation that confirms.
    let activation: Activation
    let policy: Policy
    let now: Timestamp
    let transaction: any Transaction

    /// - Returns: nil where the activation may confirm the act, and the object is as the page showed it.
    func refusal(of requested: RequestedAct) throws -> ActRefusal? {
        switch requested.act {
        case .own(let act): try isCurrent(requested.object, of: act) ? refusal(ofOwn: act) : .changed
        // Nobody learns of an object that they have no right to, not even that it has changed.
        case .administration(let administration):
            try browser ?? coolDown ?? refusal(of: administration)
                ?? (AdministeredObject(administration.effect, transaction)?.digest == requested.object ? nil : .changed)
        case .approve(let id): try browser ?? coolDown ?? refusal(ofApproving: id, as: requested)
        }
    }

    // MARK: One's own account

    private func isCurrent(_ object: [UInt8], of act: OwnAct) throws -> Bool {
        guard let device = act.device else { return object.isEmpty }
        return try transaction.activations.find(device)?.objectDigest == object
    }

    private func refusal(ofOwn act: OwnAct) throws -> ActRefusal? {
        switch act {
        case .connectDevice: try refusalOfNewDevice()
        case .removeDevice(let target): try refusal(ofEnding: try device(target, in: [.active, .pending]))
        case .lockDevice(let target): try refusal(ofLocking: try device(target, in: [.active]))
        case .exportData: try coolDown ?? (hasExportedTooOften() ? .exports : nil)
        case .deleteAccount: try coolDown ?? refusalOfDeletion()
        }
    }

    private var coolDown: ActRefusal? { activation.coolDown(at: now).map { .coolDown(seconds: $0) } }

    private func refusalOfNewDevice() throws -> ActRefusal? {
        let rules = UtilityRules(activation: activation, policy: policy, now: now, transaction: transaction)
        return try coolDown ?? rules.refusal(of: .newActivation).map { _ in .limit }
    }

    /// Judges the end of a device. A device may end itself, unless it is the last usable one. Another device is
    /// protected by the cool-down if it was in use before, as from `revoke` (protocol, section 7), and if it is the one
    /// with which the last administrator acts. Only a browser could end that one: any other device would be left.
    /// - Parameter device: nil where the account has no such device.
    private func refusal(ofEnding device: Activation?) throws -> ActRefusal? {
        guard let device else { return .notThere }
        guard device.id == activation.id else {
            if activation.isYounger(than: device), let coolDown { return coolDown }
            return try transaction.isLastAdministrator(activation.accountID, losing: device.id)
                ? .lastAdministrator : nil
        }
        let others = try transaction.activations.all(of: activation.accountID).filter { $0.id != device.id }
        return others.contains(where: \.isUsable) ? nil : .lastDevice
    }

    private func refusal(ofLocking device: Activation?) throws -> ActRefusal? {
        device?.lockout.isPermanent == true ? .alreadyLocked : try refusal(ofEnding: device)
    }

    private func refusalOfDeletion() throws -> ActRefusal? {
        try transaction.isLastAdministrator(activation.accountID) ? .lastAdministrator : nil
    }

    private func device(_ id: ActivationID, in states: [Activation.State]) throws -> Activation? {
        try transaction.activations.find(id).flatMap {
            $0.accountID == activation.accountID && states.contains($0.state) ? $0 : nil
        }
    }

    private func hasExportedTooOften() throws -> Bool {
        try transaction.notices.count(.accountExported, of: activation.accountID, since: now - Self.daySeconds)
            >= Self.exportsPerDay
    }

    // MARK: Administrators

    /// `start` refuses a browser before this; a process of an older version may have passed it.
    private var browser: ActRefusal? { activation.isBrowser ? .notPermitted : nil }

    private func refusal(of administration: Administration) throws -> ActRefusal? {
        let effect = administration.effect
        guard administration.reason.identityCheck != nil || !effect.needsIdentityCheck else { return .noIdentityCheck }
        let rules = AdministrationRules(
            effect: effect, actor: activation.accountID, policy: policy, now: now, transaction: transaction)
        return try rules.refusal() ?? (takesTwoPersons(effect) && hasTooManyPendingActs() ? .limit : nil)
    }

    private func takesTwoPersons(_ effect: Administration.Effect) throws -> Bool {
        let isOnHolder = try AdministeredObject(effect, transaction)?.holdsManagerGrant ?? false
        return effect.level(by: activation.accountID, onHolderOfManagerGrant: isOnHolder) == .twoPersons
    }

    /// Both administrators sign the same words about the same object.
    private func refusal(ofApproving id: PendingActID, as requested: RequestedAct) throws -> ActRefusal? {
        guard let pending = try transaction.pendingActs.find(id) else { return .notThere }
        let rules = PendingActRules(pending: pending, policy: policy, now: now, transaction: transaction)
        return try rules.refusal(of: activation.accountID)
            ?? (pending.object == requested.object && pending.text == requested.text ? nil : .changed)
    }

    private func hasTooManyPendingActs() throws -> Bool {
        try transaction.pendingActs.all(begunAfter: now - PendingAct.maximumSeconds)
            .count { $0.accountID == activation.accountID } >= PendingActRules.openPerAccount
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
