// Feeds the reader of QR codes in pictures. The first byte says what the rest is: a file; a PNG whose checksums are put
// right and whose pixels need no compression, so that a mutation gets past them; a text that is drawn as a QR code,
// with modules turned over; the codewords of a QR code; or brightness alone.
//
// libpng, libjpeg-turbo and zbar are Debian's: their allocations are watched, and what they hand to the C library.
// Which way an input takes inside of them the fuzzer does not see.

import QRCode

@testable import Pictures

/// Far below what the program allows, to be fast; the limit is the same parameter.
private let pixelLimit = 200 * 200

// MARK: Files

private func checkFile(_ file: [UInt8]) {
    do throws(PictureError) {
        let pictures: [Greyscale]
        if file.starts(with: PNGDecoder.signature) {
            pictures = try PNGDecoder.decode(file, pixelLimit: pixelLimit)
        } else if file.starts(with: JPEGDecoder.signature) {
            pictures = [try JPEGDecoder.decode(file, pixelLimit: pixelLimit)]
        } else {
            checkThatItIsNoPicture(file)
            return
        }
        for picture in pictures {
            precondition(picture.width > 0 && picture.height > 0)
            precondition(picture.pixels.count == picture.width * picture.height && picture.pixels.count <= pixelLimit)
            check(picture)
        }
        // Within the smaller limit it is within the larger one.
        _ = try QRCodeReader.texts(in: file)
    } catch {
        precondition(error == .damaged || error == .tooLarge, "another refusal than a decoder's")
    }
}

private func checkThatItIsNoPicture(_ file: [UInt8]) {
    do throws(PictureError) { _ = try QRCodeReader.texts(in: file) } catch {
        precondition(error == .notAPicture)
        return
    }
    preconditionFailure("a picture without a signature")
}

private func check(_ picture: Greyscale) {
    for variant in [picture, picture.inverted, picture.halved, picture.doubled] {
        precondition(variant.pixels.count == variant.width * variant.height)
        let texts = QRCodeScanner.texts(in: variant)
        precondition(texts == Set(texts).sorted())
    }
}

/// Chunks of a PNG: u8 type, u8 length, data. Lengths and checksums are written here, pixels are put into blocks that
/// are not compressed.
private func png(_ bytes: [UInt8]) -> [UInt8] {
    let types = [
        "IHDR", "PLTE", "tRNS", "gAMA", "cHRM", "sRGB", "iCCP", "sBIT", "bKGD", "pHYs", "tEXt", "zTXt", "iTXt",
    ]
    var file = PNGDecoder.signature
    var rest = bytes[...]
    while let selector = rest.popFirst(), let length = rest.popFirst() {
        var data = Array(rest.prefix(Int(length)))
        rest = rest.dropFirst(Int(length))
        var type = selector < 0x80 ? types[Int(selector) % types.count] : "IDAT"
        // Sides of at most 255, so that most pictures are within the limit.
        if type == "IHDR", data.count >= 5 {
            data = [0, 0, 0, data[0], 0, 0, 0, data[1]] + [data[2], data[3], 0, 0, data[4] & 1]
        }
        if selector >= 0xF0 { type = "IEND" }
        if type == "IDAT" { data = stored(data) }
        let body = Array(type.utf8) + data
        file += bigEndian(UInt32(data.count)) + body + bigEndian(checksum(body))
    }
    return file
}

/// RFC 1950 and RFC 1951, section 3.2.4: one block as it is.
private func stored(_ bytes: [UInt8]) -> [UInt8] {
    let count = UInt16(bytes.count)
    let lengths = [UInt8(count & 255), UInt8(count >> 8), UInt8(~count & 255), UInt8(~count >> 8)]
    var (a, b): (UInt32, UInt32) = (1, 0)
    for byte in bytes {
        a = (a + UInt32(byte)) % 65521
        b = (b + a) % 65521
    }
    return [0x78, 0x01, 0x01] + lengths + bytes + bigEndian(b << 16 | a)
}

/// ISO/IEC 15948, annex D.
private func checksum(_ bytes: [UInt8]) -> UInt32 {
    ~bytes.reduce(~0) { sum, byte in
        (0..<8).reduce(sum ^ UInt32(byte)) { sum, _ in sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1 }
    }
}

