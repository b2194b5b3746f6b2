extension String {
    /// The text with visible replacements of all characters that control a terminal or are invisible: control pictures
    /// (from U+2400) for control characters, U+FFFD for others.
    public var harmless: String {
        guard unicodeScalars.contains(where: \.isHarmful) else { return self }
        var text = String.UnicodeScalarView()
        for scalar in unicodeScalars { text.append(scalar.isHarmful ? scalar.picture : scalar) }
        return String(text)
    }
}

extension Unicode.Scalar {
    /// True for C0 and C1 controls, DEL, line and paragraph separators, and format characters except the two joiners,
    /// which scripts and emoji need. Bidirectional controls (UAX 9), for example, can make a name look like another.
    var isHarmful: Bool {
        switch properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: true
        case .format: self != "\u{200C}" && self != "\u{200D}"
        default: false
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
