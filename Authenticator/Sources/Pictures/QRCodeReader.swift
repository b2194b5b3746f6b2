/// Reads QR codes from pictures: screenshots, photographs of a screen, scans.
///
/// The libraries below are C, and one is known to write behind a buffer. Where there is something to steal, go through
/// PictureReading, which does this in a process that has nothing.
public enum QRCodeReader {
    /// The most bytes that a file may have: 20 MB.
    public static let byteLimit = 20_000_000
    /// The most pixels that a picture may have. Looked at before anything is decoded.
    public static let pixelLimit = 40_000_000

    /// The text of the one QR code in a picture.
    ///
    /// Takes from milliseconds to some seconds, and up to ten bytes of memory for each pixel. Any thread may call it, and
    /// many at once.
    /// - Parameter picture: a PNG or JPEG file. Its content counts, not the name that it had.
    /// - Throws: ``PictureError``.
    public static func text(in picture: [UInt8]) throws(PictureError) -> String {
        let texts = try texts(in: picture)
        guard let text = texts.first else { throw .noQRCode }
        guard texts.count == 1 else { throw .severalQRCodes }
        return text
    }

    /// The different texts of all QR codes in a picture, sorted; none is no error.
    /// - Parameter picture: a PNG or JPEG file.
    /// - Throws: ``PictureError``: `notAPicture`, `tooLarge`, `damaged`.
    public static func texts(in picture: [UInt8]) throws(PictureError) -> [String] {
        let picture = try decode(picture)
        return attempts(at: picture).lazy.map { QRCodeScanner.texts(in: $0()) }.first { !$0.isEmpty } ?? []
    }

    private static func decode(_ file: [UInt8]) throws(PictureError) -> Greyscale {
        guard file.count <= byteLimit else { throw .tooLarge }
        if file.starts(with: PNGDecoder.signature) { return try PNGDecoder.decode(file, pixelLimit: pixelLimit) }
        if file.starts(with: JPEGDecoder.signature) { return try JPEGDecoder.decode(file, pixelLimit: pixelLimit) }
        throw .notAPicture
    }

    /// The picture as it is, then as the scanner may like it better: inverted (dark pages show light codes), smaller (fine noise,
    /// large photographs), larger (tiny codes). Each is made only when those before showed nothing.
    private static func attempts(at picture: Greyscale) -> [() -> Greyscale] {
        var attempts: [() -> Greyscale] = [{ picture }, { picture.inverted }]
        if min(picture.width, picture.height) >= 400 {
            attempts += [{ picture.halved }, { picture.halved.inverted }]
        }
        if min(picture.width, picture.height) >= 1600 {
            attempts += [{ picture.halved.halved }, { picture.halved.halved.inverted }]
        }
        if picture.pixels.count <= pixelLimit / 4 {
            attempts += [{ picture.doubled }, { picture.doubled.inverted }]
        }
        return attempts
    }
}
