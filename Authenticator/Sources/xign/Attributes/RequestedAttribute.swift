import XignSDK

/// One requested attribute and the person's decision about it.
final class RequestedAttribute {
    enum Decision: Hashable {
        /// The service does not receive it.
        case leftOut
        /// A stored value; nil if it has no alias.
        case stored(PersonalInformationAlias?)
        /// A value that was entered, in readable form.
        case supplied(String)
    }

    let information: PersonalAttribute
    /// The decision; nil if the person must be asked.
    private(set) var decision: Decision?
    /// True if the attribute is required, or if an option includes it.
    var isWanted: Bool

    /// Aliases that the manager refused: it no longer has them.
    private var vanished: Set<PersonalInformationAlias> = []

    init(_ information: PersonalAttribute) {
        self.information = information
        isWanted = information.isRequired
        if isRequired, !needsValue, offered.count <= 1 {
            decision = .stored(offered.first)
        } else if !isRequired, isUnavailable {
            decision = .leftOut
        }
    }

    var name: PersonalAttribute.Name { information.name }

    var isRequired: Bool { information.isRequired }

    /// True if the person must enter a value.
    var needsValue: Bool { information.isDataMissing || [.invalid, .dataMissing].contains(information.error) }

    /// True if the missing value must be verified, and so cannot be entered here.
    var needsVerifiedValue: Bool { needsValue && information.needsVerification }

    /// True if no answer of the person can supply it.
    var isUnavailable: Bool {
        switch information.error {
        case .notAvailable: true
        case .noAliasSelected where offered.isEmpty: true
        default: needsVerifiedValue
        }
    }

    /// The stored values to choose from, the preferred one first.
    var offered: [PersonalInformationAlias] {
        information.aliases.subtracting(vanished).sorted {
            ($0.isPrimary ? 0 : 1, $0.alias) < ($1.isPrimary ? 0 : 1, $1.alias)
        }
    }

    /// The name of a value, which tells it from others; nil for an only one with a name that the manager gave it.
    ///
    /// One that is offered alone can be one of several: the person has chosen it for this service before.
    func name(of alias: PersonalInformationAlias?) -> String? {
        guard let name = alias?.alias, offered.count > 1 || !Self.givenNames.contains(name) else { return nil }
        return name
    }

    /// The names that managers give to values without one. They repeat the kind of the value.
    private static let givenNames: Set<String> = [
        "User name", "Nickname", "Given name", "Family name", "Gender", "Form of address", "Date of birth",
        "Place of birth", "Nationality", "Address", "E-mail", "Phone number",
        "Benutzername", "Spitzname", "Vorname", "Nachname", "Geschlecht", "Anrede", "Geburtsdatum", "Geburtsort",
        "Staatsangeh\u{F6}rigkeit", "Anschrift", "E-Mail", "Telefonnummer",
    ]

    // MARK: Deciding

    func leaveOut() {
        information.isIncluded = false
        decision = .leftOut
    }

    func choose(_ alias: PersonalInformationAlias?) {
        information.isIncluded = true
        information.setSelection(alias)
        decision = .stored(alias)
    }

    /// - Returns: the reason why the value is refused; nil if it is accepted.
    func supply(line: String) -> Phrase? {
        let refusal = information.supply(line: line)
        adopt()
        return refusal
    }

    /// - Returns: true if the address is accepted.
    func supply(
        _ value: PostalAddress, to address: AuthenticationInformation<PostalAddress, AddressValidator>
    ) -> Bool {
        let code = address.setValue(value: value)
        adopt()
        return code == .valid
    }

    private func adopt() { if let value = information.text { decision = .supplied(value) } }

    // MARK: Correcting

    /// The manager's objection; nil if there is none.
    var objection: ValueObjection? {
        switch information.error {
        case .none: nil
        case .invalid: lacksPostalCode ? .postalCodeDemanded : .notAccepted
        case .notAvailable: .alreadyStored
        case .dataMissing: .noLongerStored
        case .noAliasSelected: .aliasGone
        }
    }

    /// True for a new address without a postal code, which managers before this version refuse.
    private var lacksPostalCode: Bool {
        guard name == .address, case .supplied(let line) = decision else { return false }
        return PostalAddress(line)?.postalCode.isEmpty == true
    }

    /// Reverts a decision that the manager refused.
    func reopen() {
        guard objection != nil else { return }
        if information.error == .noAliasSelected, case .stored(let alias?) = decision { vanished.insert(alias) }
        decision = nil
        if !isRequired, isUnavailable { leaveOut() }
    }
}
