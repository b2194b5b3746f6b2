import Spelling
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
    let account: Account
    /// The active activations, and those that still wait for their device.
    let activations: [Activation]

    init(of account: Account, at now: Timestamp, _ transaction: any Transaction) throws {
        self.account = account
        activations = try transaction.activations.current(of: account.id, at: now)
    }

    /// Finds the device that an operator means: by its alias, by its id, or by the first characters of the id. `Naming`
    /// has the rule, as it holds on devices, too.
    /// - Throws: `ManagerError` where there is none, or more than one.
    func device(named typed: String) throws -> Activation {
        let meant = Naming.meant(by: typed, among: activations, id: { $0.id.description }, name: { $0.alias })
        guard let device = meant.first else {
            throw ManagerError(
                .unknownDevice,
                activations.isEmpty
                    ? "\(account.name) has no device."
                    : "\(account.name) has no device \"\(typed)\", but \(Self.list(activations, by: { $0.id.short })).")
        }
        guard meant.count == 1 else {
            throw ManagerError(
                .ambiguousDevice,
                "\"\(typed)\" can mean \(Self.list(meant, by: { $0.id.description })): give the whole id.")
        }
        return device
    }

    /// The devices in one line, each with all that tells it from the others.
    private static func list(_ activations: [Activation], by id: (Activation) -> String) -> String {
        activations.map { activation in
            let since = activation.personalizedAt.map { "since \($0.iso8601)" } ?? "pending"
            let details = [id(activation), activation.platform, since].compactMap { $0 }.joined(separator: ", ")
            return activation.alias.isEmpty ? details : "\(activation.alias) (\(details))"
        }.joined(separator: "; ")
    }
}
