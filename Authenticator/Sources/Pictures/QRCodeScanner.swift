import CZBar

/// A scanner over zbar, the only place that uses it. Each scan creates its own scanner, so any thread may scan.
enum QRCodeScanner {
    /// Returns the distinct texts of the QR codes in a picture, sorted. Codes without valid UTF-8 are left out.
    static func texts(in picture: Greyscale) -> [String] {
        guard let scanner = unsafe zbar_image_scanner_create(), let image = unsafe zbar_image_create() else {
            return []
        }
        defer {
            unsafe zbar_image_destroy(image)
            unsafe zbar_image_scanner_destroy(scanner)
        }
        // Only QR codes: each further decoder would be more attack surface.
        unsafe zbar_image_scanner_set_config(scanner, ZBAR_NONE, ZBAR_CFG_ENABLE, 0)
        unsafe zbar_image_scanner_set_config(scanner, ZBAR_QRCODE, ZBAR_CFG_ENABLE, 1)
        unsafe zbar_image_set_format(image, fourCharacterCode("Y800"))
        unsafe zbar_image_set_size(image, UInt32(picture.width), UInt32(picture.height))
        var texts: Set<String> = []
        unsafe picture.pixels.withUnsafeBytes { pixels in
            // No cleanup function: zbar borrows the pixels.
            unsafe zbar_image_set_data(image, pixels.baseAddress, UInt(pixels.count), nil)
            guard unsafe zbar_scan_image(scanner, image) > 0 else { return }
            var symbol = unsafe zbar_image_first_symbol(image)
            while let current = unsafe symbol {
                let data = unsafe UnsafeRawBufferPointer(
                    start: zbar_symbol_get_data(current), count: Int(zbar_symbol_get_data_length(current)))
                if let text = unsafe String(validating: data, as: UTF8.self) { texts.insert(text) }
                unsafe symbol = unsafe zbar_symbol_next(current)
            }
        }
        return texts.sorted()
    }

    private static func fourCharacterCode(_ name: StaticString) -> UInt {
        "\(name)".utf8.reversed().reduce(0) { $0 << 8 | UInt($1) }
    }
}
