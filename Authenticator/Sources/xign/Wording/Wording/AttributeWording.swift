import Terminal
import XignSDK

/// The data that websites request: questions, options, and why a value is refused.
protocol AttributeWording: Sendable {
    /// Returns the name of an attribute, inside a sentence.
    func label(_ attribute: PersonalAttribute.Name) -> String
    /// Returns the name of an attribute, at the beginning of a sentence.
    func heading(_ attribute: PersonalAttribute.Name) -> String

    // MARK: Forms of a value, for prompts

    func form(_ form: ValueForm) -> Text
    /// Returns the question for a value.
    func ask(_ attribute: PersonalAttribute.Name, _ form: Text) -> Text
    func ask(_ part: AddressPart, of attribute: PersonalAttribute.Name) -> Text
    func mustHaveForm(_ form: Text) -> Text
    /// Returns the reason why a value is refused.
    func reason(_ flaw: ValueFlaw) -> Text

    // MARK: The list of requested data

    func isRequired(_ isRequired: Bool) -> Text
    /// - Parameter isUnavailable: true if no verified value is stored.
    func leftOut(isUnavailable: Bool) -> Text
    /// Returns the state of a stored value.
    /// - Parameter name: the name of the value; nil if it is the only one.
    func stored(_ name: Text?) -> Text
    /// The state of a value from a script, which is not shown.
    var given: Text { get }
    func noVerifiedValue(at manager: String) -> Text
    var missing: Text { get }
    /// Returns an open state, after which the person will be asked.
    func open(_ state: Text) -> Text
    /// Returns the names of several values to choose from.
    func choices(_ names: [(name: String, isPreferred: Bool)]) -> Text
    /// Returns the heading of additions, whose names and values are the manager's words.
    func additions(of manager: String) -> Text
    /// The word for a permission, in place of `isRequired`.
    var permission: Text { get }
    /// The state of a permission that the person does not give.
    var notAllowed: Text { get }
    /// The state of an addition of which the manager has no value.
    var nothingStored: Text { get }

    // MARK: Questions

    /// The hint that the input's end cancels the login.
    var howToCancel: Text { get }
    /// - Parameter value: the name of the only value, if it tells the person something.
    func askOptional(_ label: String, value: String?) -> Text
    func askWhich(_ heading: String) -> Text
    /// - Parameter alias: the extent of the permission.
    func askPermission(_ name: String, _ alias: String) -> Text

    // MARK: The manager's objections

    /// Returns the objection to a value.
    func objection(_ objection: ValueObjection) -> Text
    /// The heading of the list of objections, before the person is asked again.
    var objections: Text { get }
    /// Returns the message of a script whose values are refused.
    func refused(_ lines: [Text]) -> Text
    /// Returns the message for data that changed during the login.
    func changed(_ attributes: [PersonalAttribute.Name], again: Text) -> Text
    /// Returns the message for required data without a verified value.
    func unavailable(_ attributes: [PersonalAttribute.Name], for service: String, at manager: String) -> Text
    /// Returns the message for required additions of which the manager has no value, such as an account at the website.
    func nothingStored(_ names: [String], for service: String, askedOf organization: String) -> Text

    // MARK: Options

    func unknown(_ name: String, nearest: String?, known: [String]) -> Text
    func givenTwice(_ name: String) -> Text
    /// - Parameter nearest: the most similar name; nil without one.
    func notRequested(_ name: String, by service: String, nearest: String?) -> Text
    func mustBeEntered(_ name: String) -> Text
    func cannotLeaveOut(_ attribute: PersonalAttribute.Name, for service: String) -> Text
    /// Returns the message for a value that the manager already has.
    /// - Parameter hasSeveral: true if the person can choose one with `--alias`.
    func alreadyStored(_ attribute: PersonalAttribute.Name, hasSeveral: Bool) -> Text
    func notStored(_ attribute: PersonalAttribute.Name) -> Text
    func noSuchValue(_ alias: String, of name: String, choices: [String]) -> Text
    /// Returns the message of a script whose options leave something open.
    /// - Parameter options: the missing options; of each list, one.
    func optionsMissing(_ options: [[String]]) -> Text
}

/// The form of a value.
enum ValueForm: Hashable, Sendable {
    case characters(ClosedRange<Int>)
    case charactersWithoutSpaces(ClosedRange<Int>)
    case gender, country, mailAddress, phoneNumber, address, day
}

/// The reason why a value is refused.
enum ValueFlaw: Hashable, Sendable {
    case empty
    case tooShort(atLeast: Int)
    case tooLong(atMost: Int)
    case partTooLong(atMost: Int)
    case spaces, invisible
    /// A flaw with the character or the part that it is about.
    case typed(InputFlaw)
    case noCountry, noMailAddress, noPhoneNumber
    case addressIncomplete, partRequired
    case inFuture
    case before(String)
}

/// A part of an address.
enum AddressPart: Hashable, Sendable, CaseIterable { case street, postalCode, town, region, country }

/// The manager's objection to a value.
enum ValueObjection: Hashable, Sendable {
    case notAccepted, postalCodeDemanded, alreadyStored, noLongerStored, noLongerOffered, aliasGone
}
