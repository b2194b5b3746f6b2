import Foundation
import Testing

@testable import XignPages
@testable import XignWording

struct WordingTests {
    @Test("Wording", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase(
            "no page has words of its own: each text and label differs between the languages, and nothing else does",
            pagesHaveNoWords),
        TestCase("a comparison of outlines finds what is more than other words, and nothing else", outlines),
        TestCase("a space stands between a name and the words around it", spaces, each: Wordings.all.map(\.tag)),
        TestCase("a value stands where the language puts it, in the element that the page gives it", placesOfValues),
        TestCase(
            "an act's sentence has each value after words, and ends with one: a device begins a new line with each",
            sentencesOfActs),
        TestCase("neither the words nor the values of a phrase can become markup", escaping),
        TestCase("a date has its month's name", dates),
    ]

    func pagesHaveNoWords() {
        let pages = zip(PageExamples.all(in: English()), PageExamples.all(in: German()))
        for ((name, english), (_, german)) in pages {
            let (english, german) = (PageMarkup(english.text), PageMarkup(german.text))
            #expect(english.outline == german.outline, "\(name)")
            for (english, german) in zip(english.tags, german.tags) {
                for (text, other) in zip(Self.texts(of: english), Self.texts(of: german)) {
                    let isSame = text == other && text.contains(where: \.isLetter)
                    #expect(!isSame || Self.sameInBoth.contains(text), "\(name): \(text)")
                }
            }
        }
    }

    /// The text after a tag, and the words in its attributes.
    private static func texts(of tag: PageMarkup.Tag) -> [String] {
        [tag.textAfter.trimmingCharacters(in: .whitespacesAndNewlines)]
            + (tag["class"] == "wordmark" ? [] : PageMarkup.spokenAttributes.map { tag[$0] ?? "" })
    }

    /// The words that are the same in both languages, and the values of `PageExamples`.
    private static let sameInBoth: Set = [
        "Website", "Browser", "PIN", "Example Shop", "Example Trading Ltd", "shop.example.org", "6f1c2ab09d3e47f1",
        "English",
        "Deutsch",
        "login.example.org", "ada", "iPad", "Pixel 8", "Android 16", "iPadOS 26", "203.0.113.0/24", "48210937",
        "System", "Websites", "App Store", "Google Play", "Example Operator", "Example Login", "Example Login Ltd",
        "Remove a device, which can then no longer log in:", "Account:", "Work", "Private", "ada@example.org",
        "ada@home.example", "Example Street 1",
        "12345", "console.example.org", "grace", "one", "two",
        "https://shop.example.org/bye", "Example Town", "example.org", "S2b7cQ-subject",
        "grace", "lin", "root", "SHA-256", "Administrator", "Passport of ada", "AAECAwQFBgcICQoLDA0ODw",
        "Unlock a device:",
        "Make a new activation for an account:", "Make a new activation for an account: ada", "Lost both devices",
        "Example Inc.", "Club", "Code", "configurationApplied",
        "loginConfirmed", "deviceUnlocked",
        "carol", "customer", "enclave", "apple", "iPad, ada", "iPad, carol",
        "IA", "MA", "EAECAwQFBgcICQoLDA0ODw", "AAECAwQF", "EAECAwQF", "IAECAwQF", "MAECAwQF", "b3JkaW5h",
        "6f1c2ab0", "grantGiven", "Takes over from lin",
        "inPerson: Passport of ada", "with device + pin", "auditor, organization 6f1c2ab0: Takes over from lin",
        "https://app.login.example.org/a#AQIDBAUG", "a\u{2026}@example.org", "a\u{2026}@home.example",
        "K7QM-2XPD-9RTV-K7QM-2XPD-9RTV", "https://login.example.org/recover",
        "Groups", "ops, staff", "Cost centre", "4711", "Trainee", "Cloud", "ada.l",
    ]

