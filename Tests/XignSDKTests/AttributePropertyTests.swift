import Foundation
import Testing
import XignProtocol

@testable import XignSDK

/// Property tests: device and manager accept the same values.
struct AttributePropertyTests {
    @Test("attributes, whatever is typed", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("every text is accepted exactly if the manager accepts what would be sent", texts, each: 0..<4),
        TestCase("so is every text that is too much, at once", extremes, each: RandomText.extremes.indices),
        TestCase("so is every single letter, mark and symbol; of ideographs and syllables, every hundredth", scalars),
        TestCase("so is every country's code, and no other pair of letters", countries),
        TestCase("so is every mail address", mail),
        TestCase("so is every telephone number", telephone),
        TestCase("so is every address, and what is sent is read as what was typed", addresses),
        TestCase(
            "so is every instant, in every time zone, and the day that is chosen is the day that is sent", birthdays,
            each: -12...14),
        TestCase(
            "no instant is too far away to be judged", farDays,
            each: [
                (-Double.infinity, BirthdateValidator.ResultCode.tooLongAgo), (-1e300, .tooLongAgo),
                (-1e12, .tooLongAgo),
                // 12 August 1964 before Christ.
                (-124_137_000_000, .tooLongAgo), (-6e10, .tooLongAgo), (1e11, .inFuture), (1e300, .inFuture),
                (.infinity, .inFuture),
            ]),
        TestCase("both normal forms of a name are sent as the same bytes, whichever marks it has", normalForms),
    ]

    private let today = CalendarDay("2026-11-21") ?? .earliestBirthdate
    private let now: @Sendable () -> Date = { Date(timeIntervalSince1970: 1_795_262_400) }  // 2026-11-21T12:00:00Z

    /// Checks that device and manager agree.
    /// - Returns: true if the value is valid.
    @discardableResult
    private func check<Validator: AttributeValidator>(
        _ validator: Validator, _ name: AttributeName, _ value: Validator.Value
    ) -> Bool {
        let isValid = validator.validate(value) == .valid
        let text = validator.canonical(value)
        if isValid != name.accepts(text, today: today)
            || isValid && !CanonicalText.isCanonical(text) && name != .address
        {
            Issue.record("\(name): \(Array(String(describing: value).unicodeScalars)) is \(isValid) as \(text)")
        }
        return isValid
    }

    /// Checks that the canonical text of a valid value is valid and canonical.
    private func checkText<Validator: AttributeValidator<String>>(
        _ validator: Validator, _ name: AttributeName, _ value: String
    ) -> Bool {
        let text = validator.canonical(value)
        if !validator.canonical(text).hasSameBytes(as: text) {
            Issue.record("\(name): \(Array(value.unicodeScalars)) is changed twice")
        }
        guard check(validator, name, value) else { return false }
        return check(validator, name, text)
    }

    private func checkAll(_ text: String) -> Int {
        let names: [AttributeName] = [.nickname, .givenName, .familyName, .placeOfBirth]
        var valid = names.filter { checkText(NameValidator(), $0, text) }.count
        valid += checkText(NameValidator(.salutation), .salutation, text) ? 1 : 0
        valid += checkText(UsernameValidator(), .username, text) ? 1 : 0
        valid += checkText(GenderValidator(), .gender, text) ? 1 : 0
        valid += checkText(NationalityValidator(), .nationality, text) ? 1 : 0
        valid += checkText(EmailValidator(), .email, text) ? 1 : 0
        valid += checkText(PhoneNumberValidator(), .phoneNumber, text) ? 1 : 0
        return valid
    }

    func texts(_ seed: UInt64) {
        var random = RandomText(seed: seed)
        var valid = 0
        for _ in 0..<5_000 { valid += checkAll(random.text()) }
        #expect(valid > 10_000, "only \(valid) were valid")
    }

    func extremes(_ index: Int) { _ = checkAll(RandomText.extremes[index]) }

    func scalars() {
        for value in 0...0x10FFFF as ClosedRange<UInt32> {
            let isOneOfMany =
                (0x3400..<0xF900).contains(value) || (0x14400..<0x16800).contains(value)
                || (0x17000..<0x1AFF0).contains(value) || value >= 0x20000
            if isOneOfMany && value % 0x65 != 0 && value & 0xFFFE != 0xFFFE { continue }
            guard let scalar = Unicode.Scalar(value) else { continue }
            let text = String(scalar)
            _ = checkText(NameValidator(), .givenName, text)
            _ = checkText(GenderValidator(), .gender, text)
            _ = checkText(UsernameValidator(), .username, "a\(text)b")
        }
    }

    func countries() {
        let letters = (UInt8(ascii: "a")...UInt8(ascii: "z")).map { String(UnicodeScalar($0)) }
        let codes = letters.flatMap { first in letters.map { first + $0 } }
        let valid = codes.filter { checkText(NationalityValidator(), .nationality, $0) }
        #expect(valid.map { $0.uppercased() } == NationalityValidator().countries && valid.count == 250)
        // A letter that becomes two in upper case is not a code.
        #expect(NationalityValidator().validate("\u{DF}") == .unknownCountry)
    }