private func bigEndian(_ number: UInt32) -> [UInt8] { withUnsafeBytes(of: number.bigEndian) { Array($0) } }

/// Another PNG's checksums, put right.
private func repaired(_ bytes: [UInt8]) -> [UInt8] {
    var file = bytes
    var start = PNGDecoder.signature.count
    while start + 12 <= file.count {
        let length = file[start..<start + 4].reduce(0) { $0 << 8 | Int($1) }
        let end = start + 8 + length
        guard end + 4 <= file.count else { break }
        file.replaceSubrange(end..<end + 4, with: bigEndian(checksum(Array(file[start + 4..<end]))))
        start = end + 4
    }
    return file
}

// MARK: Codes

/// u8 count of edits, two bytes for each, the text. Without edits the text must be read again.
private func checkCode(_ bytes: [UInt8]) {
    guard let count = bytes.first.map({ Int($0) % 64 }), bytes.count > 1 + 2 * count else { return }
    let content = Array(bytes[(1 + 2 * count)...].prefix(200))
    guard let text = String(validating: content, as: UTF8.self), let code = try? QRCode(text) else { return }
    var modules = (0..<code.size).map { y in (0..<code.size).map { x in code[x, y] } }
    for edit in 0..<count {
        let (x, y) = (Int(bytes[1 + 2 * edit]) % code.size, Int(bytes[2 + 2 * edit]) % code.size)
        modules[y][x].toggle()
    }
    let texts = QRCodeScanner.texts(in: drawn(modules))
    // zbar guesses the encoding of what is not ASCII.
    if count == 0, content.allSatisfy({ (0x20...0x7E).contains($0) }) {
        precondition(texts == [text], "not read again")
    }
}

private func drawn(_ modules: [[Bool]]) -> Greyscale {
    let scale = 3
    let side = (modules.count + 8) * scale
    var pixels = [UInt8](repeating: 255, count: side * side)
    for (y, row) in modules.enumerated() {
        for (x, isDark) in row.enumerated() where isDark {
            for line in 0..<scale {
                let start = ((y + 4) * scale + line) * side + (x + 4) * scale
                pixels.replaceSubrange(start..<start + scale, with: repeatElement(0, count: scale))
            }
        }
    }
    return Greyscale(width: side, height: side, pixels: pixels)
}

private let canReadSmallestCode =
    QRCodeScanner.texts(in: drawn(SmallestCode(data: SmallestCode.hello).modules)) == ["hello"]

/// Up to 19 codewords: whatever segments a QR code may claim to have, which no encoder would write.
private func checkCodewords(_ bytes: [UInt8]) {
    precondition(canReadSmallestCode, "the drawing is wrong")
    precondition(QRCodeScanner.texts(in: drawn(SmallestCode(data: bytes).modules)).count <= 1)
}

/// u8 width, then brightness.
private func checkBrightness(_ bytes: [UInt8]) {
    guard let width = bytes.first.map(Int.init), width > 0, bytes.count > width else { return }
    let height = (bytes.count - 1) / width
    check(Greyscale(width: width, height: height, pixels: Array(bytes[1...].prefix(width * height))))
}

/// zbar keeps a converter for good when a code changes its character set: 32 kB, which the command line can spare.
@_cdecl("__lsan_default_suppressions")
public func knownLeaks() -> UnsafePointer<UInt8> { ("leak:iconv_open\n" as StaticString).utf8Start }

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let input = Array(UnsafeBufferPointer(start: start, count: count))
    guard let first = input.first else { return 0 }
    let rest = Array(input.dropFirst())
    switch first {
    case UInt8(ascii: "f"): checkFile(rest)
    case UInt8(ascii: "r"): checkFile(repaired(rest))
    case UInt8(ascii: "p"): checkFile(png(rest))
    case UInt8(ascii: "q"): checkCode(rest)
    case UInt8(ascii: "w"): checkCodewords(rest)
    case UInt8(ascii: "g"): checkBrightness(rest)
    default: break
    }
    return 0
}
