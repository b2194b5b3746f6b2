import Foundation
internal import XignProtocol

// How the manager's descriptions become what the app shows.

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

// Whether the texts that a person decides by show what they are.

extension ServiceDescription {
    var isShowable: Bool { DisplayText.isValid(name) && DisplayText.isValid(origin) && isShowableText(description) }
}

extension OrganizationDescription {
    var isShowable: Bool {
        DisplayText.isValid(name) && [website, description].allSatisfy(isShowableText)
            // An address has lines; each must be showable.
            && (address ?? "").split(separator: "\n").allSatisfy { DisplayText.isValid(String($0)) }
    }
}

extension RoleDescription {
    var isShowable: Bool { DisplayText.isValid(name) && !alternatives.isEmpty }
}

extension AttributeDescription {
    /// And whether its aliases can be told apart.
    var isShowable: Bool {
        aliases.allSatisfy { DisplayText.isValid($0.text) } && Set(aliases.map(\.id)).count == aliases.count
    }
}

extension AliasChoices.Choice {
    var isShowable: Bool { [serviceName, attribute, aliasText].allSatisfy(DisplayText.isValid) }
}

private func isShowableText(_ text: String?) -> Bool {
    guard let text, !text.isEmpty else { return true }
    return text.utf8.count <= 4096 && !text.unicodeScalars.contains { $0.isInvisible && $0 != "\n" }
}
