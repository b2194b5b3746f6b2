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
        let proof = Proof(code: code, vault: context.database.vault, network: network, now: now)
        // The code for the end is judged twice: a PIN is stretched for the right one alone, and in no transaction. The
        // second transaction uses it up, so that a failure between the two loses nothing.
        switch try await context.database.write({ try proof.judge(of: browser, $0) }) {
        case .over(let outcome): return outcome
        case .proven(let mailed):
            let handout = try await pins.handout(ofRecoveryBy: mailed, context)
            return try await context.database.write { try proof.end(of: browser, with: handout, $0) }
        }
    }
}

/// A mailed code that was typed to prove a step.
private struct Proof: Sendable {
    enum Judgment: Sendable {
        case over(ProveRecovery.Outcome)
        /// Both proofs were shown.
        case proven(MailCodeID)
    }

    let code: MailedCode
    let vault: Vault
    let network: String?
    let now: Timestamp

    /// Judges the proofs, and begins the recovery. A code for its end still counts.
    func judge(of browser: RecoveringBrowser, _ transaction: any Transaction) throws -> Judgment {
        guard let visited = try visited(browser, transaction) else { return .over(.over) }
        guard case .ready = visited.recovery.state(at: now) else {
            let judgment = try judge(visited, usesUp: true)
            guard case .proven = judgment else { return judgment }
            return .over(try begin(visited))
        }
        return try judge(visited, usesUp: false)
    }

    /// Judges the proofs for the end again, and issues the activation.
    func end(
        of browser: RecoveringBrowser, with handout: ActivationHandout, _ transaction: any Transaction
    ) throws -> ProveRecovery.Outcome {
        guard let visited = try visited(browser.holding(handout), transaction) else { return .over }
        // The form was sent twice at once, to this manager: both have this handout, and the other request has issued
        // it. Otherwise a second sending finds a code that is used up.
        if let issued = try visited.issued() { return .issued(issued, cookie: try cookie(of: visited)) }
        switch try judge(visited, usesUp: true) {
        case .over(let outcome): return outcome
        case .proven: return try issue(handout, visited)
        }
    }

    private func visited(_ browser: RecoveringBrowser, _ transaction: any Transaction) throws -> VisitedRecovery? {
        try VisitedRecovery(browser, network: network, at: now, transaction)
    }

    private func cookie(of visited: VisitedRecovery) throws -> String { try visited.browser.sealed(by: vault) }

    private func judge(_ visited: VisitedRecovery, usesUp: Bool) throws -> Judgment {
        if let refusal = try refusal(visited) { return .over(.refused(refusal)) }
        guard let mailed = try visited.mailedCode() else { return .over(try codeOver(visited)) }
        let codes = MailedCodes(now: now, transaction: visited.transaction)
        switch try codes.judge(code, for: mailed.subject, usesUp: usesUp) {
        case .over: return .over(try codeOver(visited))
        case .wrong(let counted): return .over(.wrong(triesLeft: counted.triesLeft))
        case .right: return .proven(mailed.id)
        }
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
        .codeOver(RecoveryVisit(cookie: try cookie(of: visited), state: try visited.state()))
    }

    private func begin(_ visited: VisitedRecovery) throws -> ProveRecovery.Outcome {
        guard let next = visited.recovery.beginning(RecoveryID.random(), at: now), let begun = next.begun else {
            return .over
        }
        let act = visited.performer
        // A former recovery may be over by time, and housekeeping may not have seen it yet.
        try act.recordEnd(visited.recovery, by: .time)
        try act.transaction.recoveries.save(next)
        try act.record(.recoveryBegun, .recoveryBegun, of: visited.account.id, recovery: begun)
        act.transaction.count(act.transaction.metrics.recoveries[.begun])
        return .begun(readyAt: begun.readyAt, cookie: try visited.browser.beginning(begun.id).sealed(by: vault))
    }

    /// Issues the activation, in place of one that was issued before.
    private func issue(_ handout: ActivationHandout, _ visited: VisitedRecovery) throws -> ProveRecovery.Outcome {
        guard let next = visited.recovery.issuing(handout.id, at: now) else { return .over }
        let (act, account) = (visited.performer, visited.account)
        let activations = act.transaction.activations
        if let former = visited.recovery.begun?.activationID, try activations.void(former) {
            try act.audit(.activationVoided, of: account.id, device: try activations.find(former))
        }
        let issued = try handout.insert(.recovery, for: account, act.transaction, at: now)
        try act.transaction.recoveries.save(next)
        try act.audit(.activationIssued, of: account.id, device: issued)
        act.transaction.count(act.transaction.metrics.recoveries[.issued])
        let device = ConnectedDevice(
            activationID: issued.id, link: handout.link, pin: handout.pin, expiresAt: issued.expiresAt)
        return .issued(device, cookie: try cookie(of: visited))
    }
}
