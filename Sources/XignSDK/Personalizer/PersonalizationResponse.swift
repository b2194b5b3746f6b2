import Foundation

/// The outcome of decrypting initialization data.
///
/// Source: XignSys SDK documentation, "Personalization".
public enum PersonalizationResponse: Sendable {
    /// The PIN was correct. Show the activation to the user, then finish it.
    case personalize(PersonalizationRequest)
    /// The data are an invitation, and this app already has an activation at the manager. Authenticate with the second
    /// value; success is ``AuthenticationResult/apiAccessMergeComplete(idmIdentifier:)``.
    case mergePersonalization(MergeInformation, AuthenticationInitializationDataWithSession)
    /// The PIN was wrong. Wait, ask for it again, and decrypt the same data again. If the lockout is permanent, the
    /// activation is no longer valid.
    case lockout(lockoutInformation: LockoutAttemptInformation, data: PersonalizationInitializationData)
    /// The data were already used, at this time. Tell the user: if it was someone else, it is an alarm.
    case alreadyUsed(at: Date)
}

/// An invitation of an existing account.
public struct MergeInformation: Sendable, Hashable {
    /// The organization that invites.
    public let organizationInformation: OrganizationInformation
    /// The mail address to which the invitation was sent. It is added to the account, unverified.
    public let emailAddress: String
}
