import Terminal
import XignSDK

private let nothing: Text = "nothing was entered"

private func atMost(_ count: Int) -> Text { "it is too long: at most \(count) characters" }

private func atLeast(_ count: Int) -> Text { "it is too short: at least \(count) characters" }

extension NameValidator: WrittenValidator {
    var form: Text { "\(minLength) to \(maxLength) characters" }

    func reason(_ code: ResultCode) -> Text? {
        switch code {
        case .valid: nil
        case .empty: nothing
        case .tooShort: atLeast(minLength)
        case .tooLong: atMost(maxLength)
        }
    }
}

extension UsernameValidator: WrittenValidator {
    var form: Text { "\(minLength) to \(maxLength) characters, no spaces" }

    func reason(_ code: ResultCode) -> Text? {
        switch code {
        case .valid: nil
        case .empty: nothing
        case .tooShort: atLeast(minLength)
        case .tooLong: atMost(maxLength)
        case .invalidCharacter: "it contains spaces, invisible or control characters"
        }
    }
}

extension GenderValidator: WrittenValidator {
    var form: Text { "female, male, or any other" }

    func reason(_ code: ResultCode) -> Text? {
        switch code {
        case .valid: nil
        case .empty: nothing
        case .tooLong: atMost(maxLength)
        }
    }
}

extension NationalityValidator: WrittenValidator {
    var form: Text { "a two-letter country code, such as DE" }

    func reason(_ code: ResultCode) -> Text? {
        switch code {
        case .valid: nil
        case .empty: nothing
        case .unknownCountry: "it is not a country code: two letters, such as DE"
        }
    }
}

extension EmailValidator: WrittenValidator {
    var form: Text { "such as name@example.org" }

    func reason(_ code: ResultCode) -> Text? {
        switch code {
        case .valid: nil
        case .empty: nothing
        case .invalidFormat: "it does not have the form name@example.org"
        case .tooLong: atMost(maxLength)
        }
    }
}

extension PhoneNumberValidator: WrittenValidator {
    var form: Text { "with country code, such as +49 30 123456" }

    func reason(_ code: ResultCode) -> Text? {
        switch code {
        case .valid: nil
        case .empty: nothing
        case .invalidFormat: "it must begin with + and the country code, such as +49 30 123456"
        }
    }
}
