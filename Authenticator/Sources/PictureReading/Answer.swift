import Pictures
import XignProtocol

/// The answer of the process that reads a picture: a letter, then a text in UTF-8 or the name of a ``PictureError``.
///
/// A malicious picture may control that process. Its output is therefore parsed as an answer and nothing else, and the
/// text is treated like user input.
enum Answer: Equatable {
    case text(String)
    case refusal(PictureError)

    /// The maximum size in bytes. A QR code holds at most 7089 digits (ISO/IEC 18004, table 7).
    static let byteLimit = 8_192

    var bytes: [UInt8] {
        switch self {
        case .text(let text): Array("t\(text)".utf8)
        case .refusal(let error): Array("r\(error.rawValue)".utf8)
        }
    }

    /// Parses an answer; returns nil for any other output.
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

    /// Answers with the only Xign code of a picture, or with its only code, which the caller refuses in words.
    init(to picture: [UInt8]) {
        do throws(PictureError) {
            self = .text(try QRCodeReader.text(in: picture, wanted: Self.isOfXign))
        } catch { self = .refusal(error) }
    }

    private static func isOfXign(_ text: String) -> Bool {
        (try? InitializationLink(parsing: CanonicalText.canonical(text))) != nil
    }
}
