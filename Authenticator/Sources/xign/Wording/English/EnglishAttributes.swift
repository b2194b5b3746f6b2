import Terminal
import XignSDK

struct EnglishAttributes: AttributeWording {
    func label(_ attribute: PersonalAttribute.Name) -> String {
        switch attribute {
        case .username: "user name"
        case .salutation: "salutation"
        case .givenName: "given name"
        case .familyName: "family name"
        case .nickname: "nickname"
        case .gender: "gender"
        case .birthdate: "date of birth"
        case .placeOfBirth: "place of birth"
        case .nationality: "nationality"
        case .address: "address"
        case .email: "email address"
        case .phoneNumber: "telephone number"
        }
    }

    func heading(_ attribute: PersonalAttribute.Name) -> String {
        let label = label(attribute)
        return label.prefix(1).uppercased() + label.dropFirst()
    }

    private func list(_ attributes: [PersonalAttribute.Name]) -> String {
        attributes.map(label).joined(separator: ", ")
    }

    // MARK: Forms of a value

    func form(_ form: ValueForm) -> Text {
        switch form {
        case .characters(let count): "\(count.lowerBound) to \(count.upperBound) characters"
        case .charactersWithoutSpaces(let count): "\(count.lowerBound) to \(count.upperBound) characters, no spaces"
        case .gender: "female, male, or any other"
        case .country: "a two-letter country code, such as DE"
        case .mailAddress: "such as name@example.org"
        case .phoneNumber: "with country code, such as +49 30 123456"
        case .address: "Street 1; 10117; Berlin; DE"
        case .day: "YYYY-MM-DD"
        }
    }

    func ask(_ attribute: PersonalAttribute.Name, _ form: Text) -> Text { "\(heading(attribute)) (\(form)):" }

    func ask(_ part: AddressPart, of attribute: PersonalAttribute.Name) -> Text {
        switch part {
        case .street: "\(heading(attribute)), street and number:"
        case .postalCode: "Postal code (press Return if there is none):"
        case .town: "Town or city:"
        case .region: "State or region (press Return if there is none):"
        case .country: "Country (two letters, such as DE):"
        }
    }

    func mustHaveForm(_ form: Text) -> Text { "the form must be \(form)" }

    func reason(_ flaw: ValueFlaw) -> Text {
        switch flaw {
        case .empty: "nothing was entered"
        case .tooShort(let count): "it is too short: at least \(count) characters"
        case .tooLong(let count): "it is too long: at most \(count) characters"
        case .partTooLong(let count): "a part is too long: at most \(count) characters each"
        case .spaces: "it contains spaces"
        case .invisible: "it contains invisible or control characters"
        case .typed(let flaw): reason(flaw)
        case .noCountry: "it is not a country code: two letters, such as DE"
        case .noMailAddress: "it does not have the form name@example.org"
        case .noPhoneNumber: "it must begin with + and the country code, such as +49 30 123456"
        case .addressIncomplete: "street and town are required"
        case .partRequired: "this part is required"
        case .inFuture: "this day is in the future"
        case .before(let day): "this day is before \(day)"
        }
    }

    private func reason(_ flaw: InputFlaw) -> Text {
        switch flaw {
        case .invisible(let found):
            "it contains \(place(of: found)), which cannot be seen or changes the direction of text"
        case .marks(let found): "a letter has too many marks, or the same one twice: \(place(of: found))"
        case .nationalPrefix(let found):
            "leave out (0), and write +49 151 23456789 for +49 (0)151 23456789: it contains \(place(of: found))"
        case .letter(let found): "it must have digits instead of letters: it contains \(place(of: found))"
        case .numberExtension(let found):
            "leave out the extension, as in +49 151 23456789: it contains \(place(of: found))"
        case .laterPlus(let found): "it must have one + only, at the beginning: it contains \(place(of: found))"
        case .sign(let found):
            "it must have digits, between them spaces, hyphens, dots, slashes or brackets: it contains \(place(of: found))"
        case .streetMissing: "the street is missing"
        case .localityMissing: "the town is missing"
        }
    }

    private func place(of found: InputFlaw.Character) -> Text {
        switch found.place {
        case .beginning: "\(found.name) at the beginning"
        case .end: "\(found.name) at the end"
        case .after(1): "\(found.name) after the first character"
        case .after(let count): "\(found.name) after character \(count)"
        }
    }

    // MARK: The list of requested data

