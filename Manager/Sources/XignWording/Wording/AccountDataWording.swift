import XignProtocol

/// The person's own data.
package protocol AccountDataWording: Sendable {
    var title: String { get }
    var explanation: String { get }
    var empty: String { get }
    /// The name of an attribute.
    func name(_ name: AttributeName) -> String

    // The list
    var show: String { get }
    var preferred: String { get }
    var verified: String { get }
    var change: String { get }
    var remove: String { get }
    func add(_ name: AttributeName) -> String
    /// The name of the account at a website, which the operator keeps.
    func accountName(at website: String) -> Phrase
    /// The operator keeps the value, and the person sees it alone.
    var kept: String { get }
    /// The values of an attribute that is true or false.
    var yes: String { get }
    var no: String { get }
    /// The heading over the attributes without a value.
    var more: String { get }

    // The form
    func addTitle(_ name: AttributeName) -> String
    func changeTitle(_ name: AttributeName) -> String
    var value: String { get }
    /// The form of a value; nil where any text will do.
    func hint(_ name: AttributeName) -> String?
    var street: String { get }
    var postalCode: String { get }
    var locality: String { get }
    var region: String { get }
    var country: String { get }
    var countryHint: String { get }
    var alias: String { get }
    var aliasHint: String { get }
    var prefer: String { get }
    /// A person cannot vouch for their own values.
    var notVerified: String { get }
    /// The value is verified: its name alone can be changed here.
    func isVerified(_ name: AttributeName) -> String
    var save: String { get }
    /// The change that an input needs.
    func flaw(_ flaw: DataFlaw, of name: AttributeName) -> String

    // The removal
    func removeTitle(_ name: AttributeName) -> String
    func removeExplanation(_ alias: String) -> Phrase
    var removeLimit: String { get }
}

/// The reasons why a typed value, or its name, will not do.
package enum DataFlaw: Sendable, Equatable, CaseIterable {
    /// The value does not have the form of its attribute.
    case form
    /// A character cannot be seen, or changes what is seen around it.
    case invisible
    case streetMissing, localityMissing, partTooLong, country
    /// A telephone number has `(0)`, letters, an extension, a second `+` or another sign.
    case phonePrefix, phoneLetter, phoneExtension, phonePlus, phoneSign
    /// The account has this value already.
    case repeated
    case tooMany
    case aliasTooLong, aliasInvisible, aliasRepeated
}
