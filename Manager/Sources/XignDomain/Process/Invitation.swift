import XignProtocol

/// An invitation that a person accepts with an activation that they already have.
public struct Invitation: Sendable, Equatable {
    /// The pending activation that the invitation came with, and that the merge uses up.
    public let activationID: ActivationID
    /// The names and the address that the statement shows.
    public let subject: InvitationSubject

    public init(activationID: ActivationID, subject: InvitationSubject) {
        self.activationID = activationID
        self.subject = subject
    }
}

/// The terms of an invitation: the membership and the roles that it gives.
public struct InvitationTerms: Sendable, Equatable {
    public var activationID: ActivationID
    /// Nil for an account that somebody has registered without an invitation.
    public var organizationID: OrganizationID?
    /// The address that the invitation was meant for. It is unverified, whoever accepts. Nil where it was meant for
    /// none: then it is never merged into another account.
    public var address: String?
    public var roles: [RoleID]
    /// True if the account was made for the invitation. Only such a placeholder can be merged into another account.
    public var madeAccount: Bool
    /// The only account that may accept; nil for any.
    public var namedAccountID: AccountID?
    /// The join link of which this is a place; nil for any other invitation.
    public var linkID: JoinLinkID?

    /// True for an account that somebody has registered without an invitation.
    public var isRegistration: Bool { organizationID == nil && linkID == nil }

    public init(
        activationID: ActivationID, organizationID: OrganizationID?, address: String?, roles: [RoleID],
        madeAccount: Bool, namedAccountID: AccountID? = nil, linkID: JoinLinkID? = nil
    ) {
        self.activationID = activationID
        self.organizationID = organizationID
        self.address = address
        self.roles = roles
        self.madeAccount = madeAccount
        self.namedAccountID = namedAccountID
        self.linkID = linkID
    }
}
