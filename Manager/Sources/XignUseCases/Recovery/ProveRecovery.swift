import XignDomain
import XignProtocol
import XignStorage

/// Takes the mailed code of a browser that has shown the recovery code: so both proofs are there. The first time it
/// begins the wait. After the wait, it issues the activation of the new device.
package struct ProveRecovery: Sendable {
    package enum Outcome: Sendable {
        /// The wait has begun. Devices and verified addresses are told.
        /// - Parameter cookie: the browser's cookie from now on, until the recovery ends.
        case begun(readyAt: Timestamp, cookie: String)
        /// The activation of the new device, in place of one that was issued before. It is shown, and never mailed.
        /// - Parameter cookie: the browser's cookie from now on, which keeps link and PIN.
        case issued(ConnectedDevice, cookie: String)
        /// The text is no code of this kind. Nothing was counted.
        case malformed
        case wrong(triesLeft: Int)
        /// No code counts: none was mailed, all tries were used, or its time is over.
        case codeOver(RecoveryVisit)
        case refused(RecoveryRefusal)
        /// The cookie no longer counts: the person begins with the recovery code.
        case over
    }

    private let context: Context

    package init(_ context: Context) { self.context = context }

    /// - Parameters:
    ///   - typed: as the person has typed the mailed code. The try is counted before the comparison.
    ///   - cookie: as the browser sends it.
    ///   - network: the network of the browser, as logs name it.
    package func callAsFunction(typed: String, cookie: String, network: String?) async throws -> Outcome {
        let now = context.clock.now()
        guard let code = MailedCode(typed: typed) else { return .malformed }
        guard let cookie = RecoveryCookie(cookie, context.database.vault, at: now) else { return .over }
        let proof = Proof(
            code: code, cookie: cookie, cookieText: try cookie.sealed(by: context.database.vault),
            vault: context.database.vault, network: network, handout: try handout(cookie, at: now), now: now)
        let outcome = try await context.database.write { try proof.run($0) }
        guard case .issued(let device, _) = outcome else { return outcome }
        return .issued(device, cookie: try cookie.holding(device).sealed(by: context.database.vault))
    }

    /// Draws and stretches the PIN of the activation, which takes a while: never within the transaction, and only where
    /// the wait is over and a code waits for its comparison, so that five requests at most do it for one mail.
    private func handout(_ cookie: RecoveryCookie, at now: Timestamp) throws -> ActivationHandout? {
        let isDue = try context.database.read { transaction in
            guard let recovery = try transaction.readableRecovery(of: cookie.account),
                recovery.codeHash == cookie.codeHash, case .ready(let begun) = recovery.state(at: now)
            else { return false }
            return try transaction.mailCodes.all(of: cookie.account, for: .recoveryEnd).contains {
                $0.subject.recoveryID == begun.id && $0.subject.binding == cookie.binding && $0.counts(at: now)
            }
        }
        return isDue ? try ActivationHandout(pin: Context.generatePIN(), lifetime: .shown, context) : nil
    }
}

/// An attempt of a browser to prove a step.
private struct Proof: Sendable {
    let code: MailedCode
    let cookie: RecoveryCookie
    let cookieText: String
    let vault: Vault
    let network: String?
    /// Nil where the wait was not over when it would have been drawn.
    let handout: ActivationHandout?
    let now: Timestamp

    func run(_ transaction: any Transaction) throws -> ProveRecovery.Outcome {
        guard let visited = try VisitedRecovery(cookie, network: network, at: now, transaction) else { return .over }
        if let refusal = try visited.refusal() { return .refused(refusal) }
        guard let mailed = try visited.mailedCode() else { return try codeOver(visited) }
        switch try MailedCodes(now: now, transaction: transaction).judge(code, for: mailed.subject) {
        case .over: return try codeOver(visited)
        case .wrong(let counted): return .wrong(triesLeft: counted.triesLeft)
        case .right: break
        }
        switch visited.recovery.state(at: now) {
        case .idle: return try begin(visited)
        case .waiting: return .over
        case .ready: return try issue(visited)
        }
    }

    private func codeOver(_ visited: VisitedRecovery) throws -> ProveRecovery.Outcome {
        .codeOver(RecoveryVisit(cookie: cookieText, state: try visited.state()))
    }

    private func begin(_ visited: VisitedRecovery) throws -> ProveRecovery.Outcome {
        guard let next = visited.recovery.beginning(RecoveryID.random(), at: now), let begun = next.begun else {
            return .over
        }
        let act = visited.performer
        try act.transaction.recoveries.save(next)
        try act.record(.recoveryBegun, .recoveryBegun, of: visited.account.id, recovery: begun)
        act.transaction.count(act.transaction.metrics.recoveries[.begun])
        return .begun(readyAt: begun.readyAt, cookie: try cookie.beginning(begun.id).sealed(by: vault))
    }

    /// Issues the activation, in place of one that was issued before.
    private func issue(_ visited: VisitedRecovery) throws -> ProveRecovery.Outcome {
        let (act, account) = (visited.performer, visited.account)
        let activations = act.transaction.activations
        guard try !activations.haveTooManyWrongPINs(of: account.id, at: now) else {
            try visited.record(.wrongPINs)
            return .refused(.wrongPINs)
        }
        guard let handout else { return .over }
        if let former = visited.recovery.begun?.activationID, try activations.void(former) {
            try act.audit(.activationVoided, of: account.id, device: try activations.find(former))
        }
        let issued = try handout.insert(.recovery, for: account, act.transaction, at: now)
        guard let next = visited.recovery.issuing(issued.id, at: now) else { return .over }
        try act.transaction.recoveries.save(next)
        try act.audit(.activationIssued, of: account.id, device: issued)
        act.transaction.count(act.transaction.metrics.recoveries[.issued])
        let device = ConnectedDevice(
            activationID: issued.id, link: handout.link, pin: handout.pin, expiresAt: issued.expiresAt)
        return .issued(device, cookie: cookieText)
    }
}
