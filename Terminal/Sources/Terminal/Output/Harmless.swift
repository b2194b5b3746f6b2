extension String {
    /// The same text, with everything that a terminal would obey, or that hides from the reader, replaced by a visible
    /// sign: control characters by their pictures (U+2400 and on), other controls by U+FFFD. Nothing else changes.
    public var harmless: String {
        guard unicodeScalars.contains(where: \.isHarmful) else { return self }
        var text = String.UnicodeScalarView()
        for scalar in unicodeScalars { text.append(scalar.isHarmful ? scalar.picture : scalar) }
        return String(text)
    }
}

extension Unicode.Scalar {
    /// C0 and C1 controls, DEL, line and paragraph separators, and format characters: bidirectional controls (UAX 9),
    /// which can make a name read as another, and invisible ones. The two joiners stay, since scripts and emoji need them.
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
