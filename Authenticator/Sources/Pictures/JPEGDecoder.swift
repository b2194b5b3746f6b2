import CTurboJPEG

/// A decoder over libjpeg-turbo, the only place that uses it. The TurboJPEG interface handles long jumps internally.
enum JPEGDecoder {
    /// The marker "start of image", and the first byte of the next marker (ITU-T T.81, table B.1).
    static let signature: [UInt8] = [0xFF, 0xD8, 0xFF]

    /// Decodes a file to greyscale. An incomplete file yields the decodable part, which may contain the code.
    ///
    /// A picture with up to three times the pixels of the limit is decoded at half its width and height, at once: the
    /// whole one is never in memory.
    static func decode(_ file: [UInt8], pixelLimit: Int) throws(PictureError) -> Greyscale {
        guard let decoder = unsafe tjInitDecompress() else { throw .damaged }
        defer { unsafe tjDestroy(decoder) }
        var (width, height, subsampling, colours): (Int32, Int32, Int32, Int32) = (0, 0, 0, 0)
        let size = UInt(file.count)
        let isHeaderRead = unsafe file.withUnsafeBufferPointer { file in
            unsafe tjDecompressHeader3(decoder, file.baseAddress, size, &width, &height, &subsampling, &colours) == 0
        }
        guard isHeaderRead else { throw .damaged }
        if let refusal = refusal(of: Int(width), Int(height), 3 * pixelLimit) { throw refusal }
        if Int(width) * Int(height) > pixelLimit {
            (width, height) = (width / 2 + width % 2, height / 2 + height % 2)
            if let refusal = refusal(of: Int(width), Int(height), pixelLimit) { throw refusal }
        }
        let isPrint = [TJCS_CMYK, TJCS_YCCK].contains { Int32($0.rawValue) == colours }
        let format = isPrint ? TJPF_CMYK : TJPF_GRAY
        // Without a limit of scans, a small progressive file could take minutes.
        let flags = TJFLAG_LIMITSCANS
        var pixels = [UInt8](repeating: 255, count: Int(width) * Int(height) * (isPrint ? 4 : 1))
        let isDecoded = unsafe file.withUnsafeBufferPointer { file in
            unsafe pixels.withUnsafeMutableBufferPointer { pixels in
                unsafe tjDecompress2(
                    decoder, file.baseAddress, size, pixels.baseAddress, width, 0, height, format.rawValue, flags) == 0
            }
        }
        let error = unsafe tjGetErrorCode(decoder)
        guard isDecoded || error == Int32(TJERR_WARNING.rawValue) else { throw .damaged }
        return Greyscale(
            width: Int(width), height: Int(height), pixels: isPrint ? brightness(ofInks: pixels) : pixels)
    }

    /// Returns the brightness of pixels of four inks (CMYK).
    ///
    /// Some files store the ink and others its absence. The result is the brightness or its inverse, and codes are read
    /// in both. Black weighs as much as the other inks together: a dark module may have either.
    private static func brightness(ofInks pixels: [UInt8]) -> [UInt8] {
        stride(from: 0, to: pixels.count, by: 4).map { index in
            let colours = UInt16(pixels[index]) + UInt16(pixels[index + 1]) + UInt16(pixels[index + 2])
            return UInt8((colours / 3 + UInt16(pixels[index + 3])) / 2)
        }
    }
}
