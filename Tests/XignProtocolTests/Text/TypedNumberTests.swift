import Testing

@testable import XignProtocol

struct TypedNumberTests {
    @Test("Typed numbers", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase(
            "a telephone number has one form, however it was written", phoneNumber,
            each: [
                "\u{202A}+49 151 23456789\u{202C}", "+49\u{A0}151\u{A0}23456789", "+49 151\u{2011}2345\u{2013}6789",
                "tel:+49-151-23456789", "TEL:+49 151 23456789", "+49 (151) 234.567/89", "+٤٩ ١٥١ ٢٣٤٥٦٧٨٩",
                "+४९ १५१ २३४५६७८९", "＋４９１５１２３４５６７８９", "\t+49\t151 23456789\r\n", "+49[151]23456789",
                "+49 151 2345\u{2212}6789", "\u{200E}tel: +49 151 23456789", "+49（151）23456789",
            ]),
        TestCase(
            "a telephone number that is refused names the first character in the way, and its place", refused,
            each: [
                ("+49 (0)151 23456789", .nationalPrefix(at("(", .after(4)))),
                ("+49 ( ٠ )151 23456789", .nationalPrefix(at("(", .after(4)))),
                ("+49 151 23456789;ext=12", .numberExtension(at(";", .after(16)))),
                ("+49 151 FLOWERS", .letter(at("F", .after(8)))),
                ("+49 151 23456789 x12", .letter(at("x", .after(17)))),
                ("+49 151 +23456789", .laterPlus(at("+", .after(8)))),
                ("++49 151 23456789", .laterPlus(at("+", .after(1)))),
                ("+49 151 23456789#12", .sign(at("#", .after(16)))),
                ("*31#+49 151 23456789", .sign(at("*", .beginning))),
                ("+49 151 23456789,12", .sign(at(",", .after(16)))),
                ("+49\u{AD}15123456789", .sign(at("\u{AD}", .after(3)))),
                ("+49 151\u{200B}23456789", .sign(at("\u{200B}", .after(7)))),
                ("\u{FEFF}+4915123456789", .sign(at("\u{FEFF}", .beginning))),
                ("+4915123456789\u{FE0F}", .sign(at("\u{FE0F}", .after(14)))), ("0151 23456789", .noCountryCode),
                ("0049 151 23456789", .noCountryCode), ("49 151 23456789", .noCountryCode), ("", .noCountryCode),
                ("+49", .length), ("+49" + String(repeating: " ", count: 128) + "15123456789", .length),
                ("+0151 23456789", .length), ("+1234567890123456", .length),
            ] as [(String, PhoneNumber.Flaw)]),
        TestCase(
            "a PIN is its digits, however they were written", pin,
            each: [
                "２０４８１６３２", "۲۰۴۸۱۶۳۲", "٢٠٤٨١٦٣٢", "२०४८१६३२", "2048 1632", "2048-1632\r", "2048\u{A0}1632",
                "\t2048\u{2011}1632 ", "20 48 16 32",
            ]),
        TestCase(
            "any other text is no PIN", noPIN,
            each: [
                "2048163z", "2048", "", "- -", "2048.1632", "\u{FEFF}20481632", "2048\u{200B}1632", "2048\u{AD}1632",
                "20481²",
                String(repeating: "1", count: 33), "12345½",
            ]),
        TestCase("every decimal digit of Unicode has its value, and no other character has one", digits),
        TestCase("two digits of a page may be of any script", pairing),
        TestCase(
            "a refused text names its first character that cannot be seen, and the place", place,
            each: [
                ("Müller\u{AD}", "U+00AD at the end"), ("Müller\u{AD}\u{200B}", "U+00AD at the end"),
                ("\u{200F}אבי", "U+200F at the beginning"), ("葛\u{E0100}城", "U+E0100 after the first character"),
                ("\u{FEFF}Ada", "U+FEFF at the beginning"), (" Ad\u{200B}a ", "U+200B after character 2"),
                ("नमस्ते\u{2060}x", "U+2060 after character 3"), ("x\u{301}\u{301}", "U+0301 after the first character"),
            ]),
        TestCase(
            "white space goes at the ends alone, and joiners and every other hyphen stay", stays,
            each: [
                ("  Lovelace ", "Lovelace"), ("Mary\u{A0}Ann", "Mary\u{A0}Ann"), ("Jean\u{2010}Luc", "Jean\u{2010}Luc"),
                ("علی\u{200C}رضا", "علی\u{200C}رضا"), ("\u{2615}\u{FE0F}", "\u{2615}\u{FE0F}"), ("٣", "٣"),
            ]),
    ]

    private static func at(_ scalar: Unicode.Scalar, _ place: RefusedCharacter.Place) -> RefusedCharacter {
        RefusedCharacter(scalar, place)
    }

    func phoneNumber(typed: String) throws {
        #expect(try PhoneNumber.canonical(typed: typed) == "+4915123456789")
    }

    func refused(typed: String, flaw: PhoneNumber.Flaw) {
        #expect(throws: flaw) { try PhoneNumber.canonical(typed: typed) }
    }

    func pin(typed: String) throws { #expect(try #require(PIN(typed: typed)).text == "20481632") }

    func noPIN(typed: String) { #expect(PIN(typed: typed) == nil) }

    func digits() {
        for value in 0...0x10FFFF as ClosedRange<UInt32> {
            guard let scalar = Unicode.Scalar(value) else { continue }
            let isDigit = scalar.properties.numericType == .decimal
            if (scalar.decimalDigit != nil) != isDigit { Issue.record("\(scalar.codePoint)") }
            // The rule by which JavaScript finds the value: each script has its digits in their order.
            if isDigit, scalar.decimalDigit == 0 {
                let others = (0...9 as ClosedRange<UInt32>).map { Unicode.Scalar(value + $0)?.decimalDigit }
                if others != (0...9).map({ UInt8($0) }) { Issue.record("\(scalar.codePoint)") }
            }
        }
    }

    func pairing() {
        for typed in ["07", "٠٧", " 0-7 ", "０７"] { #expect(PairingDigits(typed: typed) == PairingDigits("07")) }
        for typed in ["7", "007", "0x", ""] { #expect(PairingDigits(typed: typed) == nil) }
    }

    func place(typed: String, expected: String) {
        let flaw = CanonicalText.flaw(in: CanonicalText.canonical(typed))
        #expect(flaw?.character?.description == expected)
    }

    func stays(typed: String, expected: String) throws {
        #expect(try DisplayText.canonical(typed).hasSameBytes(as: expected))
    }
}
