import CPNG
import CTurboJPEG
import QRCode

@testable import Pictures

/// A picture that a test composes, and files of it that the same libraries write as screenshot programs and cameras
/// use.
struct Drawing {
    let width: Int
    let height: Int
    private(set) var pixels: [UInt8]

    init(width: Int, height: Int, background: UInt8 = 255) {
        (self.width, self.height) = (width, height)
        pixels = [UInt8](repeating: background, count: width * height)
    }

    /// Draws a code with its quiet zone.
    init(_ code: QRCode, scale: Int, dark: UInt8 = 0, light: UInt8 = 255) {
        let side = (code.size + 2 * QRCode.quietZone) * scale
        self.init(width: side, height: side, background: light)
        draw(code, x: 0, y: 0, scale: scale, dark: dark, light: light)
    }

    /// Draws a malformed code with its quiet zone.
    init(_ code: SmallestCode, scale: Int) {
        let side = (code.modules.count + 2 * QRCode.quietZone) * scale
        self.init(width: side, height: side)
        for (y, row) in code.modules.enumerated() {
            for (x, isDark) in row.enumerated() where isDark {
                for line in 0..<scale {
                    let start = ((y + QRCode.quietZone) * scale + line) * side + (x + QRCode.quietZone) * scale
                    pixels.replaceSubrange(start..<start + scale, with: repeatElement(0, count: scale))
                }
            }
        }
    }

    mutating func draw(_ code: QRCode, x: Int, y: Int, scale: Int, dark: UInt8 = 0, light: UInt8 = 255) {
        let side = (code.size + 2 * QRCode.quietZone) * scale
        for row in 0..<side {
            for column in 0..<side {
                let isDark = code[column / scale - QRCode.quietZone, row / scale - QRCode.quietZone]
                pixels[(y + row) * width + x + column] = isDark ? dark : light
            }
        }
    }

    /// Draws the lines of a code for a terminal, in blocks for dark modules.
    mutating func draw(_ lines: [Substring], x: Int, y: Int, scale: Int) {
        for (number, line) in lines.enumerated() {
            for (column, character) in line.enumerated() {
                for row in 0..<2 * scale {
                    let isDark = character == "\u{2588}" || character == (row < scale ? "\u{2580}" : "\u{2584}")
                    let start = (y + 2 * number * scale + row) * width + x + column * scale
                    pixels.replaceSubrange(
                        start..<start + scale, with: repeatElement(isDark ? 0 : 255, count: scale))
                }
            }
        }
    }

    /// Draws short dark and light stretches that resemble lines of text.
    mutating func scribble(rows: Range<Int>, columns: Range<Int>, ink: UInt8) {
        var state: UInt32 = 2_463_534_242
        for y in rows where y % 14 < 9 {
            for x in columns {
                state ^= state << 13
                state ^= state >> 17
                state ^= state << 5
                if state % 3 == 0 { pixels[y * width + x] = ink }
            }
        }
    }

    /// Adds reproducible noise, as of a camera.
    mutating func addNoise(_ strength: Int) {
        var state: UInt32 = 88_675_123
        for index in pixels.indices {
            state = state &* 1_664_525 &+ 1_013_904_223
            let change = Int(state >> 16) % (2 * strength + 1) - strength
            pixels[index] = UInt8(min(max(Int(pixels[index]) + change, 0), 255))
        }
    }

    /// An 8-bit PNG with an alpha channel, as screenshots often are.
    var png: [UInt8] { png { _ in 255 } }

    /// - Parameter opacity: the opacity of a pixel by its brightness.
    func png(_ opacity: (UInt8) -> UInt8) -> [UInt8] {
        var image = png_image()
        image.version = png_uint_32(PNG_IMAGE_VERSION)
        (image.width, image.height) = (png_uint_32(width), png_uint_32(height))
        image.format = png_uint_32(PNG_FORMAT_FLAG_ALPHA)
        let content: [UInt8] = pixels.flatMap { [$0, opacity($0)] }
        var size = 0
        png_image_write_to_memory(&image, nil, &size, 0, content, 0, nil)
        var file = [UInt8](repeating: 0, count: size)
        precondition(png_image_write_to_memory(&image, &file, &size, 0, content, 0, nil) != 0)
        return Array(file[..<size])
    }

    func jpeg(quality: Int32 = 80) -> [UInt8] {
        jpeg(pixels, TJPF_GRAY, pixelSize: 1, subsampling: TJSAMP_GRAY, quality: quality)
    }

    /// A JPEG of four inks (CMYK).
    /// - Parameters:
    ///   - key: true if the black ink alone draws the dark, false if the other three do.
    ///   - storesInk: false if the file stores the absence of ink, as those of Photoshop do.
    func printedJPEG(key: Bool, storesInk: Bool) -> [UInt8] {
        let inks: [UInt8] = pixels.flatMap { brightness in
            let inks = key ? [0, 0, 0, ~brightness] : [~brightness, ~brightness, ~brightness, 0]
            return storesInk ? inks : inks.map { ~$0 }
        }
        return jpeg(inks, TJPF_CMYK, pixelSize: 4, subsampling: TJSAMP_444, quality: 80)
    }

    private func jpeg(
        _ content: [UInt8], _ format: TJPF, pixelSize: Int, subsampling: TJSAMP, quality: Int32
    ) -> [UInt8] {
        let encoder = tjInitCompress()
        defer { tjDestroy(encoder) }
        var file: UnsafeMutablePointer<UInt8>?
        var size: UInt = 0
        tjCompress2(
            encoder, content, Int32(width), Int32(width * pixelSize), Int32(height), format.rawValue, &file, &size,
            Int32(subsampling.rawValue), quality, 0)
        defer { tjFree(file) }
        return Array(UnsafeBufferPointer(start: file, count: Int(size)))
    }
}
