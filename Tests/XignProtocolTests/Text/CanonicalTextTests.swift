import Testing

@testable import XignProtocol

struct CanonicalTextTests {
    @Test("Canonical text", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase(
            "everything that Unicode calls a control, a format character or ignorable is invisible, but for three joiners",
            invisible),
        TestCase(
            "names in every script are canonical", names,
            each: [
                "Nguyễn Thị Ánh", "علی\u{200C}رضا", "מֹשֶׁה", "प्रिया", "สมชาย ก้ำ", "山田　太郎", "김민준", "ကျော်စွာမြင့်", "ခွန့်",
                "བསྒྲུབས་ཧཱུྃ", "ශ්\u{200D}රී", "ᏣᎳᎩ", "Ελένη", "Ada-Maria O’Brien",
            ]),
        TestCase(
            "the same mark twice in a row is a flaw, also as part of a letter or with a joiner between", repeatedMarks),
        TestCase("a fifth mark on a letter is a flaw", manyMarks),
        TestCase(
            "cleaned text is canonical or empty", cleaned,
            each: [
                ("Ad\u{200B}a", "Ada"), (" \u{FEFF} ", ""), ("\u{200D}", ""), ("e\u{301}\u{301}\u{301}", "\u{E9}"),
                // Removing a character brings marks together.
                ("x\u{301}\u{200B}\u{323}\u{301}", "x\u{323}\u{301}"),
            ]),
        TestCase("white space at the ends, and another normal form, are not canonical; the empty text is", form),
    ]

    func invisible() {
        let joiners: Set<UInt32> = [0x200C, 0x200D, 0xFE0F]
        // Characters that fonts draw as nothing, or as a placeholder.
        let blank: Set<UInt32> = [0x2800, 0xFFFC, 0x13441, 0x13442, 0x1D159]
        for value in 0...0x10FFFF as ClosedRange<UInt32> {
            guard let scalar = Unicode.Scalar(value) else { continue }
            let properties = scalar.properties
            let isHidden =
                switch properties.generalCategory {
                case .control, .format, .lineSeparator, .paragraphSeparator: true
                default: properties.isDefaultIgnorableCodePoint || properties.isNoncharacterCodePoint
                }
            let expected = (isHidden || blank.contains(value)) && !joiners.contains(value)
            if scalar.isInvisible != expected { Issue.record("\(scalar.codePoint)") }
        }
    }

    func names(text: String) {
        #expect(CanonicalText.flaw(in: text) == nil)
        #expect(CanonicalText.isCanonical(CanonicalText.canonical(text)))
    }

    func repeatedMarks() {
        for text in ["x\u{301}\u{301}", "\u{E9}\u{301}", "x\u{301}\u{200D}\u{301}", "x\u{301}\u{323}\u{301}"] {
            guard case .repeatedMark(let mark) = CanonicalText.flaw(in: text), mark.scalar == "\u{301}" else {
                Issue.record("\(text.unicodeScalars.map(\.codePoint))")
                continue
            }
        }
        #expect(CanonicalText.flaw(in: "x\u{301}y\u{301}") == nil)
    }

    func manyMarks() {
        let marks = "\u{301}\u{302}\u{303}\u{304}\u{305}"
        #expect(CanonicalText.flaw(in: "x\(marks.unicodeScalars.dropLast())") == nil)
        #expect(CanonicalText.flaw(in: "x\(marks)") == .tooManyMarks(RefusedCharacter("\u{305}", .after(1))))
    }

    func cleaned(typed: String, expected: String) {
        let text = CanonicalText.cleaned(typed)
        #expect(text.hasSameBytes(as: expected), "\(text.unicodeScalars.map(\.codePoint))")
        #expect(CanonicalText.isCanonical(text))
    }

    func form() {
        for text in [" a", "a\u{3000}", "e\u{301}", "\u{212B}"] { #expect(!CanonicalText.isCanonical(text)) }
        #expect(CanonicalText.isCanonical(""))
    }
}
