import CTurboJPEG
import QRCode
import Testing

@testable import Pictures

/// As long as a login's link.
private let link =
    "https://app.login.example.org/a#AQIDBAUGBwgJCgsMDQ4PEBESExQVFhcYGRobHB0eHyBodHRwczovL2xvZ2luLmV4YW1wbGU"

struct QRCodeReaderTests {
    @Test("Reading QR codes from pictures", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("a QR code that we draw is read, at every scale", ownPNG, each: [1, 2, 3, 8, 32]),
        TestCase("a JPEG is recognised by its content and read", jpeg, each: [40, 80, 100]),
        TestCase("a code in the corner of a screenshot of a whole page is read", screenshot, each: [2, 3, 5]),
        TestCase("a light code on a dark page is read", darkMode),
        TestCase(
            "a code in a small window of a terminal, with half of its quiet zone, is read beside text", smallWindow,
            each: [QRCode.CorrectionLevel.medium, .low]),
        TestCase("a large noisy photograph is read", photograph),
        TestCase("text beyond ASCII comes back as it was", unicode),
        TestCase("several different codes are an error, and the same one twice is not", several),
        TestCase("the only wanted code among others is taken, in either colour and size", wanted),
        TestCase("several wanted codes are an error, also if one is light on dark", severalWanted),
        TestCase("a light code on transparent ground is read, and a dark one", transparent, each: [0, 255]),
        TestCase("a JPEG for print is read, whether it stores ink or its absence", print, each: [true, false]),
        TestCase("a photograph of 48 megapixels is decoded at half its size", largePhotograph),
        TestCase("a picture without a code says so", none),
        TestCase("what is no picture says so", notAPicture, each: ["", "GIF89a", "https://example.org", "\u{7F}PNG"]),
        TestCase("a picture that claims too many pixels is refused before it is decoded", tooManyPixels),
        TestCase("a file of more than 20 MB is refused unread", tooManyBytes),
        TestCase("a truncated PNG is damaged, wherever it ends", truncatedPNG),
        TestCase("a truncated JPEG gives its text or an error", truncatedJPEG),
        TestCase("a JPEG that ends before it tells its size is damaged, not too large", jpegWithoutSize),
        TestCase("whatever else stands in a file, it gives its text or an error", changedBytes, each: 0..<120),
    ]

    let code: QRCode

    init() throws { code = try QRCode(link) }

    func ownPNG(scale: Int) throws {
        #expect(try QRCodeReader.text(in: code.png(pixelsPerModule: scale)) == link)
    }

    func jpeg(quality: Int) throws {
        #expect(try QRCodeReader.text(in: Drawing(code, scale: 5).jpeg(quality: Int32(quality))) == link)
    }

    func screenshot(scale: Int) throws {
        var page = Drawing(width: 1920, height: 1080)
        page.scribble(rows: 100..<900, columns: 100..<1300, ink: 40)
        page.draw(code, x: 1580, y: 760, scale: scale)
        #expect(try QRCodeReader.text(in: page.png) == link)
        #expect(try QRCodeReader.text(in: page.jpeg()) == link)
    }

    func darkMode() throws {
        var page = Drawing(width: 1280, height: 800, background: 24)
        page.scribble(rows: 60..<700, columns: 60..<800, ink: 200)
        page.draw(code, x: 900, y: 300, scale: 4, dark: 230, light: 24)
        #expect(try QRCodeReader.text(in: page.png) == link)
    }

    func smallWindow(level: QRCode.CorrectionLevel) throws {
        var page = Drawing(width: 640, height: 480, background: 24)
        page.scribble(rows: 0..<480, columns: 0..<640, ink: 200)
        let lines = try QRCode(link, correctionLevel: level).terminalText(.darkBlocks, quietZone: 2)
        page.draw(lines.split(separator: "\n"), x: 40, y: 60, scale: 8)
        #expect(try QRCodeReader.text(in: page.png) == link)
    }

