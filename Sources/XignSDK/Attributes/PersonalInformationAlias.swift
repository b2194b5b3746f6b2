/// The name of one stored value of an attribute, as the user chose it. The value itself stays at the manager.
///
/// Source: XignSys SDK documentation, "Confirmation of attributes".
public struct PersonalInformationAlias: Hashable, Sendable, Identifiable {
    /// The alias's identifier at the manager: random, and different for every service.
    public let id: String
    /// The text to show, such as "work".
    public let alias: String
    /// True if this is the user's preferred value: a good preselection.
    public let isPrimary: Bool
}