    func isRequired(_ isRequired: Bool) -> Text { isRequired ? "required" : "optional" }
    func leftOut(isUnavailable: Bool) -> Text {
        isUnavailable ? "left out: the manager has no verified value" : "left out"
    }
    func stored(_ name: Text?) -> Text { name.map { "stored: \($0)" } ?? "stored" }
    var given: Text { "the given value" }
    func noVerifiedValue(at manager: String) -> Text { "no verified value: ask the operator of \(manager)" }
    var missing: Text { "missing" }
    func open(_ state: Text) -> Text { "\(state) (you will be asked)" }
    func choices(_ names: [(name: String, isPreferred: Bool)]) -> Text {
        names.map { $1 ? "\($0) (preferred)" : "\($0)" as Text }.joined(separator: " or ")
    }
    func additions(of manager: String) -> Text { "in the words of \(manager):" }
    var permission: Text { "permission" }
    var notAllowed: Text { "not allowed" }
    var nothingStored: Text { "nothing is stored" }

    // MARK: Questions

    var howToCancel: Text { "Control-D cancels the login." }
    func askOptional(_ label: String, value: String?) -> Text {
        "Optional: \(label)\(value.map { " (\($0))" } ?? ""). Send it?"
    }
    func askWhich(_ heading: String) -> Text { "\(heading): which one?" }
    func askPermission(_ name: String, _ alias: String) -> Text {
        "Permission: \(name), \(alias). Not on a shared computer. Allow it?"
    }

    // MARK: The manager's objections

    func objection(_ objection: ValueObjection) -> Text {
        switch objection {
        case .notAccepted: "the manager does not accept this value"
        case .postalCodeDemanded:
            "the manager does not accept this address: older managers demand a postal code"
        case .alreadyStored: "the manager already has a value, or the value must be verified"
        case .noLongerStored: "the manager no longer has a value"
        case .noLongerOffered: "the website no longer asks for this"
        case .aliasGone: "the manager no longer has this value"
        }
    }

    var objections: Text { "The manager refuses attributes. Nothing was sent to the website:" }
    func refused(_ lines: [Text]) -> Text { "the manager refuses attributes: \(lines.joined(separator: "; "))" }
    func changed(_ attributes: [PersonalAttribute.Name], again: Text) -> Text {
        "your data at the manager (\(list(attributes))) changed in the meantime: \(again)"
    }
    func unavailable(_ attributes: [PersonalAttribute.Name], for service: String, at manager: String) -> Text {
        """
        \(service) requires data that the manager does not have or has not verified: \(list(attributes)). Ask the \
        operator of \(manager) to enter and verify them, then start the login again
        """
    }
    func nothingStored(_ names: [String], for service: String, askedOf organization: String) -> Text {
        """
        \(service) requires something that \(organization) has not set up for you yet: \
        \(names.joined(separator: ", ")). Ask \(organization) to set it up, then start the login again
        """
    }

    // MARK: Options

    func unknown(_ name: String, nearest: String?, known: [String]) -> Text {
        let advice: Text =
            nearest.map { "did you mean \($0)?" } ?? "the attributes are \(known.joined(separator: ", "))"
        return "\(name) is not an attribute; \(advice)"
    }
    func givenTwice(_ name: String) -> Text { "more than one option concerns \(name): give only one" }
    func notRequested(_ name: String, by service: String, nearest: String?) -> Text {
        "\(service) does not request \(name)\(nearest.map { "; did you mean \($0)?" } ?? "")"
    }
    func mustBeEntered(_ name: String) -> Text {
        "\(name) is missing: the manager's operator must enter and verify it"
    }
    func cannotLeaveOut(_ attribute: PersonalAttribute.Name, for service: String) -> Text {
        "\(service) requires your \(label(attribute)): you cannot log in without it"
    }
    func alreadyStored(_ attribute: PersonalAttribute.Name, hasSeveral: Bool) -> Text {
        let advice: Text = hasSeveral ? "choose one with --alias \(attribute)=..." : "omit --set \(attribute)"
        return "the manager already has your \(label(attribute)): \(advice)"
    }
    func notStored(_ attribute: PersonalAttribute.Name) -> Text {
        "the manager does not have your \(label(attribute)): give it with --set \(attribute)=..."
    }
    func noSuchValue(_ alias: String, of name: String, choices: [String]) -> Text {
        """
        --alias \(name)=\(alias): the choices are \(choices.joined(separator: ", ")); to revoke a choice that the \
        manager remembers, use xign alias forget
        """
    }
    func optionsMissing(_ options: [[String]]) -> Text {
        "options are missing: \(options.map { $0.joined(separator: " or ") }.joined(separator: ", and "))"
    }
}
