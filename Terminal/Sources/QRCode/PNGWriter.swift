/// A writer of black and white PNG files (PNG, third edition; ISO/IEC 15948) with uncompressed pixels: a QR code is
/// small, and no library is needed.
struct PNGWriter {
    private let width: Int
    private let height: Int
    private var rows: [UInt8] = []

    init(width: Int, height: Int) {
        (self.width, self.height) = (width, height)
        rows.reserveCapacity(height * (1 + (width + 7) / 8))
    }

    /// Appends the same row `count` times.
    mutating func appendRow(times count: Int, isWhite: (_ x: Int) -> Bool) {
        var row: [UInt8] = [0]  // filter type 0: none (section 9.2)
        for start in stride(from: 0, to: width, by: 8) {
            var octet: UInt8 = 0
            for bit in 0..<min(8, width - start) where isWhite(start + bit) { octet |= 0x80 >> UInt8(bit) }
            row.append(octet)
        }
        for _ in 0..<count { rows += row }
    }

    func finish() -> [UInt8] {
        Self.start(width: width, height: height) + Self.chunk("IDAT", data) + Self.end
    }

    /// The compressed rows.
    var data: [UInt8] { Self.zlib(rows) }

    /// Makes the beginning of a file.
    static func start(width: Int, height: Int) -> [UInt8] {
        let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
        // Bit depth 1, greyscale, deflate, standard filters, not interlaced (section 11.2.2).
        let header = UInt32(width).bigEndianBytes + UInt32(height).bigEndianBytes + [1, 0, 0, 0, 0]
        return signature + chunk("IHDR", header)
    }

    static let end = chunk("IEND", [])

    static func chunk(_ type: StaticString, _ data: [UInt8]) -> [UInt8] {
        let body = [UInt8]("\(type)".utf8) + data
        return UInt32(data.count).bigEndianBytes + body + Checksum.crc32(body).bigEndianBytes
    }

    /// Returns a zlib stream (RFC 1950, section 2.2) of stored blocks (RFC 1951, section 3.2.4).
    private static func zlib(_ data: [UInt8]) -> [UInt8] {
        var stream: [UInt8] = [0x78, 0x01]
        for start in stride(from: 0, to: data.count, by: 0xFFFF) {
            let block = data[start..<min(start + 0xFFFF, data.count)]
            let length = UInt16(block.count)
            stream.append(block.endIndex == data.count ? 1 : 0)
            stream += [UInt8(length & 0xFF), UInt8(length >> 8), UInt8(~length & 0xFF), UInt8(~length >> 8)]
            stream += block
        }
        return stream + Checksum.adler32(data).bigEndianBytes
    }
}

/// The two checksums in a PNG file.
enum Checksum {
    private static let crcTable: [UInt32] = (0..<256).map { index in
        (0..<8).reduce(UInt32(index)) { value, _ in value & 1 == 1 ? 0xEDB8_8320 ^ (value >> 1) : value >> 1 }
    }

    /// Returns the CRC of a chunk (ISO/IEC 15948, annex D).
    static func crc32(_ bytes: some Sequence<UInt8>) -> UInt32 {
        ~bytes.reduce(~0) { crc, octet in crcTable[Int(UInt8(truncatingIfNeeded: crc) ^ octet)] ^ (crc >> 8) }
    }

    /// Returns the Adler-32 checksum (RFC 1950, section 9).
    static func adler32(_ bytes: some Sequence<UInt8>) -> UInt32 {
        var (low, high): (UInt32, UInt32) = (1, 0)
        for octet in bytes {
            low = (low + UInt32(octet)) % 65521
            high = (high + low) % 65521
        }
        return high << 16 | low
    }
}

extension FixedWidthInteger where Self: UnsignedInteger {
    var bigEndianBytes: [UInt8] {
        stride(from: Self.bitWidth - 8, through: 0, by: -8).map { UInt8(truncatingIfNeeded: self >> $0) }
    }
}
