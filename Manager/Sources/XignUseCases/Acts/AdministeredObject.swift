import XignCrypto
import XignDomain
import XignProtocol
import XignStorage

/// The object of an administrator's act, as it is now.
package struct AdministeredObject: Sendable {
    /// The account that is changed, or whose device or grant is.
    package let account: Account
    /// The device that is changed; nil where an account or a grant is.
    package let device: Activation?
    /// The organization whose grant is changed; nil for a grant of the manager, and where none is changed.
    package let organization: Organization?
    /// The grants of the account.
    package let grants: [AdministratorGrant]
    /// The SHA-256 of what a page shows of the object. An act on an object that has another one by then is refused.
    package let digest: [UInt8]

    /// - Returns: nil where the object does not exist.
    init?(_ effect: Administration.Effect, _ transaction: any Transaction) throws {
        let device = try effect.device.flatMap { try transaction.activations.find($0) }
        guard let id = effect.account ?? device?.accountID, let account = try transaction.accounts.find(id: id) else {
            return nil
        }
        var organization: Organization?
        if let id = effect.grantScope?.organization {
            organization = try transaction.organizations.find(id: id)
            guard organization != nil else { return nil }
        }
        let grants = try transaction.administratorGrants.all(of: account.id)
        var digest = ObjectDigest()
        digest.add([account.id.text, account.name, "\(account.isActive)"])
        if let scope = effect.grantScope {
            let role = grants.first { $0.scope == scope }?.role
            digest.add([role?.rawValue ?? "", organization?.name ?? ""])
        }
        let devices: [Activation] =
            switch effect {
            case .revokeDevice, .unlockDevice: device.map { [$0] } ?? []
            case .removeAccount, .issueRecovery: try transaction.activations.all(of: account.id)
            case .disableAccount, .enableAccount, .grant, .withdrawGrant: []
            }
        for device in devices {
            digest.add([
                device.id.description, device.alias, device.state.rawValue, "\(device.lockout.isPermanent)",
            ])
        }
        (self.account, self.device, self.organization) = (account, device, organization)
        (self.grants, self.digest) = (grants, digest.bytes)
    }

    /// The role that the account has in a scope; nil for none.
    func role(in scope: Scope) -> AdministratorGrant.Role? { grants.first { $0.scope == scope }?.role }

    /// True for an administrator or an auditor of the manager.
    package var holdsManagerGrant: Bool { role(in: .manager) != nil }
}

/// The SHA-256 of a list of texts, each with its length before it, so that no text can pass for two.
private struct ObjectDigest {
    private var hash = SHA256()

    mutating func add(_ texts: [String]) {
        for text in texts {
            let bytes = Array(text.utf8)
            hash.update(data: Array("\(bytes.count):".utf8) + bytes)
        }
    }

    var bytes: [UInt8] { Array(hash.finalize()) }
}
