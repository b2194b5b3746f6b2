import XignDomain
import XignProtocol
import XignStorage

/// Does an act that was confirmed on a device, for the browser session that has asked for it.
package struct PerformTransaction: Sendable {
    package enum Outcome: Sendable {
        case deviceConnected(ConnectedDevice)
        case deviceRemoved, deviceLocked
        /// The export, which is not kept.
        case exported([UInt8])
        case accountDeleted
        /// Nothing was decided yet, or the return secret is missing.
        case open
        /// The process was declined, has expired, or was used.
        case over
        case refused(ActRefusal)
    }

    private let context: Context

    package init(_ context: Context) { self.context = context }

    /// - Parameters:
    ///   - id: a process whose cookie the browser has shown.
    ///   - session: the session whose cookie the same request has shown.
    ///   - returnSecret: the secret that the browser brought back from the app, where both are on the same device.
    package func callAsFunction(
        _ id: SessionID, in session: BrowserSession, returnSecret: SecretOctets? = nil
    ) async throws -> Outcome {
        let performance = Performance(
            id: id, session: session, returnSecret: returnSecret, handout: try handout(id, session, returnSecret),
            policy: try context.policy(), now: context.clock.now())
        let outcome = try await context.database.write { try performance.run($0) }
        // Read after the commit: no other transaction waits for it.
        guard case .exported = outcome else { return outcome }
        return .exported(try ExportOwnData(context)(session.accountID))
    }

    /// Draws and stretches the PIN of a device that is to be connected, which takes a while: never within the
    /// transaction, and only where that goes on to the act. Requests that change nothing can be repeated without end.
    private func handout(
        _ id: SessionID, _ session: BrowserSession, _ returnSecret: SecretOctets?
    ) throws -> ActivationHandout? {
        guard let process = try context.database.read({ try $0.processes.find(id) }),
            case .confirmed(let confirmation) = process.phase(at: context.clock.now()),
            case .transaction(let requested) = process.goal, case .own(.connectDevice) = requested.act,
            requested.browserSession == session.id,
            !process.needsReturnSecret || returnSecret.map({ BearerHash(of: $0) }) == confirmation.returnHash
        else { return nil }
        return try ActivationHandout(pin: Context.generatePIN(), context)
    }
}

/// One attempt of a browser to have its act done.
private struct Performance: Sendable {
    let id: SessionID
    let session: BrowserSession
    let returnSecret: SecretOctets?
    /// Inserted by the act that connects a device; nil for any other.
    let handout: ActivationHandout?
    let policy: Policy
    let now: Timestamp

    func run(_ transaction: any Transaction) throws -> PerformTransaction.Outcome {
        // The account comes before its activations, in every transaction that changes several of them.
        guard try transaction.accounts.lock(session.accountID) != nil,
            let process = try transaction.processes.find(id), case .transaction(let requested) = process.goal
        else { return .over }
        let confirmation: Confirmation
        switch process.phase(at: now) {
        case .waiting, .claimed, .confirming: return .open
        case .collected, .declined, .expired: return .over
        case .confirmed(let made): confirmation = made
        }
        guard process.isReturned(with: returnSecret) else { return .open }
        let record = { try self.record($0, of: requested, confirmation, transaction) }
        // Another session leaves the confirmation to the one that has asked.
        guard requested.browserSession == session.id, requested.accountID == session.accountID else {
            return try record(.otherSession)
        }
        guard try transaction.openSession(session, at: now) != nil else { return try record(.sessionOver) }
        // Confirmed since the handout was drawn: the browser asks again.
        if case .own(.connectDevice) = requested.act, handout == nil { return .open }
        // One use for one confirmation, also where the act is refused.
        guard let collected = process.collected(at: now), try transaction.processes.apply(collected) else {
            return .over
        }
        guard let activation = try transaction.activations.find(confirmation.claim.activationID),
            activation.accountID == requested.accountID, activation.state == .active
        else { return try record(.deviceEnded) }
        guard activation.lockout.pending(at: now) == nil else { return try record(.locked) }
        guard try ActRules.isCurrent(requested, transaction) else { return try record(.changed) }
        let rules = ActRules(activation: activation, policy: policy, now: now, transaction: transaction)
        if let refusal = try rules.refusal(of: requested.act) { return try record(refusal) }
        let act = AccountAct(
            actor: .device(activation.id), confirmedIn: id, now: now, transaction: transaction)
        switch requested.act {
        case .own(let own): return try perform(own, by: activation, act)
        case .administration, .approve: return .refused(.notThere)
        }
    }

    /// Does the act, which `ActRules` have allowed.
    private func perform(
        _ requested: OwnAct, by activation: Activation, _ act: AccountAct
    ) throws -> PerformTransaction.Outcome {
        switch requested {
        case .connectDevice(let alias):
            guard let handout else { return .open }
            return .deviceConnected(try act.connectDevice(handout, alias: alias, confirmedBy: activation))
        case .removeDevice(let target):
            return try end(target, act) { try act.end($0) } ? .deviceRemoved : .refused(.notThere)
        case .lockDevice(let target):
            return try end(target, act) { try act.lock($0) } ? .deviceLocked : .refused(.notThere)
        case .exportData:
            try act.record(.accountExported, .accountExported, of: activation.accountID)
            return .exported([])
        case .deleteAccount:
            try act.remove(activation.accountID)
            return .accountDeleted
        }
    }

    private func end(
        _ target: ActivationID, _ act: AccountAct, by effect: (Activation) throws -> Bool
    ) throws -> Bool {
        try act.transaction.activations.find(target).map(effect) ?? false
    }

    /// Records a refusal once: a button that is pressed again must not fill the log.
    private func record(
        _ refusal: ActRefusal, of requested: RequestedAct, _ confirmation: Confirmation,
        _ transaction: any Transaction
    ) throws -> PerformTransaction.Outcome {
        let activation = confirmation.claim.activationID
        try transaction.auditOnce(
            AuditEvent(
                .utilityRefused, at: now, accountID: requested.accountID, activationID: activation,
                serviceID: BuiltInParties.serviceID(of: requested.act.surface), sessionID: id,
                detail: "\(requested.act.type): \(refusal.name)"),
            mark: SeenRequest(.finish, of: activation, content: id.bytes + Array(refusal.name.utf8)),
            until: now + Process.maximumSeconds)
        return .refused(refusal)
    }
}
