/// Why there is no QR code for some contents.
public enum QRCodeError: String, Error, Hashable, Sendable, CustomStringConvertible {
    /// Nothing to encode.
    case empty
    /// The contents do not fit in the largest symbol at this correction level.
    case tooLong

    public var description: String {
        switch self {
        case .empty: "there is nothing to put into the QR code; pass at least one byte"
        case .tooLong: "the contents do not fit in a QR code; shorten them or choose a lower correction level"
        }
    }
}
