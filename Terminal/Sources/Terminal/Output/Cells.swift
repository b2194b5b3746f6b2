// The cells of a terminal are counted by a table, since `wcwidth` answers for the encoding of the locale alone: names
// are UTF-8 in every locale. Swift knows the properties of characters but their East Asian width, which is the table.

extension String {
    /// The number of cells in a row of a terminal.
    var cells: Int { reduce(0) { $0 + $1.cells } }
}

extension Character {
    /// The number of cells: two for wide characters (UAX 11) and emoji (UTS 51), none for combining marks.
    var cells: Int { isEmoji ? 2 : sumOfCells }

    /// The number of cells on the terminals that give the character the most: some draw the parts of an emoji one by
    /// one.
    var mostCells: Int { max(cells, sumOfCells) }

    private var sumOfCells: Int { unicodeScalars.reduce(0) { $0 + $1.cells } }

    private var isEmoji: Bool {
        guard let first = unicodeScalars.first?.properties else { return false }
        return first.isEmojiPresentation || first.isEmoji && unicodeScalars.contains("\u{FE0F}")
    }
}

extension Unicode.Scalar {
    fileprivate var cells: Int {
        switch properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format: return 0
        default: break
        }
        switch value {
        case ..<0x1100: return 1
        // Vowels and final consonants of Hangul, which join the syllable before them.
        case 0x1160...0x11FF, 0xD7B0...0xD7FF: return 0
        case 0x1100...0x115F, 0x2329...0x232A, 0x2E80...0x303E, 0x3041...0x3247, 0x3250...0x4DBF, 0x4E00...0xA4CF,
            0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE6F, 0xFF01...0xFF60, 0xFFE0...0xFFE6,
            0x16FE0...0x18D08, 0x1AFF0...0x1B2FF, 0x1F200...0x1F2FF, 0x20000...0x3FFFD:
            return 2
        default: return properties.isEmojiPresentation ? 2 : 1
        }
    }
}