    func photograph() throws {
        var photograph = Drawing(width: 4000, height: 3000, background: 180)
        photograph.draw(code, x: 700, y: 400, scale: 40, dark: 60, light: 200)
        photograph.addNoise(55)
        #expect(try QRCodeReader.text(in: photograph.jpeg()) == link)
    }

    func unicode() throws {
        let text = "Grüße, 日本, 🦉"
        #expect(try QRCodeReader.text(in: QRCode(text).png()) == text)
    }

    func several() throws {
        var page = Drawing(width: 1200, height: 600)
        page.draw(code, x: 20, y: 20, scale: 4)
        page.draw(code, x: 600, y: 20, scale: 4)
        #expect(try QRCodeReader.text(in: page.png) == link)
        page.draw(try QRCode("another"), x: 600, y: 300, scale: 4)
        #expect(throws: PictureError.severalQRCodes) { try QRCodeReader.text(in: page.png) }
        #expect(try QRCodeReader.texts(in: page.png) == ["another", link])
    }

    private static func isWanted(_ text: String) -> Bool { text == link }

    func wanted() throws {
        let other = try QRCode("WIFI:S:guests;T:WPA;P:welcome;;")
        for (dark, light) in [(0, 255), (255, 0)] as [(UInt8, UInt8)] {
            var page = Drawing(width: 1200, height: 600)
            page.draw(code, x: 20, y: 20, scale: 4, dark: dark, light: light)
            page.draw(other, x: 600, y: 20, scale: 6)
            #expect(try QRCodeReader.text(in: page.png, wanted: Self.isWanted) == link)
        }
        let alone = Drawing(other, scale: 4).png
        #expect(try QRCodeReader.text(in: alone, wanted: Self.isWanted) == "WIFI:S:guests;T:WPA;P:welcome;;")
        // Too small in the first size, in which the other code is found.
        var page = Drawing(width: 400, height: 200)
        page.draw(other, x: 160, y: 0, scale: 4)
        page.draw(code, x: 10, y: 10, scale: 1)
        #expect(try QRCodeReader.text(in: page.png, wanted: Self.isWanted) == link)
    }

    func severalWanted() throws {
        var page = Drawing(width: 1200, height: 600)
        page.draw(code, x: 20, y: 20, scale: 4)
        page.draw(try QRCode("another"), x: 600, y: 20, scale: 8, dark: 255, light: 0)
        #expect(throws: PictureError.severalQRCodes) { try QRCodeReader.text(in: page.png, wanted: { _ in true }) }
        #expect(throws: PictureError.severalQRCodes) { try QRCodeReader.text(in: page.png, wanted: { _ in false }) }
    }

    func transparent(modules: UInt8) throws {
        // The other colour of the code is not there at all.
        let drawing = Drawing(code, scale: 4, dark: modules, light: ~modules)
        #expect(try QRCodeReader.text(in: drawing.png { $0 == modules ? 255 : 0 }) == link)
    }

    func print(storesInk: Bool) throws {
        let drawing = Drawing(code, scale: 4)
        for key in [true, false] {
            #expect(try QRCodeReader.text(in: drawing.printedJPEG(key: key, storesInk: storesInk)) == link)
        }
    }

    func largePhotograph() throws {
        var photograph = Drawing(width: 8000, height: 6000, background: 180)
        photograph.draw(code, x: 700, y: 400, scale: 40, dark: 60, light: 200)
        let file = photograph.jpeg()
        let decoded = try JPEGDecoder.decode(file, pixelLimit: QRCodeReader.pixelLimit)
        #expect([decoded.width, decoded.height] == [4000, 3000])
        #expect(QRCodeScanner.texts(in: decoded.halved) == [link])
        #expect(throws: PictureError.tooLarge) { try JPEGDecoder.decode(file, pixelLimit: 15_000_000) }
    }

    func none() throws {
        var page = Drawing(width: 500, height: 500)
        page.scribble(rows: 0..<500, columns: 0..<500, ink: 0)
        #expect(throws: PictureError.noQRCode) { try QRCodeReader.text(in: page.png) }
        #expect(try QRCodeReader.texts(in: page.jpeg()) == [])
    }

