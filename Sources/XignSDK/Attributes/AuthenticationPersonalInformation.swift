import Foundation
internal import XignProtocol

/// The attributes that a service requests. A property is nil if the service does not request that attribute.
///
/// Source: XignSys SDK documentation, "Confirmation of attributes"; OpenID Connect Core 1.0, section 5.1.
public final class AuthenticationPersonalInformation: Sendable {
    /// The user name.
    public let username: AuthenticationInformation<String, UsernameValidator>?
    /// The nickname.
    public let nickname: AuthenticationInformation<String, NameValidator>?
    /// The given name or names.
    public let givenName: AuthenticationInformation<String, NameValidator>?
    /// The family name or names.
    public let familyName: AuthenticationInformation<String, NameValidator>?
    /// The date of birth.
    public let birthdate: AuthenticationInformation<Date, BirthdateValidator>?
    /// The postal address.
    public let address: AuthenticationInformation<PostalAddress, AddressValidator>?
    /// The nationality, as a two-letter country code (ISO 3166-1 alpha-2).
    public let nationality: AuthenticationInformation<String, NationalityValidator>?
    /// The place of birth.
    public let placeOfBirth: AuthenticationInformation<String, NameValidator>?
    /// The gender.
    public let gender: AuthenticationInformation<String, GenderValidator>?
    /// The form of address, such as "Dr.".
    public let salutation: AuthenticationInformation<String, NameValidator>?
    /// The mail address. If it ``AuthenticationInformation/needsVerification``, it cannot be supplied during an
    /// authentication.
    public let email: AuthenticationInformation<String, EmailValidator>?
    /// The telephone number. If it ``AuthenticationInformation/needsVerification``, it cannot be supplied during an
    /// authentication.
    public let phoneNumber: AuthenticationInformation<String, PhoneNumberValidator>?

    /// The further values and the permissions that the service asks for: the values first, then the permissions, each
    /// sorted by name.
    ///
    /// Empty unless the app has called ``XignSdkConfig/Builder/showsAdditionalInformation()``: an app that does not
    /// show them must not sign them.
    public let additional: [AdditionalInformation]

    /// The requested attributes as one list, in the order of ``PersonalAttribute/Name``, without ``additional``.
    public var attributes: [PersonalAttribute] {
        PersonalAttribute.Name.allCases.compactMap { name in
            personal[name.rawValue].map { PersonalAttribute(name, $0) }
        }
    }

    private let personal: [String: any PersonalInformation]
    /// All that is shown, by the names of the protocol.
    let all: [String: any Attribute]

    init(_ shown: ShownAttributes) {
        var personal: [String: any PersonalInformation] = [:]
        func make<Value, Validator: LineValidator>(
            _ name: AttributeName, _ validator: Validator
        ) -> AuthenticationInformation<Value, Validator>? where Validator.Value == Value {
            guard let attribute = shown.attributes[name] else { return nil }
            let information = AuthenticationInformation(
                isRequired: attribute.isRequired, isDataMissing: attribute.isMissing,
                needsVerification: attribute.mustBeVerified,
                aliases: attribute.aliases.map { PersonalInformationAlias($0) }, validator: validator)
            personal[name.rawValue] = information
            return information
        }
        username = make(.username, UsernameValidator())
        nickname = make(.nickname, NameValidator())
        givenName = make(.givenName, NameValidator())
        familyName = make(.familyName, NameValidator())
        birthdate = make(.birthdate, BirthdateValidator())
        address = make(.address, AddressValidator())
        nationality = make(.nationality, NationalityValidator())
        placeOfBirth = make(.placeOfBirth, NameValidator())
        gender = make(.gender, GenderValidator())
        salutation = make(.salutation, NameValidator(.salutation))
        email = make(.email, EmailValidator())
        phoneNumber = make(.phoneNumber, PhoneNumberValidator())
        self.personal = personal
        let additional = shown.additions.map { AdditionalInformation($0) }
        self.additional = additional
        var all: [String: any Attribute] = personal
        // Their names are none of the twelve.
        for information in additional { all[information.name] = information }
        self.all = all
    }
}
