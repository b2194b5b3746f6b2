import XignProtocol

/// An act of an administrator, which changes somebody else's account or the rights of administrators.
public struct Administration: Sendable, Equatable, Codable {
    /// The effects, with the objects that they change.
    public enum Effect: Sendable, Equatable, Codable {
        case disableAccount(AccountID)
        case enableAccount(AccountID)
        /// Removes an account with everything of it.
        case removeAccount(AccountID)
        case revokeDevice(ActivationID)
        /// Ends a timed lockout; a permanent one only where the policy allows it.
        case unlockDevice(ActivationID)
        /// Issues an activation for an account without a usable device, to be handed over on paper.
        case issueRecovery(AccountID)
        case grant(AccountID, AdministratorGrant.Role, Scope)
        case withdrawGrant(AccountID, Scope)
    }

    public let effect: Effect
    public let reason: Reason

    public init(_ effect: Effect, because reason: Reason) {
        self.effect = effect
        self.reason = reason
    }
}

/// The reason that an administrator gives for an act. It is signed, and kept in the audit log.
public struct Reason: Sendable, Equatable, Codable {
    /// The way in which the administrator has checked the identity of the person who asks.
    public enum IdentityCheck: String, Sendable, CaseIterable, Codable {
        /// In person, with a document.
        case inPerson
        /// By a call to a number that was known before.
        case calledBack
        /// As the text says.
        case other
    }

    /// Nil for an act that needs no identity check.
    public let identityCheck: IdentityCheck?
    /// Display text (`DisplayText`) of 10 to 200 characters.
    public let text: String

    public static let lengths = 10...200

    /// Keeps a reason as a person has typed it.
    /// - Returns: nil for a text that cannot be displayed, or that is too short or too long.
    public init?(_ identityCheck: IdentityCheck?, _ text: String) {
        guard let canonical = try? DisplayText.canonical(text), Self.lengths.contains(canonical.count) else {
            return nil
        }
        self.identityCheck = identityCheck
        self.text = canonical
    }
}

extension Administration.Effect {
    /// The name of the effect for auditors.
    public var type: String {
        switch self {
        case .disableAccount: "disableAccount"
        case .enableAccount: "enableAccount"
        case .removeAccount: "removeAccount"
        case .revokeDevice: "revokeDevice"
        case .unlockDevice: "unlockDevice"
        case .issueRecovery: "issueRecovery"
        case .grant: "grant"
        case .withdrawGrant: "withdrawGrant"
        }
    }

    /// The device that is changed; nil where an account or a grant is.
    public var device: ActivationID? {
        switch self {
        case .revokeDevice(let device), .unlockDevice(let device): device
        case .disableAccount, .enableAccount, .removeAccount, .issueRecovery, .grant, .withdrawGrant: nil
        }
    }

    /// The account that is changed; nil where it is the one of `device`.
    public var account: AccountID? {
        switch self {
        case .disableAccount(let account), .enableAccount(let account), .removeAccount(let account),
            .issueRecovery(let account), .grant(let account, _, _), .withdrawGrant(let account, _):
            account
        case .revokeDevice, .unlockDevice: nil
        }
    }

    /// True for an effect before which the administrator checks who asks for it.
    public var needsIdentityCheck: Bool {
        switch self {
        case .unlockDevice, .issueRecovery: true
        case .disableAccount, .enableAccount, .removeAccount, .revokeDevice, .grant, .withdrawGrant: false
        }
    }
}
