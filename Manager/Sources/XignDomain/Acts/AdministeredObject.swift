import XignCrypto
import XignProtocol

/// The object of an administrator's act, as one transaction has read it.
public struct AdministeredObject: Sendable {
    /// The account that is changed, or whose device or grant is.
    public let account: Account
    /// The device that is changed; nil where an account or a grant is.
    public let device: Activation?
    /// The login that is ended; nil where another object is changed.
    public let login: AdministeredLogin?
    /// The organization whose grant is changed; nil for a grant of the manager, and where none is changed.
    public let organization: Organization?
    /// The grants of the account.
    public let grants: [AdministratorGrant]
    /// All devices of the account.
    public let devices: [Activation]
    /// The SHA-256 of what a page shows of the object. An act on an object that has another one by then is refused.
    public let digest: [UInt8]

    public init(
        of effect: Administration.Effect, account: Account, device: Activation?, login: AdministeredLogin? = nil,
        organization: Organization?, grants: [AdministratorGrant], devices: [Activation]
    ) {
        var digest = ObjectDigest()
        digest.add([account.id.text, account.name, "\(account.isActive)"])
        if let scope = effect.grantScope {
            let role = grants.first { $0.scope == scope }?.role
            digest.add([role?.rawValue ?? "", organization?.name ?? ""])
        }
        if let login { digest.add([login.process.description, login.service]) }
        let concerned = type(of: effect.definition).concernsAllDevices ? devices : device.map { [$0] } ?? []
        for device in concerned {
            digest.add([
                device.id.description, device.alias, device.state.rawValue, "\(device.lockout.isPermanent)",
            ])
        }
        (self.account, self.device, self.login, self.organization) = (account, device, login, organization)
        (self.grants, self.devices, self.digest) = (grants, devices, digest.bytes)
    }

    /// The role that the account has in a scope; nil for none.
    public func role(in scope: Scope) -> AdministratorGrant.Role? { grants.first { $0.scope == scope }?.role }

    /// True for an administrator or an auditor of the manager.
    public var holdsManagerGrant: Bool { role(in: .manager) != nil }
}

/// A confirmed login at a website.
public struct AdministeredLogin: Sendable {
    public let process: SessionID
    public let serviceID: ServiceID
    /// The name of the website as people see it.
    public let service: String
    public let confirmedAt: Timestamp
    /// The moment at which the last of its code, tokens and remembered login expires; nil where none is kept.
    public let leftUntil: Timestamp?

    public init(
        process: SessionID, serviceID: ServiceID, service: String, confirmedAt: Timestamp, leftUntil: Timestamp?
    ) {
        (self.process, self.serviceID, self.service) = (process, serviceID, service)
        (self.confirmedAt, self.leftUntil) = (confirmedAt, leftUntil)
    }

    public func isLeft(at now: Timestamp) -> Bool { leftUntil.map { now < $0 } ?? false }
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
