import XignCrypto
import XignProtocol

/// The bond between an account and one device, from the pid that an operator hands out to its revocation.
///
///     pending --personalizeFinish--> active --revoke--> revoked
///        |  \                          |
///        |   \--merge--> merged        | ten failures in a row, or fifty in thirty days
///        |                             v
///        | five wrong PINs,         active, locked permanently
///        v or its issuer ends
///       void
public struct Activation: Sendable, Equatable {
    public enum State: String, Sendable {
        case pending, active, revoked, void
        /// An invitation that was accepted with another activation.
        case merged
    }

    /// The purpose of a pending activation, which decides the state that follows.
    public enum Kind: String, Sendable {
        case registration, invitation, additional
        /// Issued by the recovery of the account by its person. It counts while that is open and names it.
        case recovery
    }

    /// The origin of the activation PIN. An operator knows an assigned PIN, so it must be replaced during
    /// personalization.
    public enum PINOrigin: String, Sendable { case userChosen, assigned }

    public var id: ActivationID
    public var accountID: AccountID
    public var state: State
    public var kind: Kind
    public var pinOrigin: PINOrigin
    /// The hash of the activation secret.
    public var secretHash: BearerHash
    public var createdAt: Timestamp
    /// The end of the pending state.
    public var expiresAt: Timestamp
    public var personalizedAt: Timestamp?
    /// The number of wrong activation PINs so far.
    public var wrongPINs: Int
    /// The user's name for the device.
    public var alias: String
    public var lockout: LockoutState
    /// The device's operating system in its own words; nil until personalized, and for activations of older versions.
    public var platform: String?
    /// The place of the device's keys in its own words; nil where `platform` is.
    public var keyStore: KeyStoreKind?
    /// The activation that a user issued this one with; nil for one that an operator issued.
    public var issuedBy: ActivationID?
    /// The end of the cool-down; nil for an activation that was not personalized beside an active one.
    public var coolUntil: Timestamp?
    /// The last confirmation with this device; nil before the first, and where an older version took it.
    public var lastUsedAt: Timestamp?
    /// The number of times that an operator has unlocked the device.
    public var unlocks: Int

    public init(
        id: ActivationID, accountID: AccountID, state: State, kind: Kind, pinOrigin: PINOrigin, secretHash: BearerHash,
        createdAt: Timestamp, expiresAt: Timestamp, personalizedAt: Timestamp?, wrongPINs: Int, alias: String,
        lockout: LockoutState, platform: String? = nil, keyStore: KeyStoreKind? = nil, issuedBy: ActivationID? = nil,
        coolUntil: Timestamp? = nil, lastUsedAt: Timestamp? = nil, unlocks: Int = 0
    ) {
        self.id = id
        self.accountID = accountID
        self.state = state
        self.kind = kind
        self.pinOrigin = pinOrigin
        self.secretHash = secretHash
        self.createdAt = createdAt
        self.expiresAt = expiresAt
        self.personalizedAt = personalizedAt
        self.wrongPINs = wrongPINs
        self.alias = alias
        self.lockout = lockout
        self.platform = platform
        self.keyStore = keyStore
        self.issuedBy = issuedBy
        self.coolUntil = coolUntil
        self.lastUsedAt = lastUsedAt
        self.unlocks = unlocks
    }
}

extension Activation {
    /// True for an activation whose device can log in now, or after a lockout that ends.
    public var isUsable: Bool { state == .active && !lockout.isPermanent }

    /// True for an authenticator in a browser. The server of its page can use its keys (docs/threat-model.md).
    ///
    /// The platform is the device's own word: a signal for policy, and not a control.
    public var isBrowser: Bool { platform.flatMap(Platform.init(rawValue:)) == .web }

    /// True for an activation whose device can log in at the console, and confirm the acts of administrators.
    public var isUsableAtConsole: Bool { isUsable && !isBrowser }

    /// The SHA-256 of what a page shows of the activation to a person who is to change or remove it: id and alias.
    public var objectDigest: [UInt8] { Array(SHA256.hash(data: id.bytes + Array(alias.utf8))) }
}
