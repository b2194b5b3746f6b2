import Threads
import XignDomain
import XignProtocol
import XignStorage

/// Issues activations for many people at once, to whom code and PIN go on paper, each by a letter of its own.
///
/// A person gets one who has no device, and for whom no activation waits: the command can be run again when more people
/// have come. Nobody's activation ends.
package struct IssueLetters: Sendable {
    package enum Recipients: Sendable {
        /// All members of the organization of this name.
        case members(of: String)
        /// The users of these names.
        case users([String])
    }

    /// The contents of a person's two letters.
    package struct Letter: Sendable {
        package let userName: String
        /// The person's language, otherwise the operator's.
        package let language: Language
        /// For the letter with the code.
        package let link: String
        /// For the letter with the PIN.
        package let pin: PIN
        package let expiresAt: Timestamp
    }

    /// The reason why somebody gets no letter.
    package enum Omission: Sendable, CaseIterable {
        case hasDevice, activationWaits, tooManyWrongPINs
        /// The account is disabled, or was removed meanwhile.
        case disabled
    }

    package struct Report: Sendable, Equatable {
        /// The number of people who get letters.
        package let people: Int
        package let omitted: [Omission: Int]
    }

    /// A person's activation before it is valid.
    private struct Draft: Sendable {
        let person: Person
        let handout: ActivationHandout

        func letter(at now: Timestamp) -> Letter {
            Letter(
                userName: person.account.name, language: person.language, link: handout.link, pin: handout.pin,
                expiresAt: now + handout.lifetime.seconds)
        }
    }

    fileprivate struct Person: Sendable {
        let account: Account
        let language: Language
    }

    private let context: Context
    private let operatorName: String
    private let progress: ReportProgress

    package init(
        _ context: Context, by operatorName: String, reporting progress: @escaping ReportProgress = ignoreProgress
    ) {
        (self.context, self.operatorName, self.progress) = (context, operatorName, progress)
    }

    /// Draws codes and PINs, has the letters written, and then makes all of them valid in one transaction.
    ///
    /// - Parameters:
    ///   - lifetime: the time for which each activation waits for its device.
    ///   - write: keeps the letters, by name, before any is valid. It is called again with fewer letters, which replace
    ///     the former ones, where somebody has got a device or an activation meanwhile, and not at all for nobody.
    /// - Throws: `ManagerError` for an unknown organization or user; the error of `write`; `StorageError`. No letter is
    ///   valid then, but after `outcomeUnknown`.
    package func callAsFunction(
        to recipients: Recipients, lifetime: ActivationLifetime, write: ([Letter]) throws -> Void
    ) throws -> Report {
        let begin = context.clock.now()
        let found = try context.database.read { try $0.people(recipients, at: begin) }
        var omitted = found.omitted
        let count = Int64(found.people.count)
        // Stretching the PINs takes most of the time. A processor is left to the manager that serves.
        var drafts = try concurrentMap(
            found.people, threads: processorCount - 1,
            reporting: { progress(WorkProgress(.makingLetters, done: Int64($0), of: count)) },
            { [context] person in
                Draft(
                    person: person,
                    handout: try ActivationHandout(pin: Context.generatePIN(), lifetime: lifetime, context))
            })
        while !drafts.isEmpty {
            let now = context.clock.now()
            try write(drafts.map { $0.letter(at: now) })
            let late = try insert(drafts, at: now)
            if late.isEmpty { break }
            drafts.removeAll { late[$0.person.account.id] != nil }
            for omission in late.values { omitted[omission, default: 0] += 1 }
        }
        return Report(people: drafts.count, omitted: omitted)
    }

    /// Inserts the activations of all drafts, or of none.
    /// - Returns: the people who no longer get letters; none where the activations are valid.
    private func insert(_ drafts: [Draft], at now: Timestamp) throws -> [AccountID: Omission] {
        // Several accounts are locked in the order of their ids.
        let drafts = drafts.sorted { $0.person.account.id.text < $1.person.account.id.text }
        return try context.database.write { [operatorName] transaction in
            var late: [AccountID: Omission] = [:]
            for id in drafts.map(\.person.account.id) {
                if let account = try transaction.accounts.lock(id) {
                    late[id] = try transaction.omission(of: account, at: now)
                } else {
                    late[id] = .disabled
                }
            }
            guard late.isEmpty else { return late }
            let act = Performer(actor: .machine(operatorName), now: now, transaction: transaction)
            for draft in drafts { _ = try act.issue(draft.handout, to: draft.person.account, isNew: false) }
            return [:]
        }
    }
}

extension Transaction {
    /// Finds the people who get letters, by name, and counts the others.
    fileprivate func people(
        _ recipients: IssueLetters.Recipients, at now: Timestamp
    ) throws -> (people: [IssueLetters.Person], omitted: [IssueLetters.Omission: Int]) {
        var people: [IssueLetters.Person] = []
        var omitted: [IssueLetters.Omission: Int] = [:]
        for account in try found(recipients) {
            if let omission = try omission(of: account, at: now) {
                omitted[omission, default: 0] += 1
            } else {
                people.append(IssueLetters.Person(account: account, language: try language(of: account)))
            }
        }
        return (people, omitted)
    }

    private func found(_ recipients: IssueLetters.Recipients) throws -> [Account] {
        switch recipients {
        case .members(let name): return try organizations.members(of: try organization(named: name).id)
        case .users(let names):
            let users = UserNames(transaction: self)
            var found: [AccountID: Account] = [:]
            for name in names {
                let account = try users.existing(name)
                found[account.id] = account
            }
            return found.values.sorted { UserName.key(of: $0.name) < UserName.key(of: $1.name) }
        }
    }

    /// Returns the reason why a person gets no letter; nil for a person who gets one.
    fileprivate func omission(of account: Account, at now: Timestamp) throws -> IssueLetters.Omission? {
        guard account.isActive else { return .disabled }
        let all = try activations.all(of: account.id)
        if all.contains(where: { $0.state == .active }) { return .hasDevice }
        if try all.contains(where: { try isWaiting($0, at: now) }) { return .activationWaits }
        return try activations.haveTooManyWrongPINs(of: account.id, at: now) ? .tooManyWrongPINs : nil
    }

    /// True also for an invitation that nobody has accepted until its account is removed: it is nobody's account yet.
    private func isWaiting(_ activation: Activation, at now: Timestamp) throws -> Bool {
        switch activation.state {
        case .pending where now < activation.expiresAt: true
        case .pending, .void: try invitations.find(activation.id) != nil
        case .active, .revoked, .merged: false
        }
    }
}
