import XignProtocol

struct EnglishAccountData: AccountDataWording {
    let title = "Your data"
    let explanation =
        "Websites receive a value only after you have confirmed it on your device. Your device shows the name of a "
        + "value, not the value itself."
    let empty = "You have stored nothing yet."
    let show = "Show"
    let preferred = "preferred"
    let verified = "verified"
    let change = "Change"
    let remove = "Remove"
    let kept = "Kept by the operator. You cannot change it here."
    let yes = "yes"
    let no = "no"
    let more = "Add something else"
    let value = "Value"
    let street = "Street and number"
    let postalCode = "Postal code (can be empty)"
    let locality = "Town"
    let region = "Region (can be empty)"
    let country = "Country"
    let countryHint = "Two letters, such as DE"
    let alias = "Name of this value"
    let aliasHint = "Such as Private or Work. Your device shows it when a website asks. Can be empty."
    let prefer = "Offer this value first"
    let notVerified = "Values that you type yourself are not verified."
    let save = "Save"
    let removeLimit = "Websites keep what they have received. Ask there to delete it."

    func accountName(at website: String) -> Phrase { "Account at \(website)" }

    func name(_ name: AttributeName) -> String {
        switch name {
        case .username: "User name for websites"
        case .nickname: "Nickname"
        case .givenName: "Given name"
        case .familyName: "Family name"
        case .birthdate: "Date of birth"
        case .address: "Address"
        case .nationality: "Nationality"
        case .placeOfBirth: "Place of birth"
        case .gender: "Gender"
        case .salutation: "Form of address"
        case .email: "Email address"
        case .phoneNumber: "Phone number"
        }
    }

    func add(_ name: AttributeName) -> String { "Add another value: \(self.name(name))" }
    func addTitle(_ name: AttributeName) -> String { "Add: \(self.name(name))" }
    func changeTitle(_ name: AttributeName) -> String { "Change: \(self.name(name))" }
    func removeTitle(_ name: AttributeName) -> String { "Remove: \(self.name(name))" }
    func removeExplanation(_ alias: String) -> Phrase { "Remove the value \(alias) from your account?" }

    func isVerified(_ name: AttributeName) -> String {
        name == .email
            ? "This address is verified. You can rename it here. To use another one, add and verify it, and then remove "
                + "this one."
            : "The operator has verified this value. You can rename it here. Ask the operator to change or remove it."
    }

    func hint(_ name: AttributeName) -> String? {
        switch name {
        case .birthdate: "Year, month and day, such as 1964-08-12"
        case .nationality: countryHint
        case .phoneNumber: "With the country, such as +49 30 123456"
        case .username: "Without spaces, at most 64 characters"
        default: nil
        }
    }

    func flaw(_ flaw: DataFlaw, of name: AttributeName) -> String {
        switch flaw {
        case .form:
            switch name {
            case .birthdate: "Type a day in the past, such as 1964-08-12."
            case .nationality: "Type the two letters of a country, such as DE."
            case .email: "Type an email address, such as ada@example.org."
            case .phoneNumber: "Type the number with its country, such as +49 30 123456."
            case .username: "Type 1 to 64 characters without spaces."
            case .salutation: "Type 1 to 40 characters."
            case .gender: "Type 1 to 50 characters."
            case .nickname, .givenName, .familyName, .placeOfBirth: "Type 1 to 100 characters."
            case .address: "Fill in street, town and country."
            }
        case .invisible: "Use letters, digits and signs that everybody can see."
        case .streetMissing: "Fill in street and number."
        case .localityMissing: "Fill in the town."
        case .partTooLong: "Use at most 200 characters in each field."
        case .country: "Type the two letters of a country, such as DE."
        case .phonePrefix: "Leave out (0): write +49 151 23456789 for +49 (0)151 23456789."
        case .phoneLetter: "Type digits instead of letters."
        case .phoneExtension: "Leave out the extension: write +49 151 23456789."
        case .phonePlus: "Type one + only, at the beginning."
        case .phoneSign: "Type digits, and between them spaces, hyphens, dots, slashes or brackets."
        case .repeated: "You have stored this value already, under another name."
        case .tooMany: "There are 20 values already. Remove one first."
        case .aliasTooLong: "Choose a shorter name for the value."
        case .aliasInvisible: "Choose a name with letters and digits that everybody can see."
        case .aliasRepeated: "Another value has this name. Choose a different one."
        }
    }
}
