/// Why no text can be had from a picture.
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

    /// What is wrong, and what to do.
    public var description: String {
        switch self {
        case .notAPicture: "this is no PNG or JPEG picture; save the screenshot as one of them"
        case .tooLarge: "the picture has more than 40 megapixels or 20 MB; cut out the QR code"
        case .damaged: "the picture is damaged or incomplete; save it again"
        case .noQRCode: "no QR code was found in the picture; show the whole code, larger and in focus"
        case .severalQRCodes: "the picture shows several different QR codes; cut out the one that is meant"
        }
    }
}
