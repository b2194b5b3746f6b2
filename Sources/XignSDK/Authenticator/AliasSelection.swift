internal import XignProtocol

/// A choice that the manager remembers: a service receives the value of this alias without the user choosing again.
///
/// Source: XignSys SDK documentation, "Confirmation of attributes" (the note on saved selections).
public struct AliasSelection: Hashable, Sendable, Identifiable {
    /// The choice's identifier at the manager: random, and new whenever the user chooses again.
    public var id: String { Base64URL.encode(choiceId.bytes) }
    /// The service's identifier at the manager: its client id.
    public let serviceId: String
    /// The name of the service. Show it.
    public let serviceName: String
    /// The attribute, by the name of its property in ``AuthenticationPersonalInformation``, such as `email`. A later
    /// version of the manager may have attributes that this version does not know.
    public let attribute: String
    /// The alias that was chosen, such as "work". Show it.
    public let alias: String

    let choiceId: Octets
}

extension AliasSelection {
    init(_ choice: AliasChoices.Choice) {
        self.init(
            serviceId: choice.serviceId, serviceName: choice.serviceName, attribute: choice.attribute,
            alias: choice.aliasText, choiceId: choice.id)
    }
}