    func notAPicture(text: String) {
        #expect(throws: PictureError.notAPicture) { try QRCodeReader.text(in: Array(text.utf8)) }
    }

    func tooManyPixels() {
        var png = code.png()
        png.replaceSubrange(16..<24, with: [0, 0, 0x27, 0x10, 0, 0, 0x27, 0x10])  // 10,000 by 10,000
        png.replaceSubrange(29..<33, with: crc32(png[12..<29]))
        #expect(throws: PictureError.tooLarge) { try QRCodeReader.text(in: png) }

        var jpeg = Drawing(code, scale: 2).jpeg()
        let frame = jpeg.indices.first { jpeg[$0...].starts(with: [0xFF, 0xC0]) } ?? 0
        jpeg.replaceSubrange(frame + 5..<frame + 9, with: [0xFF, 0x00, 0xFF, 0x00])  // 65,280 by 65,280
        #expect(throws: PictureError.tooLarge) { try QRCodeReader.text(in: jpeg) }
    }

    func tooManyBytes() {
        let file = PNGDecoder.signature + [UInt8](repeating: 0, count: QRCodeReader.byteLimit)
        #expect(throws: PictureError.tooLarge) { try QRCodeReader.text(in: file) }
    }

    func truncatedPNG() {
        let file = Drawing(code, scale: 3).png
        for length in stride(from: PNGDecoder.signature.count, to: file.count - 16, by: 7) {
            #expect(throws: PictureError.damaged) { try QRCodeReader.text(in: Array(file[..<length])) }
        }
    }

    func truncatedJPEG() throws {
        let file = Drawing(code, scale: 3).jpeg()
        for length in stride(from: 3, to: file.count, by: 101) { try readsOrRefuses(Array(file[..<length])) }
        // All of the code is there, but the end of the file is not.
        #expect(try QRCodeReader.text(in: file.dropLast(2)) == link)
    }

    func jpegWithoutSize() {
        let file = Drawing(code, scale: 3).jpeg()
        let frame = file.indices.first { file[$0...].starts(with: [0xFF, 0xC0]) } ?? 0
        // Marker and length of the frame, and its precision, are followed by height and width.
        for length in JPEGDecoder.signature.count..<(frame + 9) {
            #expect(throws: PictureError.damaged) { try QRCodeReader.text(in: Array(file[..<length])) }
        }
    }

    func changedBytes(seed: Int) throws {
        var random = Noise(state: UInt64(seed) &* 0x9E37_79B9_7F4A_7C15 | 1)
        for var file in [Drawing(code, scale: 2).png, Drawing(code, scale: 2).jpeg()] {
            for _ in 0..<(1 + seed % 8) { file[random.next() % file.count] = UInt8(random.next() & 0xFF) }
            try readsOrRefuses(file)
        }
        let bytes = (0..<400).map { _ in UInt8(random.next() & 0xFF) }
        for signature in [PNGDecoder.signature, JPEGDecoder.signature] { try readsOrRefuses(signature + bytes) }
    }

    private func readsOrRefuses(_ file: [UInt8]) throws {
        do throws(PictureError) {
            #expect(try QRCodeReader.texts(in: file).allSatisfy { $0 == link })
        } catch { #expect([.damaged, .tooLarge, .notAPicture].contains(error)) }
    }
}

private struct Noise {
    var state: UInt64

    mutating func next() -> Int {
        state ^= state << 13
        state ^= state >> 7
        state ^= state << 17
        return Int(state >> 1)
    }
}

private func crc32(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    let crc = ~bytes.reduce(~UInt32(0)) { crc, octet in
        (0..<8).reduce(crc ^ UInt32(octet)) { value, _ in value & 1 == 1 ? 0xEDB8_8320 ^ (value >> 1) : value >> 1 }
    }
    return [UInt8(crc >> 24), UInt8(crc >> 16 & 0xFF), UInt8(crc >> 8 & 0xFF), UInt8(crc & 0xFF)]
}
