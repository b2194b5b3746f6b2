import Foundation
internal import XignProtocol

/// The attributes that a service asks for: nil for those that it does not.
public final class AuthenticationPersonalInformation: Sendable {
    /// The name by which the user is known.
    public let username: AuthenticationInformation<String, UsernameValidator>?
    /// How friends call the user.
    public let nickname: AuthenticationInformation<String, NameValidator>?
    /// The given name, or several.
    public let givenName: AuthenticationInformation<String, NameValidator>?
    /// The family name, or several.
    public let familyName: AuthenticationInformation<String, NameValidator>?
    /// The day of birth.
    public let birthdate: AuthenticationInformation<Date, BirthdateValidator>?
    /// Where the user lives.
    public let address: AuthenticationInformation<PostalAddress, AddressValidator>?
    /// The nationality, as a country's code of two letters.
    public let nationality: AuthenticationInformation<String, NationalityValidator>?
    /// Where the user was born.
    public let placeOfBirth: AuthenticationInformation<String, NameValidator>?
    /// The gender.
    public let gender: AuthenticationInformation<String, GenderValidator>?
    /// How the user is addressed in letters.
    public let salutation: AuthenticationInformation<String, NameValidator>?
    /// The mail address. Where it ``AuthenticationInformation/needsVerification``, it cannot be supplied during an authentication.
    public let email: AuthenticationInformation<String, EmailValidator>?
    /// The telephone number. Where it ``AuthenticationInformation/needsVerification``, it cannot be supplied during an
    /// authentication.
    public let phoneNumber: AuthenticationInformation<String, PhoneNumberValidator>?

    /// Those that are requested, by the protocol's names.
    let all: [String: any Attribute]

    /// - Throws: `notSupported` if an attribute is required that this version does not know, and so could not show.
    init(_ requested: [String: AttributeDescription]) throws {
        var all: [String: any Attribute] = [:]
        var unknown = requested
        func make<Value, Validator: AttributeValidator<Value>>(
            _ name: AttributeName, _ validator: Validator
        ) -> AuthenticationInformation<Value, Validator>? {
            guard let attribute = unknown.removeValue(forKey: name.rawValue) else { return nil }
            let information = AuthenticationInformation(
                isRequired: attribute.isRequired, isDataMissing: attribute.isMissing,
                needsVerification: attribute.mustBeVerified,
                aliases: attribute.aliases.map { PersonalInformationAlias($0) }, validator: validator)
            all[name.rawValue] = information
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
        self.all = all
        // An optional attribute that nobody can be shown is left out, as if the user had declined it.
        if unknown.values.contains(where: \.isRequired) {
            throw XignSdkError(
                .clientTooOld, "The service requires attributes that this version does not know. Update the app.")
        }
    }
}
