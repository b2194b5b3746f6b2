/// A QR code (ISO/IEC 18004): a square of dark and light modules, ready to be drawn.
///
/// Equal contents at the same correction level give equal codes. ``svg(title:)``, ``terminalText(_:)`` and
/// ``png(pixelsPerModule:)`` draw it, with the quiet zone that scanners need.
public struct QRCode: Hashable, Sendable {
    /// The part of the symbol that may be dirty or covered while it is still readable. More correction makes a larger
    /// symbol.
    public enum CorrectionLevel: Hashable, Sendable, CaseIterable {
        /// About 7 % can be lost: for clean screens and long contents.
        case low
        /// About 15 %: the usual choice.
        case medium
        /// About 25 %.
        case quartile
        /// About 30 %: for print.
        case high
    }

    /// The width of the light margin around a symbol, in modules (ISO/IEC 18004, section 6.3.8).
    public static let quietZone = 4

    /// The number of modules on each side, without the quiet zone: 21 to 177.
    public let size: Int

    /// The number of modules on each side, with the quiet zone.
    public var side: Int { size + 2 * Self.quietZone }

    /// The modules row by row from the top; true is dark.
    private let modules: [Bool]

    /// Encodes text as UTF-8. Runs of digits, and of capital letters with digits, take less space than other text.
    /// - Throws: ``QRCodeError/tooLong`` if no symbol can hold the text, which is certain above 2,331 bytes of mixed
    ///   text at medium correction and 1,273 at high; ``QRCodeError/empty`` for an empty text.
    public init(_ text: String, correctionLevel: CorrectionLevel = .medium) throws(QRCodeError) {
        (size, modules) = try Encoder.encode(text, correctionLevel)
    }

    /// Encodes bytes.
    /// - Throws: ``QRCodeError/tooLong`` for more than 2,331 bytes at medium correction (2,953 at low, 1,663 at
    ///   quartile, 1,273 at high); ``QRCodeError/empty`` for no bytes.
    public init(bytes: [UInt8], correctionLevel: CorrectionLevel = .medium) throws(QRCodeError) {
        (size, modules) = try Encoder.encode(bytes, correctionLevel)
    }

    /// True if the module in column `x` and row `y`, counted from the upper left, is dark. Modules outside of the
    /// symbol are light.
    public subscript(x: Int, y: Int) -> Bool {
        guard 0..<size ~= x, 0..<size ~= y else { return false }
        return modules[y * size + x]
    }
}
