import QRCode

extension Console {
    /// Prints a QR code, and lines that say the same in words, such as a link.
    ///
    /// On a terminal the lines come first, so that the code stays in the window, as large as it fits: black on white
    /// if colours are shown, otherwise for light text on a dark background. Where it does not fit, a line says why.
    /// Elsewhere the code is first. A text that no code can hold has its lines alone.
    public func print(qrCodeOf text: String, with lines: [Text]) {
        let style = output.showsColours ? QRCode.TerminalStyle.colours : .lightBlocks
        // Less correction makes a smaller code, and a screen is clean.
        guard let code = try? QRCode(text), let smaller = try? QRCode(text, correctionLevel: .low) else {
            return lines.forEach { print($0) }
        }
        guard let window = output.window else {
            write(code.terminalText(style), to: output)
            return lines.forEach { print($0) }
        }
        lines.forEach { print($0) }
        for quietZone in stride(from: QRCode.quietZone, through: Self.narrowestQuietZone, by: -1) {
            for code in [code, smaller] where code.window(quietZone).fits(into: window) {
                return write(code.terminalText(style, quietZone: quietZone), to: output)
            }
        }
        let needed = smaller.window(Self.narrowestQuietZone)
        print(wording.qrCodeTooLarge(columns: needed.columns, lines: needed.lines))
    }

    /// The narrowest quiet zone that readers still find reliably on a screen, in modules.
    private static let narrowestQuietZone = 2
}

extension QRCode {
    /// Returns the smallest window for the code. Its last line is the one in which a shell then asks for a command.
    fileprivate func window(_ quietZone: Int) -> Output.Window {
        let side = size + 2 * quietZone
        return Output.Window(columns: side, lines: (side + 1) / 2 + 1)
    }
}

extension Output.Window {
    fileprivate func fits(into other: Self) -> Bool { columns <= other.columns && lines <= other.lines }
}
