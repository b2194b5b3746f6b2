import Pictures

/// What the process that reads a picture says: a letter, then a text in UTF-8 or the name of a ``PictureError``.
///
/// A picture may have taken that process over: whatever it writes is an answer at most, and its text is like one that was typed.
enum Answer: Equatable {
    case text(String)
    case refusal(PictureError)

    /// What a single QR code holds is shorter (ISO/IEC 18004, table 7: 7089 digits).
    static let byteLimit = 8_192

    var bytes: [UInt8] {
        switch self {
        case .text(let text): Array("t\(text)".utf8)
        case .refusal(let error): Array("r\(error.rawValue)".utf8)
        }
    }

    /// Nil for what is no answer.
    init?(_ bytes: [UInt8]) {
        guard bytes.count <= Self.byteLimit, let text = String(validating: bytes, as: UTF8.self) else { return nil }
        switch text.utf8.first {
        case UInt8(ascii: "t"): self = .text(String(text.unicodeScalars.dropFirst()))
        case UInt8(ascii: "r"):
            guard let error = PictureError(rawValue: String(text.unicodeScalars.dropFirst())) else { return nil }
            self = .refusal(error)
        default: return nil
        }
    }

    init(to picture: [UInt8]) {
        do throws(PictureError) { self = .text(try QRCodeReader.text(in: picture)) } catch { self = .refusal(error) }
    }
}
