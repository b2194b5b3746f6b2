import CPNG

/// A decoder over libpng, the only place that uses it. The simplified interface handles long jumps internally.
enum PNGDecoder {
    /// The signature of a PNG file (ISO/IEC 15948, section 5.2).
    static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

    /// Decodes a file to greyscale: on white, and on black as well if that shows something else, since a picture with
    /// transparent parts may have light modules alone.
    static func decode(_ file: [UInt8], pixelLimit: Int) throws(PictureError) -> [Greyscale] {
        let (onWhite, hasOpacity) = try decode(file, ground: 255, pixelLimit: pixelLimit).get()
        guard hasOpacity else { return [onWhite] }
        let (onBlack, _) = try decode(file, ground: 0, pixelLimit: pixelLimit).get()
        return onBlack.pixels == onWhite.pixels ? [onWhite] : [onWhite, onBlack]
    }

    private static func decode(
        _ file: [UInt8], ground: UInt8, pixelLimit: Int
    ) -> Result<(Greyscale, hasOpacity: Bool), PictureError> {
        var image = unsafe png_image()
        unsafe image.version = png_uint_32(PNG_IMAGE_VERSION)
        defer { unsafe png_image_free(&image) }
        // libpng continues to read the file in the second step, so its address must not change in between.
        return unsafe file.withUnsafeBytes { file in
            unsafe decode(file, into: &image, ground: ground, pixelLimit: pixelLimit)
        }
    }

    private static func decode(
        _ file: UnsafeRawBufferPointer, into image: inout png_image, ground: UInt8, pixelLimit: Int
    ) -> Result<(Greyscale, hasOpacity: Bool), PictureError> {
        guard unsafe png_image_begin_read_from_memory(&image, file.baseAddress, file.count) != 0 else {
            return .failure(.damaged)
        }
        let (width, height) = unsafe (Int(image.width), Int(image.height))
        if let refusal = refusal(of: width, height, pixelLimit) { return .failure(refusal) }
        let hasOpacity = unsafe image.format & png_uint_32(PNG_FORMAT_FLAG_ALPHA) != 0
        unsafe image.format = png_uint_32(PNG_FORMAT_GRAY)
        var ground = png_color(red: ground, green: ground, blue: ground)
        var pixels = [UInt8](repeating: 0, count: width * height)
        let isComplete = unsafe pixels.withUnsafeMutableBytes { pixels in
            unsafe png_image_finish_read(&image, &ground, pixels.baseAddress, png_int_32(width), nil) != 0
        }
        return isComplete
            ? .success((Greyscale(width: width, height: height, pixels: pixels), hasOpacity)) : .failure(.damaged)
    }
}

/// Returns the reason why a picture of this size is not decoded; nil if it is. Width and height are the untrusted
/// numbers in its file: a JPEG without a frame has neither.
func refusal(of width: Int, _ height: Int, _ pixelLimit: Int) -> PictureError? {
    guard width > 0, height > 0 else { return .damaged }
    let (pixels, overflow) = width.multipliedReportingOverflow(by: height)
    return overflow || pixels > pixelLimit ? .tooLarge : nil
}
