/// A generator of texts as people, programs and attackers type them. It is deterministic (SplitMix64).
struct RandomText: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
        return mixed ^ mixed >> 31
    }

    /// Names in many scripts, in both normal forms.
    static let names = [
        "Zoë", "Zoe\u{308}", "Nguyễn Thị Ánh", "Nguye\u{302}\u{303}n", "Łukasz", "O’Brien", "D'Angelo", "María-José",
        "Þórr",
        "Иван", "И\u{306}", "Ελένη", "Ε\u{301}λενα", "محمد", "علی\u{200C}رضا", "משה", "מֹשֶׁה", "प्रिया", "क्\u{200D}ष",
        "สมชาย",
        "山田太郎", "ㄌㄧˇ", "김민준", "\u{1100}\u{1175}\u{11B7}", "𠮷田", "አበበ", "Նարեկ", "ნინო", "ᏣᎳᎩ", "\u{212B}ngström",
        "\u{FB01}scher", "İbrahim", "ıŞık", "Straße", "Ǆ", "ΌΣΟΣ",
    ]
    /// Characters that reorder or hide text, or cannot be sent.
    static let forbidden: [Unicode.Scalar] =
        [
            "\0", "\t", "\n", "\r", "\u{1B}", "\u{7F}", "\u{85}", "\u{AD}", "\u{61C}", "\u{180E}", "\u{200B}",
            "\u{200E}",
            "\u{200F}",
            "\u{2028}", "\u{2029}", "\u{202A}", "\u{202E}", "\u{2060}", "\u{2066}", "\u{2069}", "\u{FEFF}", "\u{FFF9}",
            "\u{FFFE}",
            "\u{E0001}", "\u{E0041}",
        ] + [0xFFFE, 0xFDD0, 0x1FFFF, 0x10FFFF].compactMap { Unicode.Scalar($0 as UInt32) }
    private static let spaces: [Unicode.Scalar] = [
        " ", "\u{A0}", "\u{1680}", "\u{2003}", "\u{202F}", "\u{205F}", "\u{3000}",
    ]
    private static let marks: [Unicode.Scalar] = [
        "\u{300}", "\u{301}", "\u{308}", "\u{323}", "\u{327}", "\u{345}", "\u{35F}", "\u{5B2}", "\u{591}", "\u{653}",
        "\u{1ADD}",
        "\u{1BE6}", "\u{8E7}", "\u{8FD}", "\u{93C}", "\u{3099}", "\u{1D165}", "\u{10EFB}", "\u{1161}", "\u{11A8}",
        "\u{200D}",
    ]
    private static let ascii = Array("aA0zZ9 .@-+_'\"\\{}[]()<>,;:/!".unicodeScalars)

    /// Returns a text of names, letters of all kinds, marks, white space and forbidden characters.
    mutating func text(of kinds: ClosedRange<Int> = 0...6) -> String {
        var text = String.UnicodeScalarView()
        for _ in 0..<Int.random(in: 0...8, using: &self) {
            switch Int.random(in: kinds, using: &self) {
            case 0: text += Self.names[Int.random(in: 0..<Self.names.count, using: &self)].unicodeScalars
            case 1:
                text += Self.names[Int.random(in: 0..<Self.names.count, using: &self)].unicodeScalars.shuffled(
                    using: &self)
            case 2: text.append(pick(Self.ascii))
            case 3: text.append(pick(Self.spaces))
            case 4: text.append(pick(Self.marks))
            case 5: text.append(pick(Self.forbidden))
            default: text.append(scalar())
            }
        }
        return String(text)
    }

    /// Returns any Unicode scalar.
    mutating func scalar() -> Unicode.Scalar {
        while true {
            let limit: UInt32 = Bool.random(using: &self) ? 0x2FFF : 0x10FFFF
            if let scalar = Unicode.Scalar(UInt32.random(in: 0...limit, using: &self)) { return scalar }
        }
    }

    mutating func pick<Element>(_ elements: [Element]) -> Element {
        elements[Int.random(in: 0..<elements.count, using: &self)]
    }

    /// Extreme texts: long, with many marks, or only with characters that are dropped.
    static let extremes = [
        "", " ", "\n\t\u{2003}", String(repeating: "a", count: 10_000), String(repeating: "a ", count: 10_000),
        "e" + String(repeating: "\u{301}", count: 10_000), String(repeating: "\u{323}", count: 10_000),
        // Marks in non-canonical order, unknown to some tables.
        "e" + String(repeating: "\u{301}\u{323}\u{1ADD}", count: 3_000), String(repeating: "\u{202E}", count: 10_000),
        String(repeating: " ", count: 10_000) + "a", String(repeating: "👨‍👩‍👧‍👦", count: 100),
        String(repeating: "\u{1100}", count: 400),
        "\u{FEFF} a \u{FEFF}", "\u{202E} \u{202C}", " \u{301}a \u{301}", "\r\n", "a\r\nb",
        "\u{37E}\u{1FEF}\u{2000}x\u{2001}",
    ]
}
