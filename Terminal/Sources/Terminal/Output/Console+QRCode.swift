import QRCode

extension Console {
    /// Draws a QR code on the output: black on white if colours are shown, otherwise for light text on a dark
    /// background.
    public func print(_ code: QRCode) {
        write(code.terminalText(output.showsColours ? .colours : .lightBlocks), to: output)
    }
}
