import CQRencode

/// An encoder over libqrencode, the only place that uses it. Its functions share no state, so any thread may encode.
enum Encoder {
    typealias Symbol = (size: Int, modules: [Bool])

    /// The maximum number of bytes in a symbol: 7,089 digits (version 40, level L).
    private static let limit = 7089

    static func encode(_ text: String, _ level: QRCode.CorrectionLevel) throws(QRCodeError) -> Symbol {
        let bytes = [UInt8](text.utf8)
        // A C string ends at the first zero byte, so such text is encoded as bytes.
        guard !bytes.contains(0) else { return try encode(bytes, level) }
        return try unsafe symbol(holding: bytes.count) {
            unsafe text.withCString { unsafe QRcode_encodeString($0, 0, level.native, QR_MODE_8, 1) }
        }
    }

    static func encode(_ bytes: [UInt8], _ level: QRCode.CorrectionLevel) throws(QRCodeError) -> Symbol {
        try unsafe symbol(holding: bytes.count) {
            unsafe bytes.withUnsafeBufferPointer {
                unsafe QRcode_encodeData(Int32($0.count), $0.baseAddress, 0, level.native)
            }
        }
    }

    private static func symbol(
        holding count: Int, _ encode: () -> UnsafeMutablePointer<QRcode>?
    ) throws(QRCodeError) -> Symbol {
        guard count > 0 else { throw .empty }
        guard count <= limit, let code = unsafe encode() else { throw .tooLong }
        defer { unsafe QRcode_free(code) }
        let size = Int(unsafe code.pointee.width)
        let data = unsafe UnsafeBufferPointer(start: code.pointee.data, count: size * size)
        // The lowest bit is the colour; the others are the module's function.
        return (size, unsafe data.map { $0 & 1 == 1 })
    }
}

extension QRCode.CorrectionLevel {
    fileprivate var native: QRecLevel {
        switch self {
        case .low: QR_ECLEVEL_L
        case .medium: QR_ECLEVEL_M
        case .quartile: QR_ECLEVEL_Q
        case .high: QR_ECLEVEL_H
        }
    }
}
