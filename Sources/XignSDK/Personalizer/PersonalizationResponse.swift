import Foundation

/// What decrypted initialization data lead to.
public enum PersonalizationResponse: Sendable {
    /// The PIN was right: show the user what is activated, then finish.
    case personalize(PersonalizationRequest)
    /// The data invite somebody whose app is activated already: authenticate with the second value, whose success is
    /// ``AuthenticationResult/apiAccessMergeComplete(idmIdentifier:)``.
    case mergePersonalization(MergeInformation, AuthenticationInitializationDataWithSession)
    /// The PIN was wrong. Wait, ask for it again, and decrypt the same data again; if it is permanent, the activation is void.
    case lockout(lockoutInformation: LockoutAttemptInformation, data: PersonalizationInitializationData)
    /// Somebody has used these data already, at this time. If it was not the user, it is an alarm: say so.
    case alreadyUsed(at: Date)
}

/// An invitation of an account that exists already.
public struct MergeInformation: Sendable, Hashable {
    /// Who invites.
    public let organizationInformation: OrganizationInformation
    /// The mail address that the invitation was sent to. It comes along to the account, unverified.
    public let emailAddress: String
}
