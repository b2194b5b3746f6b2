extension String {
    /// The text in one line, as this program shows all text from outside: with visible replacements of the characters
    /// that control a terminal or are invisible, and with one space for each run of white space.
    ///
    /// Control pictures (from U+2400) replace control characters, U+FFFD replaces others. A run of white space could
    /// push the rest of a name to the next row of a terminal, where it looks like a line of the program.
    public var harmless: String {
        var text = String.UnicodeScalarView()
        for scalar in unicodeScalars {
            if scalar.isHarmful {
                text.append(scalar.picture)
            } else if !scalar.properties.isWhitespace {
                text.append(scalar)
            } else if text.last != " " {
                text.append(" ")
            }
        }
        return String(text)
    }

}

extension Unicode.Scalar {
    /// True for C0 and C1 controls, DEL, line and paragraph separators, format characters, and others that are drawn as
    /// nothing. Bidirectional controls (UAX 9), for example, can make a name look like another.
    ///
    /// The two joiners and the selector of emoji are allowed: scripts and emoji need them.
    var isHarmful: Bool {
        switch self {
        case "\u{200C}", "\u{200D}", "\u{FE0F}": return false
        // The blank pattern of Braille.
        case "\u{2800}": return true
        default: break
        }
        switch properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator, .format: return true
        default: return properties.isDefaultIgnorableCodePoint
        }
    }

    fileprivate var picture: Unicode.Scalar {
        switch value {
        case 0x00..<0x20: Unicode.Scalar(0x2400 + value) ?? "\u{FFFD}"
        case 0x7F: "\u{2421}"
        default: "\u{FFFD}"
        }
    }
}
