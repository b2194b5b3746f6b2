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
                ("STRAẞE", "straße"),
                ("Սևակ", "Սեւակ"), ("กำพล", "กํ\u{E32}พล"), ("\u{212A}arl", "karl"),
            ]),
        TestCase("letters of their own stay apart", otherKey, each: [("Weiß", "Weiss"), ("Zoë", "Zoe"), ("ı", "i")]),
        TestCase(
            "names in every alphabet can be users'", accepted,
            each: ["ada", "Ada Lovelace", "ada@example.org", "Ελένη", "İbrahim", "김민준", "山田太郎", "ᏣᎳᎩ", "प्रिया", "ၚမြင့်"]),
        TestCase(
            "characters that look like others are refused", ambiguous,
            each: ["\u{FB01}scher", "\u{FF21}da", "a\u{200D}da", "a\u{FE0F}da", "x\u{B2}", "\u{17F}am", "a\u{A0}b"]),
        TestCase("what no text may have, no user's name has", flawed),
        TestCase("a name from before the rules has the key of what is seen of it", oldName),
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
        #expect(throws: UserName.Refusal.flawed(.invisible("\u{200B}"))) { try UserName("ada\u{200B}") }
        #expect(throws: UserName.Refusal.flawed(.blank)) { try UserName(" ") }
    }

    func oldName() { #expect(UserName.key(of: "Ada\u{200B}") == "ada") }
}
