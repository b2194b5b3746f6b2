import CTurboJPEG

/// A decoder over libjpeg-turbo, the only place that uses it. The TurboJPEG interface handles long jumps internally.
enum JPEGDecoder {
    /// The marker "start of image", and the first byte of the next marker (ITU-T T.81, table B.1).
    static let signature: [UInt8] = [0xFF, 0xD8, 0xFF]

    /// Decodes a file to greyscale. An incomplete file yields the decodable part, which may contain the code.
    static func decode(_ file: [UInt8], pixelLimit: Int) throws(PictureError) -> Greyscale {
        guard let decoder = unsafe tjInitDecompress() else { throw .damaged }
        defer { unsafe tjDestroy(decoder) }
        var (width, height, subsampling, colours): (Int32, Int32, Int32, Int32) = (0, 0, 0, 0)
        let size = UInt(file.count)
        let isHeaderRead = unsafe file.withUnsafeBufferPointer { file in
            unsafe tjDecompressHeader3(decoder, file.baseAddress, size, &width, &height, &subsampling, &colours) == 0
        }
        guard isHeaderRead else { throw .damaged }
        if let refusal = refusal(of: Int(width), Int(height), pixelLimit) { throw refusal }
        // Without a limit of scans, a small progressive file could take minutes.
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
