import Metrics
import XignDomain
import XignProtocol
import XignStorage

/// Mails codes, and judges those that people type, in the transaction of the caller.
///
/// A caller asks for nobody who is not known: a person who is logged in, or who has shown a recovery code. The account
/// is locked first, so that two requests of one account come one after the other.
struct MailedCodes {
    /// The outcome of a request for a mail.
    enum Sending: Sendable, Equatable {
        case mailed(MailCode)
        /// The last mail is too young, or the code was mailed often enough. The code still counts.
        case notAgain(MailCode)
        /// Nothing was drawn, and nothing mailed. A code that was mailed before still counts.
        case limited(MailCodeLimits.Reached)
        /// The account has no such value.
        case notThere

        /// Counts a request that the limit over all accounts has refused. Called after the commit.
        func count(in metrics: Metrics) {
            if case .limited(.all) = self { metrics.refusals[.mailedCodes].add() }
        }
    }

    /// The outcome of a code that was typed. The caller returns it from the transaction, and throws none of it: the try
    /// stays counted.
    enum Judgment: Sendable, Equatable {
        case right(MailCode)
        case wrong(MailCode)
        /// No code counts: none was mailed for this, all tries were used, its time is over, or it was used.
        case over
    }

    let now: Timestamp
    let transaction: any Transaction

    /// Mails a code to the address of an attribute value.
    ///
    /// While a code for this subject counts, the mail has the same one: at most twice again, after 60 seconds. A
    /// request that comes sooner, or more often, has no effect.
    /// - Parameters:
    ///   - network: the network of the browser. It is counted, and stored as a keyed hash alone.
    ///   - hasBegun: true where this browser has proved the begin of the recovery that the code ends. Others, who may
    ///     have nothing but the recovery code, do not use up its mails.
    ///   - language: the mail's; nil: the person's choice, else the operator's.
    func send(
        _ subject: MailCode.Subject, from network: String, hasBegun: Bool = false, in language: Language? = nil
    ) throws -> Sending {
        guard let account = try transaction.accounts.lock(subject.accountID),
            let address = try address(of: subject)
        else { return .notThere }
        let former = try current(subject)
        if let former, former.canBeSentAgainAt.map({ now < $0 }) ?? true { return .notAgain(former) }
        let network = MailCodeLimits.hash(ofNetwork: network, managerSecret: try transaction.vault.managerSecret)
        if let reached = try limit(on: subject, to: address, from: network, hasBegun: hasBegun) {
            return .limited(reached)
        }
        if var code = former {
            code.sendAgain(at: now)
            try transaction.mailCodes.save(code)
            return try mail(code, in: language ?? account.language)
        }
        let code = MailCode(subject, to: address, from: network, at: now)
        try transaction.mailCodes.insert(code)
        return try mail(code, in: language ?? account.language)
    }

    /// Judges a code that was typed. The try is counted before the comparison.
    /// - Parameter usesUp: true where the rest of the transaction does what the right code stands for. False leaves the
    ///   right code as it was, for a caller whose next transaction does that.
    func judge(_ typed: MailedCode, for subject: MailCode.Subject, usesUp: Bool = true) throws -> Judgment {
        guard try transaction.accounts.lock(subject.accountID) != nil, var code = try current(subject) else {
            return .over
        }
        code.countTry()
        guard try transaction.mailCodes.save(code) else { return .over }
        guard code.code(managerSecret: try transaction.vault.managerSecret) == typed else {
            return code.triesLeft > 0 ? .wrong(code) : .over
        }
        if usesUp { code.use() } else { code.takeBackTry() }
        try transaction.mailCodes.save(code)
        return .right(code)
    }

    /// Returns the code that counts for a subject now; nil where none does.
    ///
    /// A code counts for the address that it was mailed to, and not for one that the value has got since.
    func current(_ subject: MailCode.Subject) throws -> MailCode? {
        guard let address = try address(of: subject) else { return nil }
        return try transaction.mailCodes.all(of: subject.accountID, for: subject.purpose).first {
            $0.subject == subject && $0.address.hasSameBytes(as: address) && $0.counts(at: now)
        }
    }

    private func mail(_ code: MailCode, in language: Language?) throws -> Sending {
        guard let typed = code.code(managerSecret: try transaction.vault.managerSecret) else { return .notThere }
        try transaction.outbox.append(typed, of: code, in: language, at: now)
        return .mailed(code)
    }

    private func address(of subject: MailCode.Subject) throws -> String? {
        try transaction.attributeValues.all(of: subject.accountID).first {
            $0.id == subject.valueID && $0.attribute == .email
        }?.text
    }

    /// - Returns: the first limit that one more mail would exceed; nil for none.
    private func limit(
        on subject: MailCode.Subject, to address: String, from network: [UInt8], hasBegun: Bool
    ) throws -> MailCodeLimits.Reached? {
        let (codes, purpose) = (transaction.mailCodes, subject.purpose)
        let (hour, day) = (now - MailCodeLimits.hourSeconds, now - MailCodeLimits.daySeconds)
        if !hasBegun {
            guard
                try codes.mailCount(of: subject.accountID, for: purpose, since: day) < MailCodeLimits.perAccountAndDay
            else { return .account }
            // Both proofs of a recovery that goes on were shown once: its neighbours do not keep it from its end.
            if purpose != .recoveryEnd,
                try codes.mailCount(from: network, for: purpose, since: day) >= MailCodeLimits.perNetworkAndDay
            {
                return .network
            }
            guard try codes.mailCount(to: address, for: purpose, since: hour) < MailCodeLimits.perAddressAndHour else {
                return .address
            }
        }
        guard try codes.mailCount(to: address, for: purpose, since: day) < MailCodeLimits.perAddressAndDay else {
            return .address
        }
        let largest = try transaction.declared.policy().mailedCodesPerDay
        return try codes.mailCount(for: purpose, since: day) < largest ? nil : .all
    }
}
