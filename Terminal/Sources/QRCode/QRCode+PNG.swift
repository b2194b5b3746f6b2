extension QRCode {
    /// Draws the code as a black and white PNG picture, with its quiet zone.
    /// - Parameter pixelsPerModule: the scale; values outside of 1 to 32 are clamped.
    public func png(pixelsPerModule: Int = 8) -> [UInt8] {
        let scale = min(max(pixelsPerModule, 1), 32)
        var picture = PNGWriter(width: side * scale, height: side * scale)
        for y in -Self.quietZone..<size + Self.quietZone {
            picture.appendRow(times: scale) { x in !self[x / scale - Self.quietZone, y] }
        }
        return picture.finish()
    }
}
