import XignDomain
import XignProtocol
import XignStorage

/// Stops a device that was connected a while ago, or a code that an operator has made for one, by the link of a mail
/// about it. It needs no login: who has just lost the account to somebody else's device may have none.
///
/// A reader of the mailbox can stop a new device, and nothing else: a device that is older than a day stays.
package struct StopDevice: Sendable {
    /// The object of a link.
    package enum Subject: Sendable, Equatable {
        case device(alias: String, since: Timestamp)
        case code(until: Timestamp)
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

    /// Returns the address of the page that stops an activation; nil for none, and for one that was removed.
    /// - Parameter text: the text of the activation's id.
    package func link(toActivation text: String?) throws -> String? {
        try text.flatMap { ActivationID(text: $0) }.flatMap { try link(to: $0) }
    }

    /// Returns the address of the page that stops an activation; nil for one that was removed.
    package func link(to activation: ActivationID) throws -> String? {
        try context.database.read { try $0.activations.find(activation) }.map {
            let link = StopLink(to: $0, managerSecret: context.database.vault.managerSecret)
            return "\(context.issuer)\(Self.path)?link=\(link.text)"
        }
    }

    /// Looks what a link stops, and changes nothing.
    /// - Returns: nil for a text that is no link.
    package func find(_ text: String) throws -> Finding? {
        let now = context.clock.now()
        return try context.database.read { transaction -> Finding? in
            guard let (activation, account) = try transaction.target(of: text) else { return nil }
            guard let subject = activation.stoppable(at: now) else { return .over }
            return .stoppable(subject, account: account.name)
        }
    }

    /// - Parameter network: the network of the browser, as logs name it.
    /// - Returns: as `find`.
    /// - Throws: `StorageError`. Nothing has changed then.
    package func callAsFunction(_ text: String, network: String?) async throws -> Finding? {
        let now = context.clock.now()
        return try await context.database.write { transaction -> Finding? in
            guard let (found, account) = try transaction.target(of: text) else { return nil }
            _ = try transaction.accounts.lock(account.id)
            try transaction.lockAdministrators(losing: account.id)
            guard let (activation, _) = try transaction.activations.lock(found.id) else { return .over }
            let act = Performer(actor: .person, network: network, now: now, transaction: transaction)
            guard let subject = activation.stoppable(at: now) else { return .over }
            switch subject {
            case .code:
                guard try transaction.activations.void(activation.id) else { return .over }
                try act.record(.activationVoided, .deviceStopped, of: account.id, device: activation)
                return .stopped(subject)
            case .device:
                guard try !transaction.isLastAdministrator(account.id, losing: activation.id) else {
                    return .lastAdministrator
                }
                return try act.lock(activation, event: .deviceStopped, notice: .deviceStopped)
                    ? .stopped(subject) : .over
            }
        }
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

extension Transaction {
    /// Finds the activation of a link, with its account.
    fileprivate func target(of text: String) throws -> (Activation, Account)? {
        guard let link = StopLink(text), let activation = try activations.find(link.activation),
            link.isRight(for: activation, managerSecret: try vault.managerSecret),
            let account = try accounts.find(id: activation.accountID)
        else { return nil }
        return (activation, account)
    }
}
