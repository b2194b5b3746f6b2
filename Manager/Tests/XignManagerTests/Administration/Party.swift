import XignDomain
import XignProtocol

/// The kinds of parties whose permissions tests walk through. Each but `programs` is a person with a device.
enum Party: String, CaseIterable {
    static let organization = "Example Inc."
    static let otherOrganization = "Other Inc."

    /// An administrator's session that has ended.
    case nobody
    case person
    /// A person in the organization.
    case member
    /// An administrator with a session of the account pages.
    case elsewhere
    case auditor
    case auditorOfOrganization
    case auditorOfAnother
    case administratorOfOrganization
    case administratorOfAnother
    case administrator
    case machine
    /// A client of an API for administration, which has no right.
    case client

    /// The parties without an account.
    static let programs: [Party] = [.machine, .client]

    /// The actor of a party without an account.
    var program: Actor { self == .client ? .client("api") : .machine("root") }

    /// The grant of the party's account: its role, and the name of its organization.
    var grant: (role: AdministratorGrant.Role, organization: String?)? {
        switch self {
        case .person, .member, .machine, .client: nil
        case .nobody, .elsewhere, .administrator: (.administrator, nil)
        case .auditor: (.auditor, nil)
        case .auditorOfOrganization: (.auditor, Self.organization)
        case .auditorOfAnother: (.auditor, Self.otherOrganization)
        case .administratorOfOrganization: (.administrator, Self.organization)
        case .administratorOfAnother: (.administrator, Self.otherOrganization)
        }
    }

    /// The expectation, by the table.
    /// - Parameter isInScope: on an object of the organization, else on one of another organization. At the own acts of
    ///   people: on the own account, else on another one.
    func may(_ useCase: UseCase, inScope isInScope: Bool) -> Bool {
        let permission = PermissionTable.permission(useCase)
        if self == .nobody || self == .client { return false }
        // Other administrators can be the second person.
        if self == .machine { return useCase != .approvePendingAct }
        if permission.person { return isInScope }
        guard self != .elsewhere, let grant else { return false }
        let given = AdministratorGrant(
            accountID: AccountID("a"), scope: grant.organization.map { .organization(OrganizationID($0)) } ?? .manager,
            role: grant.role, grantedBy: "root", grantedAt: Timestamp(rawValue: 0))
        guard permission.isGiven(by: given) else { return false }
        switch useCase {
        case .enterConsole, .exportAudit, .giveUpAdministration: return true
        default: return grant.organization == nil || (grant.organization == Self.organization) == isInScope
        }
    }
}
