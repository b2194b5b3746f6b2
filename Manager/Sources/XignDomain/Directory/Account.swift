import XignProtocol

/// A person at this manager.
public struct Account: Sendable, Equatable {
    /// A UUIDv7, which never leaves the manager.
    public var id: AccountID
    public var publicID: PublicAccountID
    /// The name of the account for operators and in the person's own app. Unique.
    public var name: String
    public var isActive: Bool
    /// The person's own choice; nil where they have made none.
    public var language: Language?

    /// True where a file declares whether the account is active. The next `apply` undoes what a page changes about it.
    public var isActiveDeclared: Bool

    public init(
        id: AccountID, publicID: PublicAccountID = .random(), name: String, isActive: Bool, language: Language? = nil,
        isActiveDeclared: Bool = false
    ) {
        self.language = language
        self.id = id
        self.publicID = publicID
        self.isActiveDeclared = isActiveDeclared
        self.name = name
        self.isActive = isActive
    }
}
