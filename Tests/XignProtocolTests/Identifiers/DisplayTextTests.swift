import Testing

@testable import XignProtocol

@Suite("Text that is shown, and identifiers")
struct DisplayTextTests {
    @Test(
        "names in any language are fine", arguments: ["Canteen", "Bücherei", "図書館", "بنك", "O’Brien & Söhne", "👩‍🚀", "a"])
    func accepted(text: String) { #expect(DisplayText.isValid(text)) }

    @Test("control characters, line separators and what turns the direction of text are refused")
    func refused() {
        let ranges: [ClosedRange<UInt32>] = [
            0...0x1F, 0x7F...0x9F, 0x61C...0x61C, 0x200E...0x200F, 0x2028...0x202E, 0x2066...0x2069,
        ]
        for scalar in ranges.joined().compactMap(Unicode.Scalar.init) {
            #expect(!DisplayText.isValid("Bank\(scalar)k"), "U+\(String(scalar.value, radix: 16))")
        }
    }

    @Test("1 to 256 bytes of UTF-8")
    func length() {
        #expect(!DisplayText.isValid(""))
        #expect(DisplayText.isValid(String(repeating: "é", count: 128)))
        #expect(!DisplayText.isValid(String(repeating: "é", count: 128) + "a"))
    }

    @Test("two texts are the same by their bytes, not by their looks")
    func bytes() {
        #expect("\u{E9}" == "e\u{301}", "Swift says they are equal: this is why")
        #expect(!"\u{E9}".hasSameBytes(as: "e\u{301}"))
        #expect(!"\u{212A}ey".hasSameBytes(as: "Key") && "Key".hasSameBytes(as: "Key"))
    }

    @Test("an identifier has 16 bytes and one text")
    func identifier() {
        let id = ActivationID.random()
        #expect(ActivationID(text: id.description) == id && id.description.count == 22 && id != .random())
        #expect(
            ActivationID([UInt8](repeating: 0, count: 15)) == nil
                && ActivationID([UInt8](repeating: 0, count: 17)) == nil)
        #expect(ActivationID(text: "AAAAAAAAAAAAAAAAAAAAAB") == nil, "trailing bits")
        #expect(ActivationID(text: "AAAAAAAAAAAAAAAAAAAAAA==") == nil, "padding")
    }
}
