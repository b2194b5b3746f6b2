/// The reason why a picture yields no text. The last three cases concern the process that reads it.
public enum PictureError: String, Error, Hashable, Sendable, CaseIterable, CustomStringConvertible {
    /// The file is neither PNG nor JPEG.
    case notAPicture
    /// The picture exceeds ``QRCodeReader/byteLimit`` bytes or ``QRCodeReader/pixelLimit`` pixels, as a
    /// JPEG three times as many.
    case tooLarge
    /// The file begins like a picture, but cannot be decoded.
    case damaged
    /// The picture contains no QR code with text.
    case noQRCode
    /// The picture contains several QR codes with different texts, and not one wanted one among them.
    case severalQRCodes
    /// The reading process crashed or gave an invalid answer, possibly because the picture attacks it.
    case unsafe
    /// The picture was not read within the time limit.
    case tooSlow
    /// This system cannot sandbox the process that reads pictures.
    case noIsolation

    /// The problem and its remedy, in words.
    public var description: String {
        switch self {
        case .notAPicture: "this is not a PNG or JPEG picture: save the screenshot in one of these formats"
        case .tooLarge:
            "the picture has more than 40 megapixels (120 as a JPEG) or 20 MB: crop it to the QR code"
        case .damaged: "the picture is damaged or incomplete: save it again"
        case .noQRCode: "there is no QR code in the picture: show the whole code, larger and in focus"
        case .severalQRCodes: "there are several QR codes in the picture: crop it to the right one"
        case .unsafe:
            "the picture could not be read safely: use one that you made yourself, or give the link or the code's text"
        case .tooSlow: "reading the picture took too long: crop it to the QR code"
        case .noIsolation:
            "this system cannot read pictures safely, for lack of a sandbox (seccomp): give the link or the code's text"
        }
    }
}
