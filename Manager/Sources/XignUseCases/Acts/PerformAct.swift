import XignDomain
import XignProtocol
import XignStorage

/// Does an act that was confirmed on a device, for the browser session that has asked for it.
package struct PerformAct: Sendable {
    package enum Outcome: Sendable {
        case deviceConnected(ConnectedDevice)
        case deviceRemoved, deviceLocked
        /// The export, which is not kept.
        case exported([UInt8])
        case accountDeleted
        case addressRemoved
        /// The code is shown once, and kept nowhere: see `SealedRecoveryCode`.
        case recoveryCodeMade(RecoveryCode)
        case recoveryCodeRemoved
        /// The account has joined an organization.
        case joined
        /// An administrator's act has taken effect.
        case administered(Administration.Effect)
        /// An administrator's act waits for the confirmation of a second one.
        case awaitsApproval(PendingActID)
        /// The first effect of an administrator's act has taken place. The rest waits for the confirmation of a second
        /// one.
        case begun(ActName, PendingActID)
        /// A recovery has taken effect: the activation is for the person of the account.
        case recoveryIssued(ConnectedDevice, Account)
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
            now: context.clock.now())
        let outcome = try await context.database.write { try performance.run($0) }
        // Read after the commit: no other transaction waits for it.
        guard case .exported = outcome else { return outcome }
        return .exported(try ExportOwnData(context)(session.accountID))
    }

    /// Draws and stretches the PIN of an activation that is to be handed over, which takes a while: never within the
    /// transaction, and only where that goes on to the act. Requests that change nothing can be repeated without end.
    private func handout(
        _ id: SessionID, _ session: BrowserSession, _ returnSecret: SecretOctets?
    ) throws -> ActivationHandout? {
        guard let process = try context.database.read({ try $0.processes.find(id) }),
            case .confirmed = process.phase(at: context.clock.now()),
            case .act(let requested) = process.goal, requested.browserSession == session.id,
            process.isReturned(with: returnSecret)
        else { return nil }
        switch requested.act {
        case .own(.connectDevice): return try ActivationHandout(pin: Context.generatePIN(), context)
        case .approve(let id): return try context.handout(forApproving: id)
        case .own, .administration: return nil
        }
    }
}

/// One attempt of a browser to have its act done.
private struct Performance: Sendable {
    let id: SessionID
    let session: BrowserSession
    let returnSecret: SecretOctets?
    /// Inserted by an act that hands an activation over; nil for any other.
    let handout: ActivationHandout?
    let now: Timestamp

    func run(_ transaction: any Transaction) throws -> PerformAct.Outcome {
        guard let process = try transaction.processes.find(id), case .act(let requested) = process.goal,
            case let policy = try transaction.declared.policy(),
            let locked = try LockedAct(requested.act, by: session.accountID, policy: policy, now: now, transaction)
        else { return .over }
        let confirmation: Confirmation
        switch process.phase(at: now) {
        case .waiting, .claimed, .confirming: return .open
        case .collected, .declined, .expired: return .over
        case .confirmed(let made): confirmation = made
        }
        guard process.isReturned(with: returnSecret) else { return .open }
        let record = { try self.record($0, of: requested, locked, confirmation, transaction) }
        // Another session leaves the confirmation to the one that has asked.
        guard requested.browserSession == session.id, requested.accountID == session.accountID else {
            return try record(.otherSession)
        }
        guard session.surface == requested.act.surface, try transaction.openSession(session, at: now) != nil else {
            return try record(.sessionOver)
        }
        // Confirmed since the handout was drawn: the browser asks again.
        if handout == nil, locked.needsHandout(requested.act, at: now) { return .open }
        // One use for one confirmation, also where the act is refused.
        guard let collected = process.collected(at: now), try transaction.processes.apply(collected) else {
            return .over
        }
        guard let activation = try transaction.activations.find(confirmation.claim.activationID),
            activation.accountID == requested.accountID, activation.state == .active
        else { return try record(.deviceEnded) }
        // Phase and times of a process are readable, and can be written. The signed statement cannot.
        let signed = try transaction.evidence.confirmation(in: id, by: activation.accountID)
        guard let signed, signed.subject == .transaction(requested.text),
            now.isBefore(signed.collectionEnd, ofLifetime: Process.maximumSeconds + Process.collectionSeconds)
        else { return .over }
        guard activation.lockout.pending(at: now) == nil else { return try record(.locked) }
        let rules = try ActRules(of: requested, behind: locked, policy: policy, now: now, transaction)
        if let refusal = try rules.refusal(confirmedBy: activation) { return try record(refusal) }
        if case .own(let act) = requested.act { return try perform(act, by: activation, transaction) }
        guard let scene = locked.scene else { return .refused(.notThere) }
        if let pending = locked.subject?.pending {
            return try scene.perform(pending, approvedBy: .session(session), in: id, handout)
        }
        guard case .administration(let act) = requested.act else { return .refused(.notThere) }
        return try ConfirmedAdministration(
            process: id, requested: requested, confirmedAt: Timestamp(seconds: signed.issuedAt), session: session,
            locked: scene
        ).perform(act)
    }

    /// Does an act on the own account, which `ActRules` have allowed.
    private func perform(
        _ own: OwnAct, by activation: Activation, _ transaction: any Transaction
    ) throws -> PerformAct.Outcome {
        let act = Performer(
            actor: .device(activation.id), browserSession: session.id, confirmedIn: id, network: session.network,
            now: now, transaction: transaction)
        switch own {
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
        case .removeAddress(let value):
            guard let account = try transaction.accounts.find(id: activation.accountID),
                let address = try transaction.verifiedAddress(value.bytes, of: account.id)
            else { return .refused(.notThere) }
            try act.removeAddress(address, of: account)
            return .addressRemoved
        case .makeRecoveryCode: return .recoveryCodeMade(try act.makeRecoveryCode(of: activation.accountID))
        case .removeRecoveryCode:
            return try act.removeRecoveryCode(of: activation.accountID) ? .recoveryCodeRemoved : .refused(.notThere)
        case .acceptJoin(let link):
            return try act.accept(link, with: activation) ? .joined : .refused(.changed)
        }
    }

    private func end(
        _ target: ActivationID, _ act: Performer, by effect: (Activation) throws -> Bool
    ) throws -> Bool {
        try act.transaction.activations.find(target).map(effect) ?? false
    }

    /// Records a refusal once: a button that is pressed again must not fill the log.
    private func record(
        _ refusal: ActRefusal, of requested: RequestedAct, _ locked: LockedAct, _ confirmation: Confirmation,
        _ transaction: any Transaction
    ) throws -> PerformAct.Outcome {
        let activation = confirmation.claim.activationID
        let detail = "\(requested.act.type): \(refusal.name)"
        let service = BuiltInParties.serviceID(of: requested.act.surface)
        let event =
            switch requested.act.surface {
            case .account:
                AuditEvent(
                    .utilityRefused, at: now, accountID: requested.accountID, activationID: activation,
                    serviceID: service, sessionID: id, network: session.network, detail: detail)
            // About the object, if there still is one, and by the administrator.
            case .console:
                AuditEvent(
                    .actRefused, at: now, accountID: locked.scene?.scene.object?.account.id,
                    serviceID: service, organizationID: requested.act.grantScope?.organization, sessionID: id,
                    actor: .administrator(session.accountID),
                    network: session.network, detail: detail)
            }
        try transaction.auditOnce(
            event,
            mark: SeenRequest(.finish, of: activation, content: id.bytes + Array(refusal.name.utf8)),
            until: now + Process.maximumSeconds)
        return .refused(refusal)
    }
}
