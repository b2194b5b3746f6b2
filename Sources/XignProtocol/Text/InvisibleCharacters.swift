extension Unicode.Scalar {
    /// True if the character is invisible, or changes the direction of the text around it (protocol.md, "Text").
    ///
    /// The list is closed, so that every platform judges a text alike, with any version of Unicode. It has the
    /// controls, format characters, line separators, default-ignorable characters and noncharacters of Unicode 17, and
    /// the characters that fonts draw as nothing. The joiners U+200C and U+200D and the selector U+FE0F are allowed,
    /// since words of several scripts and emoji need them.
    public var isInvisible: Bool {
        switch value {
        case 0x20..<0x7F: false
        case 0x00...0x1F, 0x7F...0x9F, 0xAD, 0x034F, 0x0600...0x0605, 0x061C, 0x06DD, 0x070F, 0x0890...0x0891, 0x08E2,
            0x115F...0x1160, 0x17B4...0x17B5, 0x180B...0x180F, 0x200B, 0x200E...0x200F, 0x2028...0x202E,
            0x2060...0x206F,
            0x2800, 0x3164, 0xFDD0...0xFDEF, 0xFE00...0xFE0E, 0xFEFF, 0xFFA0, 0xFFF0...0xFFFC, 0x110BD, 0x110CD,
            0x13430...0x1343F, 0x13441...0x13442, 0x1BCA0...0x1BCA3, 0x1D159, 0x1D173...0x1D17A, 0xE0000...0xE0FFF:
            true
        // The last two code points of each plane are noncharacters.
        default: value & 0xFFFE == 0xFFFE
        }
    }

    /// True if the character only affects how others are drawn: a joiner, or the variation selector of emoji.
    var isJoiner: Bool { value == 0x200C || value == 0x200D || value == 0xFE0F }

    /// True if a text that consists only of such characters appears empty.
    var isBlank: Bool { properties.isWhitespace || isJoiner }
}
