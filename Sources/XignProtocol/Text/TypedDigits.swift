/// The characters of typed numbers (protocol.md, "Typed numbers"): telephone numbers, PINs and the digits of a page.
extension Unicode.Scalar {
    /// The value of a decimal digit of any script; nil for other characters.
    var decimalDigit: UInt8? {
        guard properties.generalCategory == .decimalNumber, let value = properties.numericValue else { return nil }
        return UInt8(value)
    }

    /// True for what separates the digits of any number: white space, hyphens and dashes.
    var separatesDigits: Bool {
        properties.isWhitespace || properties.generalCategory == .dashPunctuation || value == 0x2212
    }

    /// True for what else stands in telephone numbers without a meaning: dots, slashes, brackets and direction marks.
    var isPhonePunctuation: Bool {
        switch value {
        case 0x2E, 0xB7, 0x2024, 0x30FB, 0xFE52, 0xFF0E: true
        case 0x2F, 0x2044, 0x2215, 0xFF0F: true
        case 0x061C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: true
        default: isOpeningBracket || isClosingBracket
        }
    }

    var isOpeningBracket: Bool { [0x28, 0x5B, 0x7B, 0xFF08, 0xFF3B].contains(value) }
    var isClosingBracket: Bool { [0x29, 0x5D, 0x7D, 0xFF09, 0xFF3D].contains(value) }
    /// True for `+`, also in its wide and small forms.
    var isPlus: Bool { [0x2B, 0xFE62, 0xFF0B].contains(value) }
}

/// Digits as people type and paste them.
public enum TypedDigits {
    /// Returns the number of digits in a text of decimal digits, white space, hyphens and dashes; nil for any other
    /// text.
    public static func count(_ typed: String) -> Int? {
        let digits = typed.unicodeScalars.filter { !$0.separatesDigits }
        return digits.allSatisfy { $0.decimalDigit != nil } ? digits.count : nil
    }

    /// Returns the ASCII digits of a text of decimal digits, white space, hyphens and dashes; nil for any other text,
    /// and for more than `maximumCount` digits.
    public static func ascii(_ typed: String, maximumCount: Int) -> [UInt8]? {
        var digits: [UInt8] = []
        // Grown once, so that no copy of a PIN stays in freed memory.
        digits.reserveCapacity(maximumCount)
        for scalar in typed.unicodeScalars where !scalar.separatesDigits {
            guard let digit = scalar.decimalDigit, digits.count < maximumCount else { return nil }
            digits.append(UInt8(ascii: "0") + digit)
        }
        return digits
    }
}
