import Foundation
import Testing
import XignProtocol

@testable import XignSDK

struct AttributeTests {
    @Test("attributes", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase(
            "a name is checked by what is left of it without white space at its ends", names,
            each: [
                (nil, NameValidator.ResultCode.empty), ("", .empty), ("  \n", .empty), ("A", .valid),
                ("  Zoë ", .valid),
                (String(repeating: "x", count: 100), .valid), (String(repeating: "x", count: 101), .tooLong),
                ("e" + String(repeating: "\u{301}", count: 1000), .valid),
            ]),
        TestCase("two spellings of one name become the same bytes, and nothing invisible remains", canonicalNames),
        TestCase(
            "a birthday is the day in the device's time zone", birthdays,
            each: ["Pacific/Auckland", "America/Los_Angeles", "UTC"]),
        TestCase(
            "mail addresses", mail,
            each: [
                ("alice@example.org", EmailValidator.ResultCode.valid), ("alice", .invalidFormat),
                ("@example.org", .invalidFormat),
                ("a@b@c.org", .invalidFormat), ("a@localhost", .invalidFormat), ("a b@example.org", .invalidFormat),
                ("a@-x.org", .invalidFormat), ("a@example..org", .invalidFormat), ("", .empty),
                (String(repeating: "a", count: 250) + "@example.org", .tooLong),
            ]),
        TestCase("telephone numbers are sent in international form", telephone),
        TestCase("an address has one text form, whatever the order in which it was filled in", address),
        TestCase("nationalities, genders and user names", others),
        TestCase("a value that is not valid resets the stored one", reset),
        TestCase("a single alias is selected already; of several, only one of them can be", aliases),
        TestCase(
            "new PINs", pins,
            each: [
                (nil, PinSpecification.ResultCode.empty), ("", .empty), ("12a456", .invalidCharacter),
                ("730164", .valid),
                ("73016", .tooShort), (String(repeating: "730164", count: 6), .tooLong), ("٧٣٠١٦٤", .invalidCharacter),
                ("111111", .tooCommon), ("123456", .tooCommon), ("482915", .unchanged),
            ]),
        TestCase("a manager's PIN policy never goes below what the protocol knows", policy),
        TestCase("no description shows a PIN", descriptions),
    ]

    func names(_ text: String?, _ expected: NameValidator.ResultCode) {
        #expect(NameValidator().validate(text) == expected)
    }

    func canonicalNames() {
        let name = NameValidator()
        #expect(Array(name.canonical(" Zoe\u{308}\u{202E}").utf8) == Array("Zo\u{EB}".utf8))
        #expect(NameValidator(TextLimits(minimum: 2, maximum: 3)).validate("A") == .tooShort)
    }

    func birthdays(_ zone: String) throws {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = try #require(TimeZone(identifier: zone))
        let validator = BirthdateValidator(
            timeZone: calendar.timeZone, now: { Date(timeIntervalSince1970: 1_800_000_000) })
        for hour in [0, 12, 23] {
            let date = try #require(calendar.date(from: DateComponents(year: 1984, month: 2, day: 29, hour: hour)))
            #expect(validator.validate(date) == .valid)
            #expect(validator.canonical(date) == "1984-02-29")
        }
        #expect(validator.validate(nil) == .empty)
        #expect(validator.validate(Date(timeIntervalSince1970: 1_800_086_400)) == .inFuture)
        #expect(validator.validate(.distantPast) == .tooLongAgo)
    }

    func mail(_ text: String, _ expected: EmailValidator.ResultCode) {
        #expect(EmailValidator().validate(text) == expected)
    }

    func telephone() {
        let validator = PhoneNumberValidator()
        #expect(validator.validate("+49 (30) 123-456") == .valid)
        #expect(validator.canonical("+49 (30) 123-456") == "+4930123456")
        for text in ["030123456", "+0123456789", "+49", "+1234567890123456", "+49x123456"] {
            #expect(validator.validate(text) == .invalidFormat, "\(text)")
        }
    }

    func address() {
        let validator = AddressValidator()
        let address = PostalAddress(street: " Main St 1", postalCode: "12345", locality: "Town", country: "de")
        #expect(validator.validate(address) == .valid)
        #expect(
            validator.canonical(address)
                == #"{"country":"DE","locality":"Town","postal_code":"12345","street_address":"Main St 1"}"#)
        #expect(
            validator.validate(PostalAddress(street: "", postalCode: "1", locality: "T", country: "DE")) == .incomplete)
        #expect(
            validator.validate(PostalAddress(street: "a", postalCode: "1", locality: "T", country: "XX"))
                == .unknownCountry)
    }

    func others() {
        #expect(NationalityValidator().validate("fr") == .valid && NationalityValidator().canonical("fr") == "FR")
        #expect(NationalityValidator().validate("ZZ") == .unknownCountry)
        #expect(GenderValidator().validate("Female") == .valid && GenderValidator().canonical("Female ") == "female")
        #expect(UsernameValidator().validate("al ice") == .invalidCharacter)
        #expect(UsernameValidator().validate("alice") == .valid)
    }

    func reset() {
        let information = AuthenticationInformation(
            isRequired: true, isDataMissing: true, aliases: [], validator: NameValidator())
        #expect(information.setValue(value: "Alice") == .valid)
        #expect(information.decision == .supplied("Alice"))
        #expect(information.setValue(value: "") == .empty)
        #expect(information.decision == .undecided)
    }

    func aliases() {
        let work = PersonalInformationAlias(id: "1", alias: "work", isPrimary: true)
        let home = PersonalInformationAlias(id: "2", alias: "home", isPrimary: false)
        let single = AuthenticationInformation(
            isRequired: true, isDataMissing: false, aliases: [work], validator: NameValidator())
        #expect(single.selection == work)
        let several = AuthenticationInformation(
            isRequired: true, isDataMissing: false, aliases: [work, home], validator: NameValidator())
        #expect(several.selection == nil)
        #expect(several.setSelection(PersonalInformationAlias(id: "3", alias: "work", isPrimary: true)) == nil)
        #expect(several.setSelection(home) == home && several.selection == home)
        #expect(several.setSelection(nil) == nil && several.selection == home)
    }

    func pins(_ text: String?, _ expected: PinSpecification.ResultCode) {
        let specification = PinSpecification(.standard, replacing: PIN("482915"))
        _ = specification.setPin("918273")
        #expect(specification.setPin(text) == expected)
        #expect(specification.isPinSet == (expected == .valid))
    }

    func policy() {
        let specification = PinSpecification(PINPolicy(minimumLength: 1, maximumLength: 99))
        #expect(specification.minLength == 5 && specification.maxLength == 32)
    }

    func descriptions() {
        let factor = PinFactor("482915")
        var dumped = ""
        dump(factor, to: &dumped)
        #expect(!"\(factor)\(String(reflecting: factor))\(dumped)".contains("482915"))
    }
}
