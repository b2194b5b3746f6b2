import XignDomain
import XignProtocol
import XignStorage

/// The recovery of an account in a transaction that judges a request of a browser which has shown the code.
struct VisitedRecovery {
    /// The next step of a recovery, which a mailed code proves.
    private enum Step {
        case begin
        case end(Recovery.Begun)

        var purpose: MailCode.Purpose {
            switch self {
            case .begin: .recoveryBegin
            case .end: .recoveryEnd
            }
        }

        var recovery: RecoveryID? { if case .end(let begun) = self { begun.id } else { nil } }
    }

    private static let daySeconds: Int64 = 86_400

    let browser: RecoveringBrowser
    let account: Account
    let recovery: Recovery
    let network: String?
    let now: Timestamp
    let transaction: any Transaction

    /// Locks the account.
    /// - Returns: nil where the account has another recovery code now, or none.
    init?(_ browser: RecoveringBrowser, network: String?, at now: Timestamp, _ transaction: any Transaction) throws {
        guard let account = try transaction.accounts.lock(browser.account),
            let recovery = try transaction.readableRecovery(of: account.id), recovery.codeHash == browser.codeHash
        else { return nil }
        (self.browser, self.account, self.recovery) = (browser, account, recovery)
        (self.network, self.now, self.transaction) = (network, now, transaction)
    }

    var performer: Performer { Performer(actor: .person, network: network, now: now, transaction: transaction) }

    // MARK: The rules

    /// Judges the rules. A refusal is recorded once a day, and one for a use ends the recovery.
    func refusal() throws -> RecoveryRefusal? {
        let rules = RecoveryRules(account: account, recovery: recovery, now: now, transaction: transaction)
        guard let refusal = try rules.refusal() ?? (addresses().isEmpty ? .noAddress : nil) else { return nil }
        try record(refusal)
        if case .used = refusal { try performer.endRecovery(of: account.id, by: .use, endsCode: false) }
        return refusal
    }

    func record(_ refusal: RecoveryRefusal) throws {
        let mark = "\(account.id) \(refusal.name) \(now.seconds / Self.daySeconds)"
        try transaction.auditOnce(
            AuditEvent(.recoveryRefused, at: now, accountID: account.id, network: network, detail: refusal.name),
            mark: SeenRequest(.recoveryRefused, content: Array(mark.utf8)), until: now + Self.daySeconds)
    }

    // MARK: The state

    func state() throws -> RecoveryVisit.State {
        if let issued = try issued() { return .issued(issued) }
        if let refusal = try refusal() { return .refused(refusal) }
        if case .waiting(let begun) = recovery.state(at: now) {
            return .waiting(begunAt: begun.begunAt, readyAt: begun.readyAt)
        }
        let isEnd = step?.recovery != nil
        guard let code = try mailedCode() else {
            return .chooseAddress(try addresses().map(RecoveryAddress.init), isEnd: isEnd)
        }
        return .codeMailed(
            masked: RecoveryAddress.masked(code.address), sendAgainAt: code.canBeSentAgainAt, expiresAt: code.endsAt,
            isEnd: isEnd)
    }

    /// The activation that this browser was given, while the open recovery names it and it waits for its device.
    func issued() throws -> ConnectedDevice? {
        guard let handout = browser.handout, let pin = PIN(handout.pin),
            recovery.open(at: now)?.activationID == handout.activation,
            let activation = try transaction.activations.find(handout.activation), activation.state == .pending,
            now < activation.expiresAt
        else { return nil }
        return ConnectedDevice(
            activationID: activation.id, link: handout.link, pin: pin, expiresAt: activation.expiresAt)
    }

    private var step: Step? {
        switch recovery.state(at: now) {
        case .idle: .begin
        case .waiting: nil
        case .ready(let begun): .end(begun)
        }
    }

    // MARK: Mailed codes

    /// The verified addresses that count, the primary one first: for the end those that have counted at the begin.
    private func addresses() throws -> [AttributeValue] {
        let begin = recovery.open(at: now)?.begunAt ?? now
        return try transaction.attributeValues.all(of: account.id).filter { $0.counts(forRecoveryBegunAt: begin) }
    }

    /// The code that counts for the next step in this browser, the one that was mailed last.
    func mailedCode() throws -> MailCode? {
        let codes = MailedCodes(now: now, transaction: transaction)
        return try addresses().compactMap(subject).compactMap(codes.current).max { $0.sentAt < $1.sentAt }
    }

    private func subject(_ value: AttributeValue) -> MailCode.Subject? {
        step.map {
            MailCode.Subject(
                $0.purpose, account: account.id, value: value.id, binding: browser.binding, recovery: $0.recovery)
        }
    }

    /// Mails a code for the next step.
    /// - Parameters:
    ///   - id: of the address; nil: the one that a code was mailed to, or the only one.
    ///   - network: the network of the browser, for the limits.
    /// - Returns: nil where no code is due, or the choice is missing.
    func sendCode(to id: String?, from network: String, in language: Language?) throws -> MailedCodes.Sending? {
        let addresses = try addresses()
        let chosen = try id ?? mailedCode().map { Base64URL.encode($0.subject.valueID) }
        let value = addresses.first { chosen == nil ? addresses.count == 1 : Base64URL.encode($0.id) == chosen }
        guard let subject = value.flatMap(subject) else { return nil }
        return try MailedCodes(now: now, transaction: transaction).send(
            subject, from: network, hasBegun: subject.recoveryID != nil && subject.recoveryID == browser.begun,
            in: language)
    }
}
