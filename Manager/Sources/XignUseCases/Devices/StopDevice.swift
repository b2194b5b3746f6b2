import XignDomain
import XignProtocol
import XignStorage

/// Stops a device that was connected a while ago, a code for one, or a recovery, by the link of a mail about it. It
/// needs no login: who has just lost the account to somebody else's device may have none.
///
/// A reader of the mailbox can stop a new device or a recovery, and nothing else: a device that is older than a day
/// stays, and so does the recovery code.
package struct StopDevice: Sendable {
    /// The object of a link.
    package enum Subject: Sendable, Equatable {
        case device(alias: String, since: Timestamp)
        case code(until: Timestamp)
        /// - Parameter readyAt: the moment from which it goes on.
        case recovery(begunAt: Timestamp, readyAt: Timestamp)
    }

    package enum Finding: Sendable, Equatable {
        /// - Parameter account: the user name.
        case stoppable(Subject, account: String)
        /// The time is over, or it has ended otherwise.
        case over
        case stopped(Subject)
        /// The device is the last administrator's: the manager would have none.
        case lastAdministrator
    }

    /// The time for which a device can be stopped: that of its cool-down.
    package static let deviceSeconds = Activation.coolDownSeconds

    /// The path of the page at the issuer.
    package static let path = "/stop"

    private let context: Context

    package init(_ context: Context) { self.context = context }

    /// Returns the address of the page that stops an object; nil for none, and for one that was removed or has ended.
    /// - Parameter text: the text of a `StoppableObject`.
    package func link(to text: String?) throws -> String? {
        switch text.flatMap({ StoppableObject($0) }) {
        case .activation(let activation)?: return try link(to: activation)
        case .recovery(let recovery)?:
            guard try context.database.read({ try $0.openRecovery(recovery, at: context.clock.now()) }) != nil else {
                return nil
            }
            return address(StopLink(to: recovery, managerSecret: context.database.vault.managerSecret))
        case nil: return nil
        }
    }

    /// Returns the address of the page that stops an activation; nil for one that was removed.
    package func link(to activation: ActivationID) throws -> String? {
        try context.database.read { try $0.activations.find(activation) }.map {
            address(StopLink(to: $0, managerSecret: context.database.vault.managerSecret))
        }
    }

    private func address(_ link: StopLink) -> String { "\(context.issuer)\(Self.path)?link=\(link.text)" }

    /// Looks what a link stops, and changes nothing.
    /// - Returns: nil for a text that is no link.
    package func find(_ text: String) throws -> Finding? {
        let now = context.clock.now()
        return try context.database.read { transaction -> Finding? in
            switch try transaction.target(of: text) {
            case nil: return nil
            case .activation(let activation, let account)?:
                guard let subject = activation.stoppable(at: now) else { return .over }
                return .stoppable(subject, account: account.name)
            case .recovery(let id)?:
                guard let (open, account) = try transaction.openRecovery(id, at: now) else { return .over }
                return .stoppable(Subject(open), account: account.name)
            }
        }
    }

    /// - Parameter network: the network of the browser, as logs name it.
    /// - Returns: as `find`.
    /// - Throws: `StorageError`. Nothing has changed then.
    package func callAsFunction(_ text: String, network: String?) async throws -> Finding? {
        let now = context.clock.now()
        return try await context.database.write { transaction -> Finding? in
            let act = Performer(actor: .person, network: network, now: now, transaction: transaction)
            return switch try transaction.target(of: text) {
            case nil: nil
            case .activation(let activation, let account)?: try act.stop(activation, of: account)
            case .recovery(let id)?: try act.stop(id)
            }
        }
    }
}

extension StopDevice.Subject {
    fileprivate init(_ open: Recovery.Begun) { self = .recovery(begunAt: open.begunAt, readyAt: open.readyAt) }
}

extension Performer {
    fileprivate func stop(_ found: Activation, of account: Account) throws -> StopDevice.Finding {
        _ = try transaction.accounts.lock(account.id)
        try transaction.lockAdministrators(losing: account.id)
        guard let (activation, _) = try transaction.activations.lock(found.id),
            let subject = activation.stoppable(at: now)
        else { return .over }
        switch subject {
        case .recovery: return .over
        case .code:
            guard try transaction.activations.void(activation.id) else { return .over }
            try record(.activationVoided, .deviceStopped, of: account.id, device: activation)
            return .stopped(subject)
        case .device:
            guard try !transaction.isLastAdministrator(account.id, losing: activation.id) else {
                return .lastAdministrator
            }
            return try lock(activation, event: .deviceStopped, notice: .deviceStopped) ? .stopped(subject) : .over
        }
    }

    /// The link is for this recovery alone: one that was begun later goes on.
    fileprivate func stop(_ id: RecoveryID) throws -> StopDevice.Finding {
        guard let (_, account) = try transaction.openRecovery(id, at: now),
            try transaction.accounts.lock(account.id) != nil,
            let (open, _) = try transaction.openRecovery(id, at: now)
        else { return .over }
        try endRecovery(of: account.id, by: .link, endsCode: false)
        return .stopped(StopDevice.Subject(open))
    }
}

extension Activation {
    /// Returns what a link stops now; nil where its time is over.
    fileprivate func stoppable(at now: Timestamp) -> StopDevice.Subject? {
        switch state {
        case .pending where now < expiresAt: .code(until: expiresAt)
        case .active where isUsable:
            personalizedAt.flatMap {
                now < $0 + StopDevice.deviceSeconds ? .device(alias: alias, since: $0) : nil
            }
        case .pending, .active, .revoked, .void, .merged: nil
        }
    }
}

/// The object of a link that is right.
private enum StopTarget {
    case activation(Activation, Account)
    /// It may have ended.
    case recovery(RecoveryID)
}

extension Transaction {
    /// Finds the object of a link.
    fileprivate func target(of text: String) throws -> StopTarget? {
        guard let link = StopLink(text) else { return nil }
        let secret = try vault.managerSecret
        switch link.object {
        case .recovery(let id): return link.isRight(for: id, managerSecret: secret) ? .recovery(id) : nil
        case .activation(let id):
            guard let activation = try activations.find(id), link.isRight(for: activation, managerSecret: secret),
                let account = try accounts.find(id: activation.accountID)
            else { return nil }
            return .activation(activation, account)
        }
    }

    /// Finds a recovery that goes on, with its account.
    /// - Returns: nil also for a row that somebody has altered: it counts for nothing.
    fileprivate func openRecovery(_ id: RecoveryID, at now: Timestamp) throws -> (Recovery.Begun, Account)? {
        let found: Recovery?
        do { found = try recoveries.find(id) } catch is Vault.OpeningError { return nil }
        guard let recovery = found, let open = recovery.open(at: now), open.id == id,
            let account = try accounts.find(id: recovery.accountID)
        else { return nil }
        return (open, account)
    }
}
