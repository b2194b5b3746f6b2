internal import XignProtocol

/// A choice that the manager remembers: a service receives the value of this alias, without the user choosing again.
public struct AliasSelection: Hashable, Sendable, Identifiable {
    /// What names this choice at the manager; random, and another whenever the user chooses anew.
    public var id: String { Base64URL.encode(choiceId.bytes) }
    /// What names the service at the manager.
    public let serviceId: String
    /// The name of the service. Show it.
    public let serviceName: String
    /// The attribute, by the name of its property in ``AuthenticationPersonalInformation``, such as `email`. A later version of
    /// the manager may have attributes that this version does not know.
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
