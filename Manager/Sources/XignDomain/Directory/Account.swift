/// A person at this manager.
public struct Account: Sendable, Equatable {
    /// A UUIDv7; never shown to a service.
    public var id: AccountID
    /// The name of the account for operators and in the person's own app. Unique.
    public var name: String
    public var isActive: Bool

    public init(id: AccountID, name: String, isActive: Bool) {
        self.id = id
        self.name = name
        self.isActive = isActive
    }
}
