/// The reason why contents cannot be encoded.
public enum QRCodeError: String, Error, Hashable, Sendable, CustomStringConvertible {
    /// The contents are empty.
    case empty
    /// The contents do not fit in the largest symbol at this correction level.
    case tooLong

    public var description: String {
        switch self {
        case .empty: "a QR code cannot be empty; pass at least one byte"
        case .tooLong: "the contents do not fit in a QR code; shorten them or choose a lower correction level"
        }
    }
}
