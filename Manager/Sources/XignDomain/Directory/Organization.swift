/// An owner of services, whose members may use them.
public struct Organization: Sendable, Equatable {
    /// A random UUID.
    public var id: OrganizationID
    /// Unique, and shown to users.
    public var name: String
    public var website: String?
    public var address: String?
    public var description: String?

    public init(id: OrganizationID, name: String, website: String?, address: String?, description: String?) {
        self.id = id
        self.name = name
        self.website = website
        self.address = address
        self.description = description
    }
}
