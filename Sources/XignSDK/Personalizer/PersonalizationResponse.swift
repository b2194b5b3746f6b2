import Foundation
internal import XignProtocol

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

/// An organization's invitation of a person whose app is activated already.
public struct MergeInformation: Sendable, Hashable {
    /// A role that the person gets at a service of the organization.
    public struct InvitedRole: Sendable, Hashable {
        /// The name of the service.
        public let serviceName: String
        /// The name of the role.
        public let roleName: String
    }

    /// The organization that invites.
    public let organizationInformation: OrganizationInformation
    /// The mail address to which the invitation was sent. It is added to the account, unverified.
    public let emailAddress: String
    /// The roles that the person gets. They are known once the authentication has started: see
    /// ``AuthenticateRequest/subject``. Empty before.
    public let roles: [InvitedRole]
}

extension MergeInformation {
    init(_ merge: Open.Merge, roles: [InvitationSubject.Role]) {
        self.init(
            organizationInformation: OrganizationInformation(merge.organization), emailAddress: merge.address,
            roles: roles.map { InvitedRole(serviceName: $0.service, roleName: $0.role) })
    }
}
