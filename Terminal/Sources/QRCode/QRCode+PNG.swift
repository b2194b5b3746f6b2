extension QRCode {
    /// The code as a PNG picture, black and white with one bit for each pixel, with its quiet zone.
    /// - Parameter pixelsPerModule: the scale, 1 to 32; values outside are brought to the nearest.
    public func png(pixelsPerModule: Int = 8) -> [UInt8] {
        let scale = min(max(pixelsPerModule, 1), 32)
        let side = (size + 2 * Self.quietZone) * scale
        var picture = PNGWriter(width: side, height: side)
        for y in -Self.quietZone..<size + Self.quietZone {
            picture.appendRow(times: scale) { x in !self[x / scale - Self.quietZone, y] }
        }
        return picture.finish()
    }
}
