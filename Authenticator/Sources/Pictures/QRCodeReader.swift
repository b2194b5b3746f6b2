/// A reader of QR codes in pictures: screenshots, photographs of a screen, scans.
///
/// It uses C libraries, one of which is known to write beyond a buffer. A process with secrets must use PictureReading,
/// which runs this reader in a sandboxed process.
public enum QRCodeReader {
    /// The maximum size of a file: 20 MB.
    public static let byteLimit = 20_000_000
    /// The maximum number of pixels, checked before decoding.
    public static let pixelLimit = 40_000_000

    /// Returns the text of the only QR code in a picture.
    ///
    /// Takes from milliseconds to some seconds, and up to ten bytes of memory for each pixel. May be called from
    /// several threads at the same time.
    /// - Parameter picture: a PNG or JPEG file, recognized by its content.
    /// - Throws: ``PictureError``.
    public static func text(in picture: [UInt8]) throws(PictureError) -> String {
        let texts = try texts(in: picture)
        guard let text = texts.first else { throw .noQRCode }
        guard texts.count == 1 else { throw .severalQRCodes }
        return text
    }

    /// Returns the distinct texts of all QR codes in a picture, sorted; an empty array if there are none.
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

    /// Returns the variants of the picture to scan, in order: the original, inverted (light codes on dark pages),
    /// smaller (fine noise, large photographs), larger (tiny codes). Each is computed only if the ones before contain
    /// no code.
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
