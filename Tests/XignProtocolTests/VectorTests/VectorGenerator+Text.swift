@testable import XignProtocol

extension VectorGenerator {
    static func texts() -> [TextVector] {
        (names + joined + marks + lengths + invisible).map { what, text in
            TextVector(
                what: what, text: Octets(text.octets), isShown: DisplayText.isValid(text),
                canonical: (try? DisplayText.canonical(text)).map { Octets($0.octets) })
        }
    }

    private static let names = [
        ("ASCII", "Canteen"), ("precomposed letters", "B\u{FC}cherei"),
        ("letters apart from their marks", "Bu\u{308}cherei"),
        ("a sign that is another letter", "\u{212B}ngstr\u{F6}m"), ("Vietnamese", "Nguy\u{1EC5}n"),
        ("Vietnamese, marks apart", "Nguye\u{302}\u{303}n"), ("marks out of order", "e\u{301}\u{323}"),
        ("Hangul in parts", "\u{1100}\u{1175}\u{11B7}"),
        ("Japanese with a wide space", "\u{5C71}\u{7530}\u{3000}\u{592A}\u{90CE}"),
        ("Burmese", "\u{1000}\u{103B}\u{1031}\u{102C}\u{103A}\u{1005}\u{103D}\u{102C}"),
        ("Tibetan", "\u{F56}\u{F66}\u{F92}\u{FB2}\u{F74}\u{F56}"),
        ("white space at the ends", " \u{3000}Canteen\u{A0}"),
        ("a compatibility character stays", "\u{FB01}sh"),
    ]

    private static let joined = [
        ("a joiner in Persian", "\u{639}\u{644}\u{6CC}\u{200C}\u{631}\u{636}\u{627}"),
        ("a joiner in Sinhala", "\u{DC1}\u{DCA}\u{200D}\u{DBB}\u{DD3}"),
        ("an emoji of two", "\u{1F469}\u{200D}\u{1F680}"), ("an emoji with its selector", "\u{2615}\u{FE0F}"),
        ("nothing", ""), ("white space alone", " \u{3000}"),
        ("a joiner alone", "\u{200D}"), ("white space and joiners", "\u{200C} \u{FE0F}"),
    ]

    private static let marks = [
        ("a mark twice in a row", "x\u{301}\u{301}"), ("a mark twice, one in the letter", "\u{E9}\u{301}"),
        ("a mark twice around a joiner", "x\u{301}\u{200D}\u{301}"),
        ("a mark twice in a row once they are in order", "x\u{301}\u{323}\u{301}"),
        ("a mark on each of two letters", "x\u{301}y\u{301}"), ("two marks in turn", "x\u{301}\u{302}\u{301}"),
        ("four marks", "x\u{301}\u{302}\u{303}\u{304}"), ("five marks", "x\u{301}\u{302}\u{303}\u{304}\u{305}"),
        ("an enclosing mark among them", "x\u{301}\u{302}\u{303}\u{304}\u{20DD}"),
        ("marks without a letter", "\u{301}x"),
    ]

    private static let lengths = [
        ("256 bytes", String(repeating: "a", count: 256)), ("257 bytes", String(repeating: "a", count: 257)),
        ("128 letters of two bytes", String(repeating: "\u{E9}", count: 128)),
        ("256 bytes in normal form C alone", String(repeating: "e\u{301}", count: 128)),
    ]

    /// The ends of every range of invisible characters, and their neighbours.
    private static var invisible: [(String, String)] {
        let all = (0...0x10FFFF as ClosedRange<UInt32>).compactMap(Unicode.Scalar.init)
        let changes = zip(all, all.dropFirst()).filter { $0.isInvisible != $1.isInvisible }.flatMap { [$0, $1] }
        return changes.map { ($0.codePoint, "a\($0)b") }
    }
}
