import CTurboJPEG

/// libjpeg-turbo, by its TurboJPEG interface, which keeps its long jumps to itself. The only place that touches it.
enum JPEGDecoder {
    /// Start of image, and the first byte of the marker behind it (ITU-T T.81, table B.1).
    static let signature: [UInt8] = [0xFF, 0xD8, 0xFF]

    /// Decodes to greyscale. A file that is incomplete gives what there is of it: perhaps the code is.
    static func decode(_ file: [UInt8], pixelLimit: Int) throws(PictureError) -> Greyscale {
        guard let decoder = unsafe tjInitDecompress() else { throw .damaged }
        defer { unsafe tjDestroy(decoder) }
        var (width, height, subsampling, colours): (Int32, Int32, Int32, Int32) = (0, 0, 0, 0)
        let size = UInt(file.count)
        let isHeaderRead = unsafe file.withUnsafeBufferPointer { file in
            unsafe tjDecompressHeader3(decoder, file.baseAddress, size, &width, &height, &subsampling, &colours) == 0
        }
        guard isHeaderRead else { throw .damaged }
        guard fits(Int(width), Int(height), pixelLimit) else { throw .tooLarge }
        // The limit of scans keeps a small progressive file from occupying us for minutes.
        let flags = TJFLAG_LIMITSCANS
        var pixels = [UInt8](repeating: 255, count: Int(width) * Int(height))
        let isDecoded = unsafe file.withUnsafeBufferPointer { file in
            unsafe pixels.withUnsafeMutableBufferPointer { pixels in
                unsafe tjDecompress2(
                    decoder, file.baseAddress, size, pixels.baseAddress, width, width, height,
                    TJPF_GRAY.rawValue,
                    flags) == 0
            }
        }
        let error = unsafe tjGetErrorCode(decoder)
        guard isDecoded || error == Int32(TJERR_WARNING.rawValue) else { throw .damaged }
        return Greyscale(width: Int(width), height: Int(height), pixels: pixels)
    }
}
