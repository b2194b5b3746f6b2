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
                ("e" + String(repeating: "\u{301}", count: 1000), .tooLong), ("Müller\u{AD}", .empty),
                ("\u{FEFF}Ada", .empty),
            ]),
        TestCase("two spellings of one name become the same bytes", canonicalNames),
        TestCase("a refused value names the character and its place, or the part", flaws),
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
                ("73016", .tooShort), (String(repeating: "730164", count: 6), .tooLong), ("٧٣٠١٦٤", .valid),
                ("73 01-64\r", .valid),
                ("730\u{200B}164", .invalidCharacter), (" - ", .empty),
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
        #expect(Array(name.canonical(" Zoe\u{308}").utf8) == Array("Zo\u{EB}".utf8))
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
        #expect(validator.canonical("tel:+٤٩-30\u{A0}123456\u{202C}") == "+4930123456")
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

    func flaws() throws {
        #expect(NameValidator().flaw(in: "Müller\u{AD}")?.character?.description == "U+00AD at the end")
        #expect(NameValidator().flaw(in: "\u{200F}אבי")?.character?.description == "U+200F at the beginning")
        let variant = try #require(NameValidator().flaw(in: "葛\u{E0100}城")?.character)
        #expect(variant.description == "U+E0100 after the first character")
        #expect(variant.scalar == "\u{E0100}" && variant.place == .after(1) && variant.name == "U+E0100")
        #expect(NameValidator().flaw(in: " Ada ") == nil)
        #expect(GenderValidator().validate("male\u{200B}") == .invalidCharacter)
        let phone = PhoneNumberValidator()
        guard case .nationalPrefix = phone.flaw(in: "+49 (0)151 23456789"),
            case .numberExtension = phone.flaw(in: "+49 151 23456789;ext=12"),
            case .letter = phone.flaw(in: "+49 151 FLOWERS"), case .laterPlus = phone.flaw(in: "+49 151 +23456789"),
            case .sign(let sign) = phone.flaw(in: "+49 151 23456789#1")
        else { throw UnexpectedAnswer() }
        #expect(sign.description == "# (U+0023) after character 16")
        let town = PostalAddress(street: "1 Weg", postalCode: "51147", locality: "", country: "DE")
        #expect(AddressValidator().flaw(in: town) == .localityMissing)
        let flawed = PostalAddress(street: "1 Weg\u{AD}", postalCode: "", locality: "Köln", country: "DE")
        #expect(AddressValidator().flaw(in: flawed)?.character?.description == "U+00AD at the end")
        let hongKong = PostalAddress(street: "1 Nathan Road", postalCode: "", locality: "Hong Kong", country: "HK")
        #expect(AddressValidator().validate(hongKong) == .valid)
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
        #expect(specification.isPin("７３０１ ６４") == (expected == .valid))
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
