import XignDomain
import XignProtocol
import XignStorage

extension Activations {
    /// Returns the active activations of an account, and those that still wait for their device; the oldest first.
    func current(of account: AccountID, at now: Timestamp) throws -> [Activation] {
        try all(of: account).filter { $0.state == .active || $0.state == .pending && now < $0.expiresAt }
    }
}

/// The devices of a user, as operators name them.
struct DeviceSelection {
    /// The characters of an id that name a device. With fewer, an alias would too often be taken for the beginning of
    /// another device's id.
    private static let minimumPrefix = 4

    let account: Account
    /// The active activations, and those that still wait for their device.
    let activations: [Activation]

    init(of account: Account, at now: Timestamp, _ transaction: any Transaction) throws {
        self.account = account
        activations = try transaction.activations.current(of: account.id, at: now)
    }

    /// Finds the device that an operator means: by its alias, by its id, or by the first characters of the id.
    /// - Throws: `ManagerError` where there is none, or more than one.
    func device(named typed: String) throws -> Activation {
        if let exact = activations.first(where: { $0.id.description == typed }) { return exact }
        let alias = CanonicalText.canonical(typed)
        let meant = activations.filter {
            $0.alias.hasSameBytes(as: typed) || $0.alias.hasSameBytes(as: alias)
                || typed.count >= Self.minimumPrefix && $0.id.description.hasPrefix(typed)
        }
        guard let device = meant.first else {
            throw ManagerError(
                .unknownDevice,
                activations.isEmpty
                    ? "\(account.name) has no device."
                    : "\(account.name) has no device “\(typed)”, but \(Self.list(activations)).")
        }
        guard meant.count == 1 else {
            throw ManagerError(
                .ambiguousDevice,
                "“\(typed)” can mean \(Self.list(meant)): give the first characters of the id instead of the alias.")
        }
        return device
    }

    /// The devices in one line, each with all that tells it from the others.
    private static func list(_ activations: [Activation]) -> String {
        activations.map { activation in
            let since = activation.personalizedAt.map { "since \($0.iso8601)" } ?? "pending"
            let details = [activation.id.short, activation.platform, since].compactMap { $0 }.joined(separator: ", ")
            return activation.alias.isEmpty ? details : "\(activation.alias) (\(details))"
        }.joined(separator: "; ")
    }
}
