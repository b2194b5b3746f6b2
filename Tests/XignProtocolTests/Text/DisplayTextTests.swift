import Testing

@testable import XignProtocol

@Suite("Display text and identifiers")
struct DisplayTextTests {
    @Test(
        "names in any language are accepted",
        arguments: ["Canteen", "Bücherei", "図書館", "بنك", "O’Brien & Söhne", "👩‍🚀", "☕️ Café", "a"])
    func accepted(text: String) { #expect(DisplayText.isValid(text)) }

    @Test("control characters, line separators and characters that change the direction of text are refused")
    func refused() {
        let ranges: [ClosedRange<UInt32>] = [
            0...0x1F, 0x7F...0x9F, 0x61C...0x61C, 0x200E...0x200F, 0x2028...0x202E, 0x2066...0x2069,
        ]
        for scalar in ranges.joined().compactMap(Unicode.Scalar.init) {
            #expect(!DisplayText.isValid("Bank\(scalar)k"), "U+\(String(scalar.value, radix: 16))")
        }
    }

    @Test(
        "invisible and blank characters are refused",
        arguments: [
            "\u{200B}", "\u{2060}", "\u{FEFF}", "\u{AD}", "\u{E0041}", "\u{3164}", "\u{2800}", "\u{115F}", "\u{FE00}",
        ])
    func invisible(character: String) {
        #expect(!DisplayText.isValid("Bank\(character)"))
        #expect(throws: TextFlaw.self) { try DisplayText.canonical("Bank\(character)") }
    }

    @Test(
        "text without a visible character is refused",
        arguments: ["", " ", "\u{3000}", "\u{200D}", " \u{200C}\u{FE0F}"])
    func blank(text: String) {
        #expect(!DisplayText.isValid(text))
        #expect(throws: TextFlaw.blank) { try DisplayText.canonical(text) }
    }

    @Test("managers normalize typed text; devices accept both normal forms")
    func normalised() throws {
        #expect(try DisplayText.canonical(" Bu\u{308}cherei ").hasSameBytes(as: "B\u{FC}cherei"))
        #expect(DisplayText.isValid("Bu\u{308}cherei"))
    }

    @Test("managers refuse repeated marks; devices display them")
    func marks() {
        let text = "Bank\u{301}\u{301}"
        #expect(throws: TextFlaw.repeatedMark("\u{301}")) { try DisplayText.canonical(text) }
        #expect(DisplayText.isValid(text))
    }

    @Test("display text has 1 to 256 bytes of UTF-8")
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

    @Test("texts are compared by their bytes, not by their appearance")
    func bytes() {
        #expect("\u{E9}" == "e\u{301}", "Swift says they are equal: this is why")
        #expect(!"\u{E9}".hasSameBytes(as: "e\u{301}"))
        #expect(!"\u{212A}ey".hasSameBytes(as: "Key"))
        #expect("Key".hasSameBytes(as: "Key"))
    }

    @Test("an identifier has 16 bytes and one text form")
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
