import Testing
import XignProtocol

struct AttributeNameTests {
    @Test("Values of attributes", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase(
            "every attribute that is a text has its limits, in characters and bytes", limits,
            each: AttributeName.allCases),
        TestCase("a text that is far too long is refused by its length, before it is normalized", measuredFirst),
        TestCase(
            "no attribute accepts a value that is not canonical", notCanonical, each: AttributeName.allCases,
            ["", " a", "a ", "a\u{301}", "a\0b", "a\nb", "a\u{85}b", "a\u{2028}b"]),
        TestCase("a birthday is between 1900 and today", birthdate),
        TestCase("of all pairs of letters, 250 are countries", countries),
        TestCase("a telephone number is a plus and 7 to 15 digits, the first of which is not 0", telephone),
        TestCase("a mail address has up to 64 bytes before its at sign, and up to 254 in all", mail),
        TestCase("a user name has no white space; other names may have some", username),
        TestCase(
            "neither a space nor a sign hides in a character that it makes with a letter or mark beside it",
            hiddenInCharacters),
        TestCase("only mail addresses and telephone numbers are verifiable", verifiable),
    ]

    private let today = CalendarDay("2026-11-21") ?? .earliestBirthdate

    func limits(_ name: AttributeName) throws {
        guard let limits = name.textLimits else { return }
        #expect(!name.accepts("", today: today))
        #expect(name.accepts(String(repeating: "x", count: limits.minimum), today: today))
        #expect(name.accepts(String(repeating: "x", count: limits.maximum), today: today))
        #expect(!name.accepts(String(repeating: "x", count: limits.maximum + 1), today: today))
        #expect(name.accepts(String(repeating: "\u{20BB7}", count: limits.maximum), today: today))
        #expect(!name.accepts("e" + String(repeating: "\u{323}", count: 2 * limits.maximum), today: today))
    }

    func measuredFirst() {
        let text = "e" + String(repeating: "\u{323}\u{301}", count: 16_000)
        func time(_ body: () -> Bool) -> Duration {
            let times = (0..<3).map { _ in ContinuousClock().measure { #expect(!body()) } }
            return times.min() ?? .zero
        }
        let limit = time { CanonicalText.canonical(text).isEmpty } / 10
        for name in AttributeName.allCases where name.textLimits != nil {
            #expect(time { name.accepts(text, today: today) } < limit, "\(name)")
        }
    }

    func notCanonical(_ name: AttributeName, _ text: String) {
        #expect(!name.accepts(text, today: today))
    }

    func birthdate() {
        for text in ["1900-01-01", "2000-02-29", "2026-11-20", "2026-11-21"] {
            #expect(AttributeName.birthdate.accepts(text, today: today), "\(text)")
        }
        for text in ["1899-12-31", "2026-11-22", "2026-02-29", "1900-02-29", "21.11.2000", "2000-2-9"] {
            #expect(!AttributeName.birthdate.accepts(text, today: today), "\(text)")
        }
        // A clock that is wrong by a century refuses every birthdate and must not crash.
        #expect(!AttributeName.birthdate.accepts("2000-01-01", today: CalendarDay(latestAt: -10_000_000_000)))
    }

    func countries() {
        let letters = (UInt8(ascii: "A")...UInt8(ascii: "Z")).map { String(UnicodeScalar($0)) }
        let codes = letters.flatMap { first in letters.map { first + $0 } }
        let known = codes.filter { AttributeName.nationality.accepts($0, today: today) }
        // ISO 3166-1 has 249 codes; XK is used for Kosovo.
        #expect(known.count == 250)
        #expect(Set(known) == CountryCode.all)
        #expect(codes.allSatisfy { !AttributeName.nationality.accepts($0.lowercased(), today: today) })
        for text in ["D", "DEU", "D ", "ＤＥ", "ß"] { #expect(!AttributeName.nationality.accepts(text, today: today)) }
        #expect(CountryCode.canonical(" de\n") == "DE")
        #expect(CountryCode.canonical("\u{DF}") == "\u{DF}")
        // Characters that are equivalent to a letter in Unicode.
        #expect(!CountryCode.isKnown("D\u{212A}"))
    }

    func telephone() {
        let digits = "123456789012345678"
        for count in 0...18 {
            let number = "+" + digits.prefix(count)
            #expect(AttributeName.phoneNumber.accepts(number, today: today) == (7...15).contains(count), "\(number)")
        }
        for text in [
            "+0123456789", "1234567890", "++123456789", "+12345 67890", "+1234567890\n", "+123456789\u{660}",
            "+12345678x",
            "+1234567\u{301}", "\u{FF0B}1234567890",
        ] {
            #expect(!AttributeName.phoneNumber.accepts(text, today: today), "\(text)")
        }
    }

    func mail() {
        func address(_ local: Int, _ all: Int) -> String {
            let domain = String(repeating: "d", count: all - local - 1 - ".org".count) + ".org"
            return String(repeating: "a", count: local) + "@" + domain
        }
        for (local, all, isGood) in [
            (1, 7, true), (64, 254, true), (1, 254, true), (65, 254, false), (64, 255, false), (65, 80, false),
        ] {
            #expect(AttributeName.email.accepts(address(local, all), today: today) == isGood, "\(local), \(all)")
        }
        // The limit counts bytes, not characters.
        #expect(AttributeName.email.accepts(String(repeating: "ä", count: 32) + "@example.org", today: today))
        #expect(!AttributeName.email.accepts(String(repeating: "ä", count: 33) + "@example.org", today: today))
        for text in [
            "alice", "@example.org", "alice@", "a@b@c.org", "alice@localhost", "alice@.org", "alice@example.",
            "a@-x.org",
            "a@x-.org", "a b@example.org", "a\u{A0}b@example.org", ".a@example.org", "a.@example.org",
            "a..b@example.org",
            "a@Example.org", "<a@example.org>", "a,b@example.org", "\"a\"@example.org", "a@example.org,b@example.org",
        ] {
            #expect(!AttributeName.email.accepts(text, today: today), "\(text)")
        }
    }

    func username() {
        for text in ["al ice", "al\u{A0}ice", "al\u{3000}ice"] {
            #expect(!AttributeName.username.accepts(text, today: today))
            #expect(AttributeName.givenName.accepts(text, today: today))
        }
    }

    func hiddenInCharacters() {
        // U+0D4E forms one character with the next scalar, U+0301 with the previous one.
        for text in ["a\u{D4E} ", " \u{301}a"] {
            for name in AttributeName.allCases { #expect(!name.accepts(text, today: today), "\(name), \(text)") }
            #expect(CanonicalText.trimmed("\(text)\n").unicodeScalars.allSatisfy { $0 != " " && $0 != "\n" })
        }
        #expect(!AttributeName.username.accepts("a\u{D4E} b", today: today))
        for text in [
            "a\u{D4E}@b@c.org", "a<\u{301}b@c.org", "a,\u{301}b@c.org", "a\u{D4E} b@c.org",
            ".\u{301}a@c.org", "a@-\u{301}c.org", "a@c.\u{D4E}..org",
        ] {
            #expect(!AttributeName.email.accepts(text, today: today), "\(text)")
        }
        #expect(AttributeName.email.accepts("a\u{D4E}b@c.org", today: today))
    }

    func verifiable() {
        #expect(AttributeName.allCases.filter(\.isVerifiable) == [.email, .phoneNumber])
    }
}
