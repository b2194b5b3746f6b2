/// A person at this manager.
public struct Account: Sendable, Equatable {
    /// A UUIDv7; never shown to a service.
    public var id: AccountID
    /// Unique; how operators and the person's own app name the account.
    public var name: String
    public var isActive: Bool

    public init(id: AccountID, name: String, isActive: Bool) {
        self.id = id
        self.name = name
        self.isActive = isActive
    }
}
