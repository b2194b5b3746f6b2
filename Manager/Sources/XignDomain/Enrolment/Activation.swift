import XignProtocol

/// The bond between an account and one device, from the pid that an operator hands out to its revocation.
///
///     pending --personalizeFinish--> active --revoke--> revoked
///        |                             |
///        | five wrong PINs             | ten failures in a row, or fifty in thirty days
///        v                             v
///       void                     active, locked for good
public struct Activation: Sendable, Equatable {
    public enum State: String, Sendable { case pending, active, revoked, void }

    /// What a pending activation is for; it decides what it can become.
    public enum Kind: String, Sendable { case registration, invitation, additional }

    /// Who knows the activation PIN besides the user. An assigned one must be replaced while personalizing.
    public enum PINOrigin: String, Sendable { case userChosen, assigned }

    public var id: ActivationID
    public var accountID: AccountID
    public var state: State
    public var kind: Kind
    public var pinOrigin: PINOrigin
    /// The hash of the activation secret.
    public var secretHash: BearerHash
    public var createdAt: Timestamp
    /// Of the pending state.
    public var expiresAt: Timestamp
    public var personalizedAt: Timestamp?
    /// Wrong activation PINs so far.
    public var wrongPINs: Int
    /// What the user calls the device.
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