    func outlines() {
        let english = "<p class=\"a\" title=\"One\">Remove <bdi>ada</bdi>?</p>\n<label for=\"x\">Reason</label>"
        let german = "<p class=\"a\" title=\"Eins\"><bdi>ada</bdi> entfernen?</p>\n<label for=\"x\">Grund</label>"
        let outline = PageMarkup(english).outline
        #expect(PageMarkup(german).outline == outline)
        for (right, wrong) in [
            ("class=\"a\"", "class=\"b\""), ("for=\"x\"", "for=\"y\""), (" class=\"a\"", ""), ("Eins", ""),
            ("Grund", ""), ("ada", ""), ("<bdi>ada</bdi>", "ada"), (" title", " alt"), ("<p", "<div"),
        ] {
            #expect(PageMarkup(german.replacing(right, with: wrong)).outline != outline, "\(right): \(wrong)")
        }
    }

    func spaces(language: String) throws {
        let wording = try #require(Wordings.all.first { $0.tag == language })
        for (name, page) in PageExamples.all(in: wording) {
            let touching = page.text.matches(of: #/\w<(?:bdi|time)\b|</(?:bdi|time)>\w/#).map { String($0.output) }
            #expect(touching.isEmpty, "\(name)")
        }
    }

    func placesOfValues() {
        let english: Phrase = "Log in to \("A & B")"
        let german: Phrase = "Bei \("A & B") anmelden"
        #expect(("\(english, value: { "<b>\($0)</b>" })" as HTML).text == "Log in to <b>A &amp; B</b>")
        #expect(("\(german, value: { "<b>\($0)</b>" })" as HTML).text == "Bei <b>A &amp; B</b> anmelden")
        #expect(("\(german)" as HTML).text == "Bei A &amp; B anmelden")
        #expect(german.text == "Bei A & B anmelden")
    }

    func sentencesOfActs() {
        let device = NamedDevice(name: "iPad", system: "iPadOS", connected: "3 May 2026 (UTC)", id: "AAECAwQF")
        let waiting = NamedDevice(name: "iPad", system: nil, connected: nil, id: "AAECAwQF")
        for wording in [English(), German()] as [any Wording] {
            let acts = wording.acts
            for sentence in [
                acts.connectDevice("iPad", account: "ada"), acts.removeDevice(device, account: "ada"),
                acts.removeDevice(waiting, account: "ada"), acts.lockDevice(device, account: "ada"),
                acts.exportData(account: "ada"), acts.deleteAccount("ada"),
                acts.removeAddress("ada@example.org", account: "ada"),
                acts.makeRecoveryCode(account: "ada"), acts.removeRecoveryCode(account: "ada"),
                acts.acceptJoin(organization: "Example Inc.", roles: "Example Shop: customer", account: "ada"),
            ] {
                let isValue = sentence.parts.map { part in
                    if case .value = part { true } else { false }
                }
                #expect(isValue == isValue.indices.map { $0 % 2 == 1 }, "\(sentence.text)")
                #expect(isValue.last == true, "\(sentence.text)")
                #expect(sentence.parts.last == .value("ada"), "\(sentence.text)")
            }
        }
    }

    func dates() {
        let english = [
            "January", "February", "March", "April", "May", "June", "July", "August", "September", "October",
            "November", "December",
        ]
        let german = [
            "Januar", "Februar", "März", "April", "Mai", "Juni", "Juli", "August", "September", "Oktober", "November",
            "Dezember",
        ]
        for month in 1...12 {
            #expect(English().general.date(day: 9, month: month, year: 2026) == "9 \(english[month - 1]) 2026")
            #expect(German().general.date(day: 9, month: month, year: 2026) == "9. \(german[month - 1]) 2026")
        }
    }

    func escaping() {
        var generator = SeededGenerator(seed: 4)
        for _ in 0..<500 {
            let value = String.hostile(using: &generator)
            let words = String.hostile(using: &generator)
            var interpolation = Phrase.Interpolation(literalCapacity: 0, interpolationCount: 1)
            interpolation.appendLiteral(words)
            interpolation.appendInterpolation(value)
            let phrase = Phrase(stringInterpolation: interpolation)
            #expect(("\(phrase)" as HTML).text == ("\(words + value)" as HTML).text)
            #expect(
                ("\(phrase, value: { "<b>\($0)</b>" })" as HTML).text == ("\(words)<b>\(value)</b>" as HTML).text)
        }
    }
}
