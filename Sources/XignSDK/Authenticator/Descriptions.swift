import Foundation
internal import XignProtocol

// Conversions from the protocol's descriptions to the values that the app shows.

extension AuthenticatorType {
    init?(_ factor: FactorType) { self.init(rawValue: factor.rawValue) }

    var factor: FactorType? { FactorType(rawValue: rawValue) }
}

extension ServiceInformation {
    init(_ service: ServiceDescription) {
        self.init(
            id: service.id, name: service.name, origin: service.origin, serviceDescription: service.description)
    }
}

extension OrganizationInformation {
    init(_ organization: OrganizationDescription) {
        self.init(
            id: organization.id, name: organization.name, websiteURL: organization.website.flatMap(URL.init(string:)),
            address: organization.address, organizationDescription: organization.description)
    }
}

extension Role {
    init(_ role: RoleDescription) {
        self.init(
            id: role.id, name: role.name,
            requestedAuthenticators: role.alternatives.map { $0.compactMap { AuthenticatorType($0) } })
    }
}

extension PersonalInformationAlias {
    init(_ alias: AttributeDescription.Alias) {
        self.init(id: alias.id, alias: alias.text, isPrimary: alias.isPrimary)
    }
}

// Checks that texts on which a person bases a decision are displayable (docs/protocol.md, section 0, "Text").

extension ServiceDescription {
    var isDisplayable: Bool {
        DisplayText.isValid(name) && DisplayText.isValid(origin) && isDisplayableText(description)
    }
}

extension OrganizationDescription {
    var isDisplayable: Bool {
        DisplayText.isValid(name) && [website, description].allSatisfy(isDisplayableText)
            // An address has lines; each must be showable.
            && (address ?? "").split(separator: "\n").allSatisfy { DisplayText.isValid(String($0)) }
    }
}

extension RoleDescription {
    var isDisplayable: Bool { DisplayText.isValid(name) && !alternatives.isEmpty }
}

extension AttributeDescription {
    /// True if the aliases are displayable and have distinct identifiers.
    var isDisplayable: Bool {
        aliases.allSatisfy { DisplayText.isValid($0.text) } && Set(aliases.map(\.id)).count == aliases.count
    }
}

extension PersonalizeFinish.Response {
    var isDisplayable: Bool { [userName, alias].allSatisfy(DisplayText.isValid) }
}

extension Status.Response {
    var isDisplayable: Bool {
        [userName, alias].allSatisfy(DisplayText.isValid)
            && notices.allSatisfy { $0.device.map(DisplayText.isValid) ?? true }
    }
}

extension AliasChoices.Choice {
    var isDisplayable: Bool { [serviceName, attribute, aliasText].allSatisfy(DisplayText.isValid) }
}

private func isDisplayableText(_ text: String?) -> Bool {
    guard let text, !text.isEmpty else { return true }
    return text.utf8.count <= 4096 && !text.unicodeScalars.contains { $0.isInvisible && $0 != "\n" }
}
