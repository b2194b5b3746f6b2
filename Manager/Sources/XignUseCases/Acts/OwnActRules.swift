import XignDomain
import XignProtocol
import XignStorage

/// The rules under which an activation may confirm an act of its person on their own account.
struct OwnActRules {
    /// The number of exports of an account within a day. Each reads the whole account.
    static let exportsPerDay = 3
    private static let daySeconds: Int64 = 86_400

    /// The activation that confirms.
    let activation: Activation
    let policy: Policy
    let now: Timestamp
    let transaction: any Transaction

    /// - Parameter object: the digest of the object as the page showed it.
    func refusal(of act: OwnAct, about object: [UInt8]) throws -> ActRefusal? {
        try isCurrent(object, of: act) ? refusal(of: act) : .changed
    }

    private func isCurrent(_ object: [UInt8], of act: OwnAct) throws -> Bool {
        if case .removeAddress(let value) = act {
            return try transaction.verifiedAddress(value.bytes, of: activation.accountID)?.shownDigest == object
        }
        if case .acceptJoin(let link) = act { return try transaction.openOffer(of: link, at: now)?.digest == object }
        guard let device = act.device else { return object.isEmpty }
        return try transaction.activations.find(device)?.objectDigest == object
    }

    private func refusal(of act: OwnAct) throws -> ActRefusal? {
        switch act {
        case .connectDevice: try refusalOfNewDevice()
        case .removeDevice(let target): try refusal(ofEnding: try device(target, in: [.active, .pending]))
        case .lockDevice(let target): try refusal(ofLocking: try device(target, in: [.active]))
        case .exportData: try coolDown ?? (hasExportedTooOften() ? .exports : nil)
        case .deleteAccount: try coolDown ?? refusalOfDeletion()
        // A thief who has connected a device must not turn off the mails about it at once.
        case .removeAddress: coolDown
        case .makeRecoveryCode: try refusalOfRecoveryCode()
        case .removeRecoveryCode: try refusalOfRemovingRecoveryCode()
        case .acceptJoin(let link):
            try transaction.adds(link, to: activation.accountID) ? nil : .alreadyDone
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
}
