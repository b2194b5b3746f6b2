import XignProtocol

/// What a website demands of one login, beyond what the service's operator demands of all.
///
/// It is kept with the process. `start` judges it before a device claims the process, and what `start` offers, `prepare` puts into the
/// statement and `finish` judges is one list of roles: `meeting(_:)`.
public struct LoginRequirements: Sendable, Equatable {
    /// The only account that may log in (OpenID Connect Core, sections 3.1.2.1 and 3.1.2.2); nil: any.
    public var accountID: String?
    /// The classes one of which the authentication must have (OpenID Connect Core, section 5.5.1.1); nil: any.
    public var contextClasses: Set<AuthenticationMethods.ContextClass>?

    public static let none = LoginRequirements()

    public init(accountID: String? = nil, contextClasses: Set<AuthenticationMethods.ContextClass>? = nil) {
        self.accountID = accountID
        self.contextClasses = contextClasses
    }

    /// Whether this account may log in.
    public func admits(account: String) -> Bool { accountID?.hasSameBytes(as: account) ?? true }

    /// Returns the roles with those of their alternatives that have a demanded class, without the roles that have none.
    public func meeting(_ roles: [Role]) -> [Role] {
        guard let contextClasses else { return roles }
        return roles.compactMap { role in
            var role = role
            role.alternatives.removeAll { !contextClasses.contains(AuthenticationMethods.contextClass(for: $0)) }
            return role.alternatives.isEmpty ? nil : role
        }
    }
}
