/// A reader of QR codes in pictures: screenshots, photographs of a screen, scans.
///
/// It uses C libraries, one of which is known to write beyond a buffer. A process with secrets must use PictureReading,
/// which runs this reader in a sandboxed process.
public enum QRCodeReader {
    /// The maximum size of a file: 20 MB.
    public static let byteLimit = 20_000_000
    /// The maximum number of pixels that are decoded, checked before decoding.
    public static let pixelLimit = 40_000_000

    /// Returns the text of the only wanted QR code in a picture, or of its only QR code.
    ///
    /// Codes are found in both colours, dark on light and light on dark. Takes from milliseconds to some seconds, and
    /// up to ten bytes of memory for each decoded pixel. May be called from several threads at the same time.
    /// - Parameters:
    ///   - picture: a PNG or JPEG file, recognized by its content. A JPEG with up to three times the pixels is decoded
    ///     at half its width and height.
    ///   - isWanted: returns true for the text of a code that is taken among others.
    /// - Throws: ``PictureError``; `severalQRCodes` if several texts are wanted, or none of several.
    public static func text(
        in picture: [UInt8], wanted isWanted: (String) -> Bool = { _ in true }
    ) throws(PictureError) -> String {
        let texts = try texts(in: picture, until: isWanted)
        let wanted = texts.filter(isWanted)
        guard let text = wanted.first ?? texts.first else { throw .noQRCode }
        guard wanted.count == 1 || texts.count == 1 else { throw .severalQRCodes }
        return text
    }

    /// Returns the distinct texts of all QR codes in a picture, sorted; an empty array if there are none.
    /// - Parameter picture: a PNG or JPEG file.
    /// - Throws: ``PictureError``: `notAPicture`, `tooLarge`, `damaged`.
    public static func texts(in picture: [UInt8]) throws(PictureError) -> [String] {
        try texts(in: picture, until: { _ in true })
    }

    /// Scans the picture in one size after the other, until one has a wanted code.
    private static func texts(in picture: [UInt8], until isWanted: (String) -> Bool) throws(PictureError) -> [String] {
        let grounds = try decode(picture)
        var texts: Set<String> = []
        for size in sizes(of: grounds[0]) {
            for picture in grounds.lazy.map(size) {
                texts.formUnion(QRCodeScanner.texts(in: picture))
                texts.formUnion(QRCodeScanner.texts(in: picture.inverted))
            }
            if texts.contains(where: isWanted) { break }
        }
        return texts.sorted()
    }

    /// Decodes a file; a picture with transparent parts on each ground on which it may be shown.
    private static func decode(_ file: [UInt8]) throws(PictureError) -> [Greyscale] {
        guard file.count <= byteLimit else { throw .tooLarge }
        if file.starts(with: PNGDecoder.signature) { return try PNGDecoder.decode(file, pixelLimit: pixelLimit) }
        if file.starts(with: JPEGDecoder.signature) { return [try JPEGDecoder.decode(file, pixelLimit: pixelLimit)] }
        throw .notAPicture
    }

    /// Returns the sizes in which to scan a picture, in order: its own, smaller (fine noise, large photographs), larger
    /// (tiny codes).
    private static func sizes(of picture: Greyscale) -> [(Greyscale) -> Greyscale] {
        var sizes: [(Greyscale) -> Greyscale] = [{ $0 }]
        if min(picture.width, picture.height) >= 400 { sizes.append(\.halved) }
        if min(picture.width, picture.height) >= 1600 { sizes.append(\.halved.halved) }
        if picture.pixels.count <= pixelLimit / 4 { sizes.append(\.doubled) }
        return sizes
    }
}
