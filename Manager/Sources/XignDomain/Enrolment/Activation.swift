import XignProtocol

/// The bond between an account and one device, from the pid that an operator hands out to its revocation.
///
///     pending --personalizeFinish--> active --revoke--> revoked
///        |                             |
///        | five wrong PINs             | ten failures in a row, or fifty in thirty days
///        v                             v
///       void                     active, locked permanently
public struct Activation: Sendable, Equatable {
    public enum State: String, Sendable { case pending, active, revoked, void }

    /// The purpose of a pending activation, which decides the state that follows.
    public enum Kind: String, Sendable { case registration, invitation, additional }

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

    public init(
        id: ActivationID, accountID: AccountID, state: State, kind: Kind, pinOrigin: PINOrigin, secretHash: BearerHash,
        createdAt: Timestamp, expiresAt: Timestamp, personalizedAt: Timestamp?, wrongPINs: Int, alias: String,
        lockout: LockoutState
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
    }
}
