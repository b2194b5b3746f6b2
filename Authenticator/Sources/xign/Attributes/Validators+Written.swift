import XignSDK

extension NameValidator: WrittenValidator {
    var form: ValueForm { .characters(minLength...maxLength) }

    func flaw(_ code: ResultCode) -> ValueFlaw? {
        switch code {
        case .valid: nil
        case .empty: .empty
        case .tooShort: .tooShort(atLeast: minLength)
        case .tooLong: .tooLong(atMost: maxLength)
        }
    }
}

extension UsernameValidator: WrittenValidator {
    var form: ValueForm { .charactersWithoutSpaces(minLength...maxLength) }

    func flaw(_ code: ResultCode) -> ValueFlaw? {
        switch code {
        case .valid: nil
        case .empty: .empty
        case .tooShort: .tooShort(atLeast: minLength)
        case .tooLong: .tooLong(atMost: maxLength)
        case .invalidCharacter: .spaces
        }
    }
}

extension GenderValidator: WrittenValidator {
    var form: ValueForm { .gender }

    func flaw(_ code: ResultCode) -> ValueFlaw? {
        switch code {
        case .valid: nil
        case .empty: .empty
        case .tooLong: .tooLong(atMost: maxLength)
        case .invalidCharacter: .invisible
        }
    }
}

extension NationalityValidator: WrittenValidator {
    var form: ValueForm { .country }

    func flaw(_ code: ResultCode) -> ValueFlaw? {
        switch code {
        case .valid: nil
        case .empty: .empty
        case .unknownCountry: .noCountry
        }
    }
}

extension EmailValidator: WrittenValidator {
    var form: ValueForm { .mailAddress }

    func flaw(_ code: ResultCode) -> ValueFlaw? {
        switch code {
        case .valid: nil
        case .empty: .empty
        case .invalidFormat: .noMailAddress
        case .tooLong: .tooLong(atMost: maxLength)
        }
    }
}

extension PhoneNumberValidator: WrittenValidator {
    var form: ValueForm { .phoneNumber }

    func flaw(_ code: ResultCode) -> ValueFlaw? {
        switch code {
        case .valid: nil
        case .empty: .empty
        case .invalidFormat: .noPhoneNumber
        }
    }
}
