/// An administrator or an auditor as a declaration has them.
public struct AdministratorDeclaration: Described {
    /// The name of the user.
    public var name: String
    public var role: AdministratorGrant.Role
    /// The organization that is administered; nil: the whole manager.
    public var organization: String?

    public init(name: String, role: AdministratorGrant.Role, organization: String?) {
        (self.name, self.role, self.organization) = (name, role, organization)
    }

    public init() { self.init(name: "", role: .administrator, organization: nil) }

    public static let members: Members<Self> = [
        .required("name", \.name),
        .member("role", \.role, usual: { _ in .administrator }, isExplicit: true),
        .member("organization", \.organization),
    ]
}

extension AdministratorGrant.Role: Word {}
