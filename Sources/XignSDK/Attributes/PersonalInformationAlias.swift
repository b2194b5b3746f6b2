/// One of several values that the user has stored for an attribute, by the name that the user gave it. The value itself
/// stays at the manager.
public struct PersonalInformationAlias: Hashable, Sendable, Identifiable {
    /// What names the alias at the manager; random, and different for every service.
    public let id: String
    /// The text to show, such as "work".
    public let alias: String
    /// Whether the user prefers it: a good preselection.
    public let isPrimary: Bool
}
