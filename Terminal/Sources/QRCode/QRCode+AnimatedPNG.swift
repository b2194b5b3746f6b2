extension QRCode {
    /// Draws codes one after the other as an animated PNG picture, with their quiet zones and a pixel for each module.
    ///
    /// It plays once and stays at its last frame: a cross, which no scanner takes for a code. A program that knows
    /// nothing of animations shows the first code.
    /// - Parameter codes: the codes with their times, 1 to 65,535 ms. Codes of equal size fill the picture.
    public static func animatedPNG(_ codes: [(code: QRCode, milliseconds: Int)]) -> [UInt8] {
        let side = (codes.map(\.code.size).max() ?? 21) + 2 * quietZone
        var picture = AnimatedPNGWriter(side: side, frameCount: codes.count + 1)
        for (code, milliseconds) in codes {
            picture.appendFrame(milliseconds: milliseconds) { x, y in !code[x - quietZone, y - quietZone] }
        }
        let lines = quietZone..<side - quietZone
        picture.appendFrame(milliseconds: 1) { x, y in
            !lines.contains(x) || !lines.contains(y) || abs(x - y) > 1 && abs(side - 1 - x - y) > 1
        }
        return picture.finish()
    }
}

/// A writer of animated black and white PNG files that play once (PNG, third edition, section 11.3.2).
private struct AnimatedPNGWriter {
    private let side: Int
    private var file: [UInt8]
    /// The number of the next chunk of the animation.
    private var sequence: UInt32 = 0

    init(side: Int, frameCount: Int) {
        self.side = side
        file = PNGWriter.start(width: side, height: side)
        file.reserveCapacity(frameCount * (side * (side / 8 + 2) + 100))
        let plays: UInt32 = 1
        file += PNGWriter.chunk("acTL", UInt32(frameCount).bigEndianBytes + plays.bigEndianBytes)
    }

    mutating func appendFrame(milliseconds: Int, isWhite: (_ x: Int, _ y: Int) -> Bool) {
        let isFirst = sequence == 0
        var rows = PNGWriter(width: side, height: side)
        for y in 0..<side { rows.appendRow(times: 1) { isWhite($0, y) } }
        // The whole picture, from its upper left corner.
        var control = nextNumber()
        for number in [side, side, 0, 0] { control += UInt32(number).bigEndianBytes }
        // The delay in thousandths of a second; each frame replaces the one before.
        for number in [max(1, milliseconds), 1000] { control += UInt16(clamping: number).bigEndianBytes }
        control += [0, 0]
        file += PNGWriter.chunk("fcTL", control)
        file += isFirst ? PNGWriter.chunk("IDAT", rows.data) : PNGWriter.chunk("fdAT", nextNumber() + rows.data)
    }

    func finish() -> [UInt8] { file + PNGWriter.end }

    private mutating func nextNumber() -> [UInt8] {
        defer { sequence += 1 }
        return sequence.bigEndianBytes
    }
}