    func mail() {
        var random = RandomText(seed: 5)
        var valid = 0
        for _ in 0..<10_000 {
            let local = random.pick([random.text(of: 2...2), random.text(), "alice", String(repeating: "ä", count: 32)])
            let domain = random.pick([random.text(of: 0...2), "Example", "MÜNCHEN", "Mu\u{308}nchen", "İSTANBUL", "-x"])
            if checkText(EmailValidator(), .email, random.pick(["", " "]) + local + "@" + domain + ".Org") {
                valid += 1
            }
        }
        #expect(valid > 500, "only \(valid) were valid")
        #expect(EmailValidator().canonical(" Alice@Mu\u{308}NCHEN.Example\n").hasSameBytes(as: "Alice@münchen.example"))
    }

    func telephone() {
        var random = RandomText(seed: 6)
        var valid = 0
        for _ in 0..<10_000 {
            var text = random.pick(["+", " +", "+(", "", "00"])
            for _ in 0..<Int.random(in: 4...18, using: &random) {
                text += String(Int.random(in: 0...9, using: &random))
                text += random.pick(["", "", "", "", "", "", " ", "-", "/", ") (", "."])
                if Int.random(in: 0..<40, using: &random) == 0 {
                    text += random.pick(["\u{301}", "\t", "\u{A0}", "x"])
                }
            }
            if checkText(PhoneNumberValidator(), .phoneNumber, text + random.pick(["", " ", "- \t-"])) { valid += 1 }
        }
        #expect(valid > 1000, "only \(valid) were valid")
    }

    func addresses() {
        var random = RandomText(seed: 7)
        let validator = AddressValidator()
        var valid = 0
        for _ in 0..<20_000 {
            func part() -> String {
                let kinds = random.pick([0...0, 0...4, 0...6])
                return random.pick([random.text(of: kinds), "Hof 2\r\n Straße 1\n\n", " 51147", "Köln"])
            }
            let (street, postalCode, locality) = (part(), part(), part())
            let address = PostalAddress(
                street: street, postalCode: postalCode, locality: locality, region: random.pick([nil, part()]),
                country: random.pick(["DE", "fr ", "XX", "\u{DF}", "DE"]))
            guard check(validator, .address, address) else { continue }
            valid += 1
            guard let sent = AddressText(validator.canonical(address)) else {
                Issue.record("\(address) is not read")
                continue
            }
            #expect(sent.locality.hasSameBytes(as: address.locality.canonicalText))
            #expect((sent.postalCode ?? "").hasSameBytes(as: address.postalCode.canonicalText))
        }
        #expect(valid > 1000, "only \(valid) were valid")
    }

    func birthdays(_ hours: Int) throws {
        let zone = try #require(TimeZone(secondsFromGMT: hours * 3600))
        let validator = BirthdateValidator(timeZone: zone, now: now)
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = zone
        for text in ["1900-01-01", "1900-02-28", "1904-02-29", "1964-08-12", "1999-12-31", "2000-01-01", "2000-02-29"] {
            let day = try #require(CalendarDay(text))
            for (hour, minute, second) in [(0, 0, 0), (12, 0, 0), (23, 59, 59)] {
                let parts = DateComponents(
                    year: day.year, month: day.month, day: day.day, hour: hour, minute: minute, second: second)
                let date = try #require(calendar.date(from: parts))
                #expect(validator.validate(date) == .valid && validator.canonical(date) == text, "\(text) at \(hour)")
            }
        }
        #expect(validator.validate(validator.earliest) == .valid)
        #expect(validator.validate(validator.earliest - 1) == .tooLongAgo)
        // Today until midnight there, and no later.
        let tomorrow = try #require(calendar.dateInterval(of: .day, for: now())).end
        #expect(validator.validate(tomorrow - 1) == .valid && validator.validate(tomorrow) == .inFuture)
        var random = RandomText(seed: UInt64(hours + 12))
        for _ in 0..<2_000 {
            check(
                validator, .birthdate,
                Date(timeIntervalSince1970: Double.random(in: -3_000_000_000...2_500_000_000, using: &random)))
        }
    }

    func farDays(_ seconds: Double, _ expected: BirthdateValidator.ResultCode) {
        let validator = BirthdateValidator(timeZone: .gmt, now: now)
        let date = Date(timeIntervalSince1970: seconds)
        #expect(validator.validate(date) == expected)
        #expect(!AttributeName.birthdate.accepts(validator.canonical(date), today: today))
        #expect(validator.validate(Date(timeIntervalSince1970: .nan)) == .tooLongAgo)
    }

    func normalForms() {
        var random = RandomText(seed: 8)
        for _ in 0..<20_000 {
            let text = random.text(of: 0...4)
            let composed = "x\(text)x".canonicalText
            // Swift compares by canonical equivalence; Foundation decomposes with its own tables.
            #expect(composed == "x\(text)x", "\(Array(text.unicodeScalars)) is another text")
            #expect("x\(text)x".decomposedStringWithCanonicalMapping.canonicalText.hasSameBytes(as: composed))
        }
        #expect("a\u{1ADD}\u{301}".canonicalText.hasSameBytes(as: "\u{E1}\u{1ADD}"))
    }
}
