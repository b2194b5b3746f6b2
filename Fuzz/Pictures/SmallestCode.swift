/// A QR code of version 1 with error correction L and mask 0 (ISO/IEC 18004), with arbitrary data codewords.
struct SmallestCode {
    private static let size = 21
    private static let dataCount = 19
    private static let correctionCount = 7

    /// The codewords of "hello": byte mode, 5 bytes, terminator, padding.
    static let hello: [UInt8] = [0x40, 0x56, 0x86, 0x56, 0xC6, 0xC6, 0xF0, 0xEC, 0x11, 0xEC, 0x11]

    private(set) var modules = [[Bool]](repeating: [Bool](repeating: false, count: size), count: size)
    private var isFunction = [[Bool]](repeating: [Bool](repeating: false, count: size), count: size)

    init(data: [UInt8]) {
        let codewords = Array(data.prefix(Self.dataCount))
        let padded = codewords + [UInt8](repeating: 0, count: Self.dataCount - codewords.count)
        drawPatterns()
        drawFormat()
        draw(padded + Self.correction(of: padded))
    }

    private mutating func set(_ x: Int, _ y: Int, _ isDark: Bool) {
        modules[y][x] = isDark
        isFunction[y][x] = true
    }

    private mutating func drawPatterns() {
        for index in 0..<Self.size {
            set(6, index, index % 2 == 0)
            set(index, 6, index % 2 == 0)
        }
        for (centreX, centreY) in [(3, 3), (Self.size - 4, 3), (3, Self.size - 4)] {
            for y in max(centreY - 4, 0)...min(centreY + 4, Self.size - 1) {
                for x in max(centreX - 4, 0)...min(centreX + 4, Self.size - 1) {
                    let distance = max(abs(x - centreX), abs(y - centreY))
                    set(x, y, distance != 2 && distance != 4)
                }
            }
        }
    }

    /// Draws the format information (level L, mask 0) in both places.
    private mutating func drawFormat() {
        let bits = 0b111_0111_1100_0100
        func bit(_ index: Int) -> Bool { bits >> index & 1 == 1 }
        for index in 0...5 { set(8, index, bit(index)) }
        set(8, 7, bit(6))
        set(8, 8, bit(7))
        set(7, 8, bit(8))
        for index in 9...14 { set(14 - index, 8, bit(index)) }
        for index in 0...7 { set(Self.size - 1 - index, 8, bit(index)) }
        for index in 8...14 { set(8, Self.size - 15 + index, bit(index)) }
        set(8, Self.size - 8, true)
    }

    /// Draws the codewords in pairs of columns from the right, alternating upward and downward.
    private mutating func draw(_ codewords: [UInt8]) {
        var index = 0
        for column in [20, 18, 16, 14, 12, 10, 8, 5, 3, 1] {
            let isUpward = (column + 1) & 2 == 0
            for step in 0..<Self.size {
                let y = isUpward ? Self.size - 1 - step : step
                for x in [column, column - 1] where !isFunction[y][x] {
                    let isDark = index / 8 < codewords.count && codewords[index / 8] >> (7 - index % 8) & 1 == 1
                    modules[y][x] = isDark != ((x + y) % 2 == 0)
                    index += 1
                }
            }
        }
    }

    /// Returns the Reed-Solomon correction over GF(2^8), with the roots 2^0 to 2^6.
    private static func correction(of data: [UInt8]) -> [UInt8] {
        var generator: [UInt8] = [1]
        var root: UInt8 = 1
        for _ in 0..<correctionCount {
            let shifted = generator + [0]
            generator = shifted.indices.map { shifted[$0] ^ ($0 > 0 ? product(generator[$0 - 1], root) : 0) }
            root = product(root, 2)
        }
        var remainder = [UInt8](repeating: 0, count: correctionCount)
        for byte in data {
            let factor = byte ^ remainder[0]
            remainder = remainder.dropFirst() + [0]
            for index in remainder.indices { remainder[index] ^= product(generator[index + 1], factor) }
        }
        return remainder
    }

    private static func product(_ a: UInt8, _ b: UInt8) -> UInt8 {
        (0..<8).reversed().reduce(into: UInt8(0)) { result, bit in
            result = result << 1 ^ (result >> 7 == 1 ? 0x1D : 0)
            if b >> UInt8(bit) & 1 == 1 { result ^= a }
        }
    }
}
