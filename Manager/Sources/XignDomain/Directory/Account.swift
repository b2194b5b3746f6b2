/// A person at this manager.
public struct Account: Sendable, Equatable {
    /// A UUIDv7; never shown to a service.
    public var id: AccountID
    /// The name of the account for operators and in the person's own app. Unique.
    public var name: String
    public var isActive: Bool
    /// The person's own choice; nil where they have made none.
    public var language: Language?

    public init(id: AccountID, name: String, isActive: Bool, language: Language? = nil) {
        self.language = language
        self.id = id
        self.name = name
        self.isActive = isActive
    }
}
