/// The right of an account to administer a scope, or to look at it.
public struct AdministratorGrant: Sendable, Equatable {
    public enum Role: String, Sendable, CaseIterable, Codable {
        case administrator
        /// Reads everything of the scope, and changes nothing.
        case auditor
    }

    /// Grants in one scope: the list of administrators has no pages.
    public static let limitOfScope = 100

    public let accountID: AccountID
    /// An account has one role in a scope.
    public let scope: Scope
    public let role: Role
    /// The name of the operator who gave the grant, as it was then.
    public let grantedBy: String
    public let grantedAt: Timestamp
    /// True for a grant that a file declares. The next `apply` undoes what a page changes about it.
    public let isDeclared: Bool

    public init(
        accountID: AccountID, scope: Scope, role: Role, grantedBy: String, grantedAt: Timestamp,
        isDeclared: Bool = false
    ) {
        self.accountID = accountID
        self.scope = scope
        self.role = role
        self.grantedBy = grantedBy
        self.grantedAt = grantedAt
        self.isDeclared = isDeclared
    }
}
