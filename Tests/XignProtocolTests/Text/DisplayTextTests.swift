import Testing

@testable import XignProtocol

struct DisplayTextTests {
    @Test("Display text and identifiers", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase(
            "names in any language are accepted", accepted,
            each: ["Canteen", "Bücherei", "図書館", "بنك", "O’Brien & Söhne", "👩‍🚀", "☕️ Café", "a"]),
        TestCase(
            "control characters, line separators and characters that change the direction of text are refused", refused),
        TestCase(
            "invisible and blank characters are refused", invisible,
            each: [
                "\u{200B}", "\u{2060}", "\u{FEFF}", "\u{AD}", "\u{E0041}", "\u{3164}", "\u{2800}", "\u{115F}",
                "\u{FE00}",
            ]),
        TestCase(
            "text without a visible character is refused", blank,
            each: ["", " ", "\u{3000}", "\u{200D}", " \u{200C}\u{FE0F}"]),
        TestCase("managers normalize typed text; devices accept both normal forms", normalised),
        TestCase("managers refuse repeated marks; devices display them", marks),
        TestCase("display text has 1 to 256 bytes of UTF-8", length),
        TestCase("texts are compared by their bytes, not by their appearance", bytes),
        TestCase("an identifier has 16 bytes and one text form", identifier),
    ]

    func accepted(text: String) { #expect(DisplayText.isValid(text)) }

    func refused() {
        let ranges: [ClosedRange<UInt32>] = [
            0...0x1F, 0x7F...0x9F, 0x61C...0x61C, 0x200E...0x200F, 0x2028...0x202E, 0x2066...0x2069,
        ]
        for scalar in ranges.joined().compactMap(Unicode.Scalar.init) {
            #expect(!DisplayText.isValid("Bank\(scalar)k"), "U+\(String(scalar.value, radix: 16))")
        }
    }

    func invisible(character: String) {
        #expect(!DisplayText.isValid("Bank\(character)"))
        #expect(throws: TextFlaw.self) { try DisplayText.canonical("Bank\(character)") }
    }

    func blank(text: String) {
        #expect(!DisplayText.isValid(text))
        #expect(throws: TextFlaw.blank) { try DisplayText.canonical(text) }
    }

    func normalised() throws {
        #expect(try DisplayText.canonical(" Bu\u{308}cherei ").hasSameBytes(as: "B\u{FC}cherei"))
        #expect(DisplayText.isValid("Bu\u{308}cherei"))
    }

    func marks() {
        let text = "Bank\u{301}\u{301}"
        #expect(throws: TextFlaw.repeatedMark(RefusedCharacter("\u{301}", .after(4)))) {
            try DisplayText.canonical(text)
        }
        #expect(DisplayText.isValid(text))
    }

    func length() throws {
        #expect(DisplayText.isValid(String(repeating: "é", count: 128)))
        #expect(!DisplayText.isValid(String(repeating: "é", count: 128) + "a"))
        #expect(try DisplayText.canonical(String(repeating: "e\u{301}", count: 128)).utf8.count == 256)
        for count in [129, 100_000] {
            #expect(throws: TextFlaw.tooLong(maximumByteCount: 256)) {
                try DisplayText.canonical(String(repeating: "é", count: count))
            }
        }
    }

    func bytes() {
        #expect("\u{E9}" == "e\u{301}", "Swift says they are equal: this is why")
        #expect(!"\u{E9}".hasSameBytes(as: "e\u{301}"))
        #expect(!"\u{212A}ey".hasSameBytes(as: "Key"))
        #expect("Key".hasSameBytes(as: "Key"))
    }

    func identifier() {
        let id = ActivationID.random()
        #expect(ActivationID(text: id.description) == id)
        #expect(id.description.count == 22)
        #expect(id != .random())
        #expect(ActivationID([UInt8](repeating: 0, count: 15)) == nil)
        #expect(ActivationID([UInt8](repeating: 0, count: 17)) == nil)
        #expect(ActivationID(text: "AAAAAAAAAAAAAAAAAAAAAB") == nil, "trailing bits")
        #expect(ActivationID(text: "AAAAAAAAAAAAAAAAAAAAAA==") == nil, "padding")
    }
}
