/// Why no text can be had from a picture. The last three concern the process that reads it.
public enum PictureError: String, Error, Hashable, Sendable, CaseIterable, CustomStringConvertible {
    /// Neither a PNG nor a JPEG.
    case notAPicture
    /// More than ``QRCodeReader/byteLimit`` bytes or ``QRCodeReader/pixelLimit`` pixels.
    case tooLarge
    /// It begins like a picture, but cannot be decoded.
    case damaged
    /// No QR code was found, or none that holds text.
    case noQRCode
    /// There are several QR codes with different texts.
    case severalQRCodes
    /// The process that read it broke off, or said what it never says: a picture that was made to attack it may do that.
    case unsafe
    /// It was not read within the time that was given.
    case tooSlow
    /// This system has no process that can be shut off well enough to read pictures.
    case noIsolation

    /// What is wrong, and what to do.
    public var description: String {
        switch self {
        case .notAPicture: "this is no PNG or JPEG picture; save the screenshot as one of them"
        case .tooLarge: "the picture has more than 40 megapixels or 20 MB; cut out the QR code"
        case .damaged: "the picture is damaged or incomplete; save it again"
        case .noQRCode: "no QR code was found in the picture; show the whole code, larger and in focus"
        case .severalQRCodes: "the picture shows several different QR codes; cut out the one that is meant"
        case .unsafe:
            "this picture could not be read safely: use one that you made yourself, or give the link or the code's text"
        case .tooSlow: "reading the picture took too long; cut out the QR code"
        case .noIsolation:
            "pictures cannot be read safely on this system, which does not shut their reader off (seccomp): give the link or the code's text"
        }
    }
}
