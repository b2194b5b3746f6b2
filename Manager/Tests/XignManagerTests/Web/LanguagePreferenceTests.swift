import Testing
import XignDomain

struct LanguagePreferenceTests {
    @Test("Preferred languages", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase(
            "a browser gets the language to which it gives the highest weight", weights,
            each: [
                ("de", .german), ("en", .english), ("DE-at", .german), ("de-CH-1996", .german),
                ("fr-CH, fr;q=0.9, en;q=0.8, de;q=0.7, *;q=0.5", .english), ("en;q=0.5,de;q=0.51", .german),
                ("en;q=0.500 , de ; q=0.501", .german), ("en, de", .english), ("de;q=1.000, en", .german),
                ("en;q=0, de;q=0.001", .german), ("\tde\t;\tQ=1", .german), (",,de,,", .german),
            ] as [(String, Language)]),
        TestCase(
            "a field that asks for no language of ours, or cannot be read, asks for none", none,
            each: [
                "", "*", "fr", "den", "d", "deu", "x-de", "i-default", "de;q=0", "de;q=0.000", "de;q=2", "de;q=1.001",
                "de;q=-1", "de;q=0.1234", "de;q", "de;q=", "de;level=1", "de;q=0,5", "de;q=٠.٥", "de\u{301}", "d\u{E9}",
                "de;q=0.5;q=1", "de en", "de_AT", ";q=1", "\0", ";;;", "-de", "de;q=1..",
            ]),
        TestCase("a point without digits is a weight (RFC 9110, section 12.4.2)", barePoint),
        TestCase("several fields are one list", severalFields),
        TestCase("a part that cannot be read does not spoil the others", malformedParts),
        TestCase("the choice is that of a slow and simple reader, whatever is sent", reference),
        TestCase(
            "a website gets the first language of its list that we speak", websites,
            each: [
                ("de", .german), ("fr-CA fr de-AT en", .german), ("en de", .english), ("  de  ", .german), ("fr", nil),
                ("", nil), ("de,en", nil), ("*", nil), ("deutsch", nil),
            ] as [(String, Language?)]),
    ]

    func weights(field: String, language: Language) {
        #expect(Language(accepting: [field]) == language)
    }

    func none(field: String) {
        #expect(Language(accepting: [field]) == nil)
    }

    func barePoint() { #expect(Language(accepting: ["de;q=1."]) == .german) }

    func severalFields() {
        #expect(Language(accepting: ["en;q=0.3", "fr", "de;q=0.4"]) == .german)
        #expect(Language(accepting: []) == nil)
    }

    func malformedParts() {
        #expect(Language(accepting: ["en;q=9, de;q=0.1, ;;, \u{1F600}"]) == .german)
    }

    func reference() {
        var generator = SystemRandomNumberGenerator()
        let pieces = [
            "de", "en", "DE", "fr", "-", "AT", ";", "q=", "0", ".", "5", "1", "001", ",", " ", "\t", "*", "é",
        ]
        for _ in 0..<2_000 {
            let field = (0..<Int.random(in: 0...14, using: &generator)).compactMap { _ in
                pieces.randomElement(using: &generator)
            }.joined()
            #expect(Language(accepting: [field]) == Self.slowly(field), "\(field)")
        }
    }

    /// The grammar of RFC 9110, sections 12.4.2 and 12.5.4, as a regular expression.
    private static func slowly(_ field: String) -> Language? {
        let member = #/[ \t]*(de|en)(?:-[^;,]*)?(?:;[ \t]*q=(0(?:\.[0-9]{0,3})?|1(?:\.0{0,3})?)[ \t]*)?/#
            .ignoresCase().asciiOnlyDigits()
        let found = field.split(separator: ",", omittingEmptySubsequences: false).compactMap {
            part -> (language: Language, weight: Double)? in
            let trimmed = part.replacing(#/[ \t]+(?=;|$)/#, with: "")
            guard let match = trimmed.wholeMatch(of: member),
                let language = Language(rawValue: match.1.lowercased())
            else { return nil }
            return (language, match.2.map { Double($0.hasSuffix(".") ? $0 + "0" : $0) ?? -1 } ?? 1)
        }
        let best = found.map(\.weight).max() ?? 0
        return best > 0 ? found.first { $0.weight == best }?.language : nil
    }

    func websites(locales: String, language: Language?) {
        #expect(Language(preferredAmong: locales) == language)
    }
}
