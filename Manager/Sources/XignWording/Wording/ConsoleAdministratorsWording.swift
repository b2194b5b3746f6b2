import XignDomain

/// The administrators and auditors of the manager or of an organization: the list, the grant and the withdrawal.
package protocol ConsoleAdministratorsWording: Sendable {
    var title: String { get }
    func titleOfOrganization(_ organization: String) -> Phrase
    var explanation: String { get }
    var empty: String { get }
    /// The advice where one person alone administers the manager.
    var onlyOne: String { get }
    func role(_ role: AdministratorGrant.Role) -> String
    func roleExplanation(_ role: AdministratorGrant.Role) -> String
    var you: String { get }
    /// A person who is disabled or has no usable device.
    var unusable: String { get }
    var grantedBy: String { get }
    /// In the place of a name that operators of an organization do not see.
    var grantedByOther: String { get }
    var grantedAt: String { get }
    /// The beginning of the id of an account among the administrators of an organization.
    var grantID: String { get }
    /// The last confirmation with any of the person's devices.
    var lastUsed: String { get }
    var neverUsed: String { get }
    /// The grant comes from a file, and so does its end.
    var declared: String { get }
    /// The heading of the links to the lists of other scopes.
    var others: String { get }
    /// The search for an organization, by its name.
    var organization: String { get }
    var organizationHint: String { get }
    var unknownOrganization: String { get }
    var show: String { get }
    /// The link to the list of the manager.
    var ofManager: String { get }

    // Grant
    var grant: String { get }
    var grantTitle: String { get }
    func grantTitleOfOrganization(_ organization: String) -> Phrase
    var account: String { get }
    var accountHint: String { get }
    var roleLabel: String { get }
    /// No account has the name.
    var unknownAccount: String { get }
    /// The account has this role.
    var alreadyGranted: String { get }
    var needsOneDevice: String { get }
    /// The act is done when another administrator has confirmed it, too.
    var needsTwoPersons: String { get }
    var proceed: String { get }

    // Withdrawal
    var withdraw: String { get }
    var withdrawTitle: String { get }
    func withdrawQuestion(_ account: String, _ role: AdministratorGrant.Role) -> Phrase
    var withdrawEffects: [String] { get }
    var giveUp: String { get }
    var giveUpTitle: String { get }
    func giveUpQuestion(_ role: AdministratorGrant.Role) -> String
}
