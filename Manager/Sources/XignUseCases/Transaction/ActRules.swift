import XignDomain
import XignProtocol
import XignStorage

/// The rules under which an activation may confirm an act of its account. `RequestTransaction`, `finish` and
/// `PerformTransaction` apply them on their own reads (protocol, section 9).
struct ActRules {
    /// The number of exports of an account within a day. Each reads the whole account.
    static let exportsPerDay = 3
    private static let daySeconds: Int64 = 86_400

    /// The activation that confirms.
    let activation: Activation
    let policy: Policy
    let now: Timestamp
    let transaction: any Transaction

    /// Returns true if the object of an act is as the page showed it.
    static func isCurrent(_ requested: RequestedAct, _ transaction: any Transaction) throws -> Bool {
        guard case .own(let act) = requested.act, let device = act.device else { return requested.object.isEmpty }
        return try transaction.activations.find(device)?.objectDigest == requested.object
    }

    /// - Returns: nil where the activation may confirm the act.
    func refusal(of act: RequestedAct.Act) throws -> ActRefusal? {
        switch act {
        case .own(let act): try refusal(ofOwn: act)
        case .administration, .approve: .notThere
        }
    }

    private func refusal(ofOwn act: OwnAct) throws -> ActRefusal? {
        switch act {
        case .connectDevice: try refusalOfNewDevice()
        case .removeDevice(let target): try refusal(ofEnding: try device(target, in: [.active, .pending]))
        case .lockDevice(let target): try refusal(ofLocking: try device(target, in: [.active]))
        case .exportData: try coolDown ?? (hasExportedTooOften() ? .exports : nil)
        case .deleteAccount: coolDown
        }
    }

    private var coolDown: ActRefusal? { activation.coolDown(at: now).map { .coolDown(seconds: $0) } }

    private func refusalOfNewDevice() throws -> ActRefusal? {
        let rules = UtilityRules(activation: activation, policy: policy, now: now, transaction: transaction)
        return try coolDown ?? rules.refusal(of: .newActivation).map { _ in .limit }
    }

    /// Judges the end of a device. A device may end itself, unless it is the last usable one; another device that was
    /// in use before it is protected by the cool-down, as from `revoke` (protocol, section 7).
    /// - Parameter device: nil where the account has no such device.
    private func refusal(ofEnding device: Activation?) throws -> ActRefusal? {
        guard let device else { return .notThere }
        guard device.id == activation.id else { return activation.isYounger(than: device) ? coolDown : nil }
        let others = try transaction.activations.all(of: activation.accountID).filter { $0.id != device.id }
        return others.contains(where: \.isUsable) ? nil : .lastDevice
    }

    private func refusal(ofLocking device: Activation?) throws -> ActRefusal? {
        device?.lockout.isPermanent == true ? .alreadyLocked : try refusal(ofEnding: device)
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

extension ActRefusal {
    /// The refusal as the device that confirms learns of it.
    var protocolError: ProtocolError {
        switch self {
        case .coolDown(let seconds): ProtocolError(.coolDown, retryAfterSeconds: seconds)
        case .changed: ProtocolError(.policyChanged)
        case .limit, .lastDevice, .notThere, .alreadyLocked, .exports, .malformedAlias, .locked, .deviceEnded,
            .sessionOver, .otherSession:
            ProtocolError(.notAllowed)
        }
    }
}
