extension QRCode {
    /// The style of drawing a code with characters.
    ///
    /// A character is half as wide as high, so each line holds two rows of modules.
    public enum TerminalStyle: Hashable, Sendable {
        /// Black on white by escape sequences, independent of the colour scheme: for terminals.
        case colours
        /// Light modules are blocks: for light text on a dark background, without escape sequences.
        case lightBlocks
        /// Dark modules are blocks: for dark text on a light background, such as mail and documents.
        case darkBlocks
    }

    /// Draws the code in half blocks (U+2580, U+2584, U+2588). Every line ends with a newline.
    /// - Parameter quietZone: the width of the light margin, in modules. Readers miss one that is narrower than the
    ///   standard's, but from a clean screen they need only a part of it.
    public func terminalText(_ style: TerminalStyle, quietZone: Int = quietZone) -> String {
        let range = -quietZone..<size + quietZone
        var text = ""
        for y in stride(from: range.lowerBound, to: range.upperBound, by: 2) {
            // Of the 256 colours, 16 and 231 are black and white in every theme; 0 and 15 often are not.
            if style == .colours { text += "\u{1B}[38;5;16;48;5;231m" }
            for x in range {
                let upper = self[x, y]
                let lower = self[x, y + 1]
                text += style == .lightBlocks ? Self.block(!upper, !lower) : Self.block(upper, lower)
            }
            text += style == .colours ? "\u{1B}[0m\n" : "\n"
        }
        return text
    }

    private static func block(_ upper: Bool, _ lower: Bool) -> String {
        switch (upper, lower) {
        case (true, true): "\u{2588}"
        case (true, false): "\u{2580}"
        case (false, true): "\u{2584}"
        case (false, false): " "
        }
    }
}
