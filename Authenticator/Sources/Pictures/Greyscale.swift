/// A greyscale picture: one byte for each pixel, row by row from the top; 255 is white.
struct Greyscale {
    let width: Int
    let height: Int
    let pixels: [UInt8]

    /// The inverted picture, for codes on dark pages.
    var inverted: Greyscale {
        var pixels = pixels
        unsafe pixels.withUnsafeMutableBytes { pixels in
            // In words of eight pixels, and the rest one by one: each picture is inverted.
            for index in 0..<pixels.count / 8 {
                let word = unsafe pixels.loadUnaligned(fromByteOffset: 8 * index, as: UInt64.self)
                unsafe pixels.storeBytes(of: ~word, toByteOffset: 8 * index, as: UInt64.self)
            }
            for index in pixels.count / 8 * 8..<pixels.count { unsafe pixels[index] = ~pixels[index] }
        }
        return Greyscale(width: width, height: height, pixels: pixels)
    }

    /// The picture at half the width and height, each pixel the mean of four. Removes fine noise, such as a screen's
    /// pixels in a photograph.
    var halved: Greyscale {
        let (columns, rows) = (width / 2, height / 2)
        var half: [UInt8] = []
        half.reserveCapacity(columns * rows)
        for y in 0..<rows {
            let (upper, lower) = (2 * y * width, (2 * y + 1) * width)
            for x in 0..<columns {
                let left = UInt16(pixels[upper + 2 * x]) + UInt16(pixels[lower + 2 * x])
                let right = UInt16(pixels[upper + 2 * x + 1]) + UInt16(pixels[lower + 2 * x + 1])
                half.append(UInt8((left + right) / 4))
            }
        }
        return Greyscale(width: columns, height: rows, pixels: half)
    }

    /// The picture at twice the width and height: the scanner needs several pixels for each module.
    var doubled: Greyscale {
        var double: [UInt8] = []
        double.reserveCapacity(4 * pixels.count)
        for y in 0..<height {
            let row = pixels[y * width..<(y + 1) * width].flatMap { [$0, $0] }
            double += row
            double += row
        }
        return Greyscale(width: 2 * width, height: 2 * height, pixels: double)
    }
}
