import XignSDK

// The form of an attribute's values, and the reasons for refusals, for `AttributeWording`.

extension PersonalAttribute {
    /// The form of a value in one line, for prompts.
    var form: ValueForm {
        switch name {
        case .username: .charactersWithoutSpaces(limits)
        case .gender: .gender
        case .nationality: .country
        case .email: .mailAddress
        case .phoneNumber: .phoneNumber
        case .birthdate: .day
        case .address: .address
        case .salutation, .givenName, .familyName, .nickname, .placeOfBirth: .characters(limits)
        }
    }

    /// Supplies a value written in one line.
    /// - Returns: the reason why it is refused; nil if it is accepted.
    func supply(line: String) -> Phrase? {
        let code = setText(line)
        if code == .valid { return nil }
        if let flaw = flaw(in: line).map(ValueFlaw.typed) ?? flaw(code) { return { $0.attributes.reason(flaw) } }
        let form = form
        return { $0.attributes.mustHaveForm($0.attributes.form(form)) }
    }

    /// Returns the flaw that a code tells; nil for none, and where the text does not have the form.
    private func flaw(_ code: AttributeResultCode) -> ValueFlaw? {
        switch code {
        case .valid: nil
        case .empty: .empty
        case .tooShort: .tooShort(atLeast: limits.lowerBound)
        case .tooLong:
            if case .postalAddress(let address) = input {
                .partTooLong(atMost: address.validator.maxLength)
            } else {
                .tooLong(atMost: limits.upperBound)
            }
        case .invalidCharacter: name == .username ? .spaces : .invisible
        case .invalidFormat where name == .email: .noMailAddress
        case .invalidFormat where name == .phoneNumber: .noPhoneNumber
        case .invalidFormat: nil
        case .unknownCountry: .noCountry
        case .incomplete: .addressIncomplete
        case .inFuture: .inFuture
        case .tooLongAgo: .before(earliestDay)
        }
    }

    private var limits: ClosedRange<Int> { lengths ?? 0...0 }

    private var earliestDay: String {
        guard case .date(let date) = input else { return "" }
        return date.validator.canonical(date.validator.earliest)
    }
}
