/// A service with all that is declared about it, as one transaction has read it.
public final class DeclaredService: Sendable {
    public let service: Service
    public let organization: Organization
    /// The service's roles, sorted by name.
    public let roles: [Role]
    /// The operator's policy, which holds for all services.
    public let policy: Policy

    public init(service: Service, organization: Organization, roles: [Role], policy: Policy) {
        self.service = service
        self.organization = organization
        self.roles = roles
        self.policy = policy
    }

    /// Returns a role of the service; nil where it has none of this id.
    public func role(_ id: RoleID) -> Role? { roles.first { $0.id == id } }
}
