/// An owner of services, whose members may use them.
@dynamicMemberLookup
public struct Organization: Sendable, Equatable {
    /// A random UUID.
    public var id: OrganizationID
    public var declared: OrganizationDeclaration

    public init(id: OrganizationID, declared: OrganizationDeclaration) { (self.id, self.declared) = (id, declared) }

    public init(id: OrganizationID, name: String, website: String?, address: String?, description: String?) {
        var declared = OrganizationDeclaration()
        (declared.name, declared.website) = (name, website)
        (declared.address, declared.description) = (address, description)
        self.init(id: id, declared: declared)
    }

    public subscript<Value>(dynamicMember path: WritableKeyPath<OrganizationDeclaration, Value>) -> Value {
        get { declared[keyPath: path] }
        set { declared[keyPath: path] = newValue }
    }
}

/// The declared part of an organization.
public struct OrganizationDeclaration: Described {
    /// Unique, and shown to users.
    public var name = ""
    public var website: String?
    public var address: String?
    public var description: String?
    /// The groups into which the operator may put members. Services may ask for them: see `ServiceGroups`.
    public var groups = GroupNames.none
    /// Nil: no website of the organization shares a login with another.
    public var sharedLogin: RepeatedLoginTerms?

    public init() {}

    public static let members: Members<Self> = [
        .required("name", \.name, .shown),
        .member("website", \.website, .ifPresent(.must("an https address", RedirectURI.isAcceptable))),
        .member("address", \.address, .ifPresent(.shown)),
        .member("description", \.description, .ifPresent(.shown)),
        .member("groups", \.groups, .canonicalNames),
        .member("sharedLogin", \.sharedLogin, .lasting(1...43_200)),
    ]
}
