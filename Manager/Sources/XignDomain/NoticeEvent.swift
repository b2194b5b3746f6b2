import XignProtocol

/// An event of an account that its devices and its person are told about.
public struct NoticeEvent: Sendable, Equatable {
    public enum Kind: String, Sendable, CaseIterable {
        case pinChanged, factorAdded, activationIssued, activationPersonalized, activationRenamed, activationRevoked
        case activationLocked, membershipAdded, accountDisabled, accountEnabled
        /// The person, or somebody in a browser of theirs, has changed the account's data.
        case attributesChanged
        /// An address was verified by a mailed code, or a verified one was removed.
        case addressChanged
        /// The person says that somebody else logged in.
        case loginDisowned
        /// The person has locked a device, or exported what the manager has about them.
        case deviceLocked, accountExported
        /// Somebody who reads the person's mail has stopped a device, or a code for one.
        case deviceStopped
        /// An operator has ended a lockout, issued an activation for a person without a device, or changed what the
        /// person may administer.
        case deviceUnlocked, recoveryIssued, grantChanged
        /// An operator has ended a login at a website.
        case loginEnded
        /// The person has made or removed a recovery code.
        case recoveryCodeChanged
        /// Somebody with the recovery code and a mailbox has begun to recover the account; the wait is over; it has
        /// ended without a device; a device has taken the place of all former ones.
        case recoveryBegun, recoveryReady, recoveryStopped, recoveryCompleted
        /// For the operator's program alone: no device is left to be told.
        case accountRemoved
    }

    public var kind: Kind
    public var at: Timestamp
    public var accountID: AccountID
    /// The activation that acted: by itself, and then it is not told, or for a browser session. Nil for an operator,
    /// and for an act in a browser that no device stands for.
    public var actor: ActivationID?
    /// The browser session that has asked for the act. All devices are told of it, the actor too.
    public var browserSession: BrowserSessionID?
    /// The alias of the device concerned.
    public var device: String?
    /// The operator who acted; nil for a device.
    public var operatorName: String?
    /// The object concerned, for a mail that can stop it. It is not stored with the notice.
    public var subject: Subject?

    public enum Subject: Sendable, Equatable {
        case activation(ActivationID)
        case recovery(Recovery.Begun)
    }

    /// True for an operator's act. Every act of a person names a device, but for those that a browser does alone.
    public var isByOperator: Bool {
        actor == nil && !Self.withoutDevice.contains(kind)
    }

    private static let withoutDevice: [Kind] = [
        .attributesChanged, .addressChanged, .loginDisowned, .deviceStopped, .recoveryBegun, .recoveryReady,
        .recoveryStopped,
    ]

    public init(
        _ kind: Kind, at: Timestamp, accountID: AccountID, actor: ActivationID? = nil,
        browserSession: BrowserSessionID? = nil, device: String? = nil, operatorName: String? = nil,
        subject: Subject? = nil
    ) {
        self.kind = kind
        self.at = at
        self.accountID = accountID
        self.actor = actor
        self.browserSession = browserSession
        self.device = device
        self.operatorName = operatorName
        self.subject = subject
    }
}
