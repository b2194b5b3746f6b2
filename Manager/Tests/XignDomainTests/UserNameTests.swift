import Testing
import XignDomain
import XignProtocol

struct UserNameTests {
    @Test("Names of users", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase(
            "two ways to write a name have the same key", sameKey,
            each: [
                ("Zoë", "zoe\u{308}"), ("ADA", "ada"), ("ΝΙΚΟΣ", "νικος"), ("Ḯ", "i\u{308}\u{301}"),
                ("STRAẞE", "straße"), ("Strasse", "straße"), ("Weiß", "WEISS"),
                ("İnci", "İNCİ"), ("İnci", "inci"), ("İnci", "INCI"), ("İnci", "ınci"), ("İnci", "i\u{307}nci"),
                ("Ị̇da", "ịda"), ("į\u{307}", "Į"), ("ada smith", "ada  smith"), ("ADA   Smith", "ada smith"),
                ("JOSE\u{301}", "josé"),
                ("Սևակ", "Սեւակ"), ("กำพล", "กํ\u{E32}พล"), ("\u{212A}arl", "karl"),
            ]),
        TestCase(
            "letters of their own stay apart", otherKey,
            each: [
                ("Zoë", "Zoe"), ("José", "Jose"), ("ada smith", "ada-smith"), ("ada-smith", "ada_smith"),
                ("ï", "i"),
            ]),
        TestCase(
            "names in every alphabet can be users'", accepted,
            each: ["ada", "Ada Lovelace", "ada@example.org", "Ελένη", "İbrahim", "김민준", "山田太郎", "ᏣᎳᎩ", "प्रिया", "ၚမြင့်"]),
        TestCase(
            "characters that look like others are refused", ambiguous,
            each: ["\u{FB01}scher", "\u{FF21}da", "a\u{200D}da", "a\u{FE0F}da", "x\u{B2}", "\u{17F}am", "a\u{A0}b"]),
        TestCase("what no text may have, no user's name has", flawed),
        TestCase(
            "a name from before the rules has the key of what is seen of it", oldName,
            each: [
                ("Ada\u{200B}", "ada"), ("ﬁona", "fiona"), ("ＦＩＯＮＡ", "fiona"), ("Ada\u{A0}Smith", "ada smith"),
                ("ADA\u{2003}SMITH", "ada smith"), ("a\u{200D}da", "ada"),
            ]),
        TestCase("a key is its own key, and that of each case of its letters", stable),
    ]

    func sameKey(one: String, other: String) throws {
        let (first, second) = (try UserName(one), try UserName(other))
        #expect(first.key == second.key)
    }

    func otherKey(one: String, other: String) throws {
        let (first, second) = (try UserName(one), try UserName(other))
        #expect(first.key != second.key)
    }

    func accepted(name: String) throws { #expect(try UserName(name).text == name) }

    func ambiguous(name: String) {
        let refusal = #expect(throws: UserName.Refusal.self) { try UserName(name) }
        guard case .ambiguous? = refusal else {
            Issue.record("\(String(describing: refusal))")
            return
        }
    }

    func flawed() {
        #expect(throws: UserName.Refusal.flawed(.invisible(RefusedCharacter("\u{200B}", .end)))) {
            try UserName("ada\u{200B}")
        }
        #expect(throws: UserName.Refusal.flawed(.blank)) { try UserName(" ") }
    }

    func oldName(name: String, key: String) { #expect(UserName.key(of: name) == key) }

    func stable() {
        let letters = (UInt32(0)...0x1FFFF).compactMap(Unicode.Scalar.init).filter(\.properties.isCased)
        #expect(letters.count > 4000)
        let unstable = letters.filter { letter in
            let key = UserName.key(of: String(letter))
            let (small, capital) = (letter.properties.lowercaseMapping, letter.properties.uppercaseMapping)
            return [key, small, capital].contains { UserName.key(of: $0) != key }
        }
        #expect(unstable == [])
    }
}
