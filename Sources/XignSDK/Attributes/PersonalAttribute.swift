import Foundation

/// An attribute that a service requests, whatever the type of its value: for a screen that shows all of them.
///
/// ``AuthenticationPersonalInformation/attributes`` lists them. It is the attribute of the property with the same name:
/// what is set on one is set on the other. Instances may be used from any thread.
public struct PersonalAttribute: Identifiable, Sendable {
    /// The names of all attributes, in the order in which forms ask for them. Show people a text of the app's own.
    public enum Name: String, CaseIterable, Sendable {
        /// The attribute of the property with the same name in ``AuthenticationPersonalInformation``.
        case username, salutation, givenName, familyName, nickname, gender, birthdate, placeOfBirth, nationality
        /// The attribute of the property with the same name in ``AuthenticationPersonalInformation``.
        case address, email, phoneNumber
    }

    /// The control with which a value is entered.
    public enum Input: Sendable {
        /// A text field, for ``PersonalAttribute/setText(_:)``.
        case text
        /// A date picker, for ``AuthenticationInformation/setValue(value:)``. The validator has its limits and its time
        /// zone.
        case date(AuthenticationInformation<Date, BirthdateValidator>)
        /// A field for each part, for ``AuthenticationInformation/setValue(value:)``.
        case postalAddress(AuthenticationInformation<PostalAddress, AddressValidator>)
    }

    /// The name.
    public let name: Name
    /// The control with which a value is entered. Birthdate and address have controls of their own, and can be set as
    /// text, too.
    public let input: Input
    private let attribute: any PersonalInformation

    init(_ name: Name, _ attribute: any PersonalInformation) {
        self.name = name
        self.attribute = attribute
        input =
            switch attribute {
            case let date as AuthenticationInformation<Date, BirthdateValidator>: .date(date)
            case let address as AuthenticationInformation<PostalAddress, AddressValidator>: .postalAddress(address)
            default: .text
            }
    }

    /// The name, which no other attribute of the request has.
    public var id: Name { name }
    /// True if the authentication cannot be completed without it: ``AuthenticationInformation/isRequired``.
    public var isRequired: Bool { attribute.isRequired }
    /// True if the user must supply a value: ``AuthenticationInformation/isDataMissing``.
    public var isDataMissing: Bool { attribute.isDataMissing }
    /// True if the service accepts only verified values: ``AuthenticationInformation/needsVerification``.
    public var needsVerification: Bool { attribute.needsVerification }
    /// The stored values, by alias: ``AuthenticationInformation/aliases``.
    public var aliases: Set<PersonalInformationAlias> { attribute.aliases }
    /// The manager's objection after a preparation that failed; otherwise `none`.
    public var error: AuthenticationInformationErrorCode { attribute.error }
    /// The alias whose value the service will receive; nil if none is chosen, or if a value is supplied.
    public var selection: PersonalInformationAlias? { attribute.selection }
    /// True if the service receives the attribute: ``AuthenticationInformation/isIncluded``.
    public var isIncluded: Bool {
        get { attribute.isIncluded }
        nonmutating set { attribute.isIncluded = newValue }
    }
    /// The minimum and maximum length of a text in characters; nil where its form sets the limits.
    public var lengths: ClosedRange<Int>? { attribute.lengths }
    /// The supplied value in one line, to show it to the user; nil if none is supplied.
    public var text: String? { attribute.text }

    /// Supplies a value that the manager does not have, as ``AuthenticationInformation/setValue(value:)`` does.
    ///
    /// - Parameter text: the text as the user entered it; nil counts as empty. A date of birth has the form
    ///   `YYYY-MM-DD`, an address that of ``PostalAddress/init(_:)``.
    /// - Returns: `.valid` if the value was accepted. With any other result the stored value is reset to nil.
    public func setText(_ text: String?) -> AttributeResultCode { attribute.setText(text) }

    /// Returns what is wrong with a text that is refused, where more can be said than by the result code.
    public func flaw(in text: String) -> InputFlaw? { attribute.flaw(inText: text) }

    /// Chooses one of ``aliases``: ``AuthenticationInformation/setSelection(_:)``.
    @discardableResult
    public func setSelection(_ alias: PersonalInformationAlias?) -> PersonalInformationAlias? {
        attribute.setSelection(alias)
    }
}

/// The outcome of ``PersonalAttribute/setText(_:)``: the codes of all validators.
public enum AttributeResultCode: String, ValidationResultCode {
    /// The value is accepted.
    case valid
    /// There is no value.
    case empty
    /// The text has fewer characters than ``PersonalAttribute/lengths`` allows.
    case tooShort
    /// The text, or a part of an address, has too many characters.
    case tooLong
    /// The text has a character that is not allowed.
    case invalidCharacter
    /// The text does not have the form of the attribute.
    case invalidFormat
    /// The country is not a two-letter code of ISO 3166-1.
    case unknownCountry
    /// Street or locality is missing.
    case incomplete
    /// The day is in the future.
    case inFuture
    /// The day is before ``BirthdateValidator/earliest``.
    case tooLongAgo
}
