import Foundation
internal import XignProtocol

/// A validator whose values can be written in one line.
protocol LineValidator: AttributeValidator where ResultCode: RawRepresentable<String> {
    /// The minimum and maximum length in characters; nil where the form sets the limits.
    var lengths: ClosedRange<Int>? { get }
    /// Reads a value; nil for a line of another form.
    func value(line: String) -> Value?
    /// Returns a valid value in its readable form.
    func line(_ value: Value) -> String
}

extension LineValidator {
    var lengths: ClosedRange<Int>? { nil }
    func line(_ value: Value) -> String { canonical(value) }
}

extension LineValidator where Value == String {
    func value(line: String) -> String? { line }
}

extension NameValidator: LineValidator {
    var lengths: ClosedRange<Int>? { minLength...maxLength }
}

extension UsernameValidator: LineValidator {
    var lengths: ClosedRange<Int>? { minLength...maxLength }
}

extension GenderValidator: LineValidator {
    var lengths: ClosedRange<Int>? { minLength...maxLength }
}

extension EmailValidator: LineValidator {
    var lengths: ClosedRange<Int>? { 1...maxLength }
}

extension NationalityValidator: LineValidator {}

extension PhoneNumberValidator: LineValidator {}

extension BirthdateValidator: LineValidator {
    /// Returns noon of the day in the validator's time zone: no change of clocks is close to it.
    func value(line: String) -> Date? {
        guard let day = CalendarDay(line.trimmingCharacters(in: .whitespaces)) else { return nil }
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = timeZone
        return calendar.date(from: DateComponents(year: day.year, month: day.month, day: day.day, hour: 12))
    }
}

extension AddressValidator: LineValidator {
    func value(line: String) -> PostalAddress? { PostalAddress(line) }

    /// Returns the parts between semicolons. An address without a postal code has an empty part in its place.
    func line(_ value: PostalAddress) -> String {
        let region = value.region.flatMap { $0.allSatisfy(\.isWhitespace) ? nil : $0 }
        let parts = [value.street, value.postalCode, value.locality, region, value.country.uppercased()]
        return parts.compactMap { $0?.trimmingCharacters(in: .whitespacesAndNewlines) }.joined(separator: "; ")
    }
}

extension AuthenticationInformation: Attribute, PersonalInformation where Validator: LineValidator {
    var lengths: ClosedRange<Int>? { validator.lengths }

    var text: String? { suppliedValue.map(validator.line) }

    func setText(_ text: String?) -> AttributeResultCode {
        let line = text ?? ""
        let isEmpty = line.allSatisfy(\.isWhitespace)
        let value = isEmpty ? nil : validator.value(line: line)
        let code = AttributeResultCode(rawValue: setValue(value: value).rawValue) ?? .invalidFormat
        // Some validators call a text empty that has a character which is not allowed.
        if code == .empty, !isEmpty { return value == nil ? .invalidFormat : .invalidCharacter }
        return code
    }

    func flaw(inText text: String) -> InputFlaw? {
        validator.value(line: text).flatMap { validator.flaw(in: $0) }
    }
}
