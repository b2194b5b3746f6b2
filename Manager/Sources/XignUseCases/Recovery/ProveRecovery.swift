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
    private let pins: StrangerPINs

    package init(_ context: Context, _ pins: StrangerPINs) { (self.context, self.pins) = (context, pins) }

    /// - Parameters:
    ///   - typed: as the person has typed the mailed code. The try is counted before the comparison.
    ///   - cookie: as the browser sends it.
    ///   - network: the network of the browser, as logs name it.
    package func callAsFunction(typed: String, cookie: String, network: String?) async throws -> Outcome {
        let now = context.clock.now()
        guard let code = MailedCode(typed: typed) else { return .malformed }
        guard let browser = RecoveringBrowser(cookie, context.database.vault, at: now) else { return .over }
        let proof = Proof(
            code: code, browser: browser, cookie: try browser.sealed(by: context.database.vault),
            vault: context.database.vault, network: network, now: now)
        // The mailed code is used up by the first transaction. Where the second one fails, another mail is due.
        switch try await context.database.write({ try proof.judge($0) }) {
        case .over(let outcome): return outcome
        case .proven(let id):
            let handout = try await pins.handoutOfRecovery(context)
            let outcome = try await context.database.write { try proof.issue(handout, for: id, $0) }
            guard case .issued(let device, _) = outcome else { return outcome }
            return .issued(device, cookie: try browser.holding(device).sealed(by: context.database.vault))
        }
    }
}

/// An attempt of a browser to prove a step.
private struct Proof: Sendable {
    enum Judgment: Sendable {
        case over(ProveRecovery.Outcome)
        /// Both proofs were shown for the end of this recovery: its activation is issued next.
        case proven(RecoveryID)
    }

    let code: MailedCode
    let browser: RecoveringBrowser
    /// Its cookie until the step is proven.
    let cookie: String
    let vault: Vault
    let network: String?
    let now: Timestamp

    func judge(_ transaction: any Transaction) throws -> Judgment {
        guard let visited = try visited(transaction) else { return .over(.over) }
        if let refusal = try refusal(visited) { return .over(.refused(refusal)) }
        guard let mailed = try visited.mailedCode() else { return .over(try codeOver(visited)) }
        switch try MailedCodes(now: now, transaction: transaction).judge(code, for: mailed.subject) {
        case .over: return .over(try codeOver(visited))
        case .wrong(let counted): return .over(.wrong(triesLeft: counted.triesLeft))
        case .right: break
        }
        switch visited.recovery.state(at: now) {
        case .idle: return .over(try begin(visited))
        case .waiting: return .over(.over)
        case .ready(let begun): return .proven(begun.id)
        }
    }

    private func visited(_ transaction: any Transaction) throws -> VisitedRecovery? {
        try VisitedRecovery(browser, network: network, at: now, transaction)
    }

    private func refusal(_ visited: VisitedRecovery) throws -> RecoveryRefusal? {
        if let refusal = try visited.refusal() { return refusal }
        guard case .ready = visited.recovery.state(at: now),
            try visited.transaction.activations.haveTooManyWrongPINs(of: visited.account.id, at: now)
        else { return nil }
        try visited.record(.wrongPINs)
        return .wrongPINs
    }

    private func codeOver(_ visited: VisitedRecovery) throws -> ProveRecovery.Outcome {
        .codeOver(RecoveryVisit(cookie: cookie, state: try visited.state()))
    }

    private func begin(_ visited: VisitedRecovery) throws -> ProveRecovery.Outcome {
        guard let next = visited.recovery.beginning(RecoveryID.random(), at: now), let begun = next.begun else {
            return .over
        }
        let act = visited.performer
        try act.transaction.recoveries.save(next)
        try act.record(.recoveryBegun, .recoveryBegun, of: visited.account.id, recovery: begun)
        act.transaction.count(act.transaction.metrics.recoveries[.begun])
        return .begun(readyAt: begun.readyAt, cookie: try browser.beginning(begun.id).sealed(by: vault))
    }

    /// Issues the activation, in place of one that was issued before.
    /// - Parameter id: of the recovery for whose end both proofs were shown.
    func issue(
        _ handout: ActivationHandout, for id: RecoveryID, _ transaction: any Transaction
    ) throws -> ProveRecovery.Outcome {
        guard let visited = try visited(transaction), visited.recovery.open(at: now)?.id == id else { return .over }
        if let refusal = try refusal(visited) { return .refused(refusal) }
        let (act, account) = (visited.performer, visited.account)
        let activations = act.transaction.activations
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
        return .issued(device, cookie: cookie)
    }
}
