import Testing

@testable import QRCode

@Suite("A QR code")
struct QRCodeTests {
    @Test("has the three finder patterns that scanners look for")
    func finderPatterns() throws {
        let code = try QRCode("https://example.org/")
        for (left, top) in [(0, 0), (code.size - 7, 0), (0, code.size - 7)] {
            for offset in 0..<7 {
                #expect(code[left + offset, top] && code[left, top + offset])
                #expect(code[left + offset, top + 6] && code[left + 6, top + offset])
            }
            #expect(!code[left + 1, top + 1] && code[left + 2, top + 2] && code[left + 4, top + 4])
        }
    }

    @Test("is light outside, so that the quiet zone needs no arithmetic of its callers")
    func outside() throws {
        let code = try QRCode("x")
        #expect(!code[-1, 0] && !code[0, -1] && !code[code.size, 0] && !code[0, code.size])
        #expect(!code[.min, .max])
    }

    @Test("is a value: the same contents give the same code, others another")
    func value() throws {
        #expect(try QRCode("one") == QRCode("one"))
        #expect(try QRCode("one") != QRCode("two"))
        #expect(try QRCode("one") == QRCode(bytes: Array("one".utf8)))
    }

    @Test("grows with its correction level and its contents, never beyond 177 modules")
    func size() throws {
        let text = String(repeating: "a", count: 200)
        let sizes = try QRCode.CorrectionLevel.allCases.map { try QRCode(text, correctionLevel: $0).size }
        #expect(sizes == sizes.sorted() && Set(sizes).count > 1)
        #expect(try QRCode("1").size == 21)
        #expect(try QRCode(String(repeating: "1", count: 7089), correctionLevel: .low).size == 177)
    }

    @Test(
        "holds exactly the bytes that the standard promises",
        arguments: [
            (QRCode.CorrectionLevel.low, 2953), (.medium, 2331), (.quartile, 1663), (.high, 1273),
        ])
    func capacity(level: QRCode.CorrectionLevel, count: Int) throws {
        #expect(try QRCode(bytes: [UInt8](repeating: 200, count: count), correctionLevel: level).size == 177)
        #expect(throws: QRCodeError.tooLong) {
            try QRCode(bytes: [UInt8](repeating: 200, count: count + 1), correctionLevel: level)
        }
    }

    @Test("refuses nothing at all, and far too much, with different errors")
    func refusals() {
        #expect(throws: QRCodeError.empty) { try QRCode("") }
        #expect(throws: QRCodeError.empty) { try QRCode(bytes: []) }
        #expect(throws: QRCodeError.tooLong) { try QRCode(String(repeating: "a", count: 10_000_000)) }
    }

    @Test("keeps text after a zero byte")
    func zeroByte() throws {
        #expect(try QRCode("a\0b") == QRCode(bytes: [0x61, 0, 0x62]))
        #expect(try QRCode("a\0b") != QRCode("a"))
    }

    @Test("is the same when many threads encode at once")
    func threads() async throws {
        let expected = try (0..<64).map { try QRCode("code \($0)") }
        try await withThrowingTaskGroup(of: (Int, QRCode).self) { group in
            for index in 0..<64 { group.addTask { (index, try QRCode("code \(index)")) } }
            for try await (index, code) in group { #expect(code == expected[index]) }
        }
    }
}
