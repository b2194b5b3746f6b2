import Testing

@testable import QRCode

struct QRCodeTests {
    @Test("A QR code", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("has the three finder patterns that scanners look for", finderPatterns),
        TestCase("is light outside, so that the quiet zone needs no arithmetic of its callers", outside),
        TestCase("is a value: the same contents give the same code, others another", value),
        TestCase("grows with its correction level and its contents, never beyond 177 modules", size),
        TestCase(
            "holds exactly the bytes that the standard promises", capacity,
            each: [
                (QRCode.CorrectionLevel.low, 2953), (.medium, 2331), (.quartile, 1663), (.high, 1273),
            ]),
        TestCase("refuses nothing at all, and far too much, with different errors", refusals),
        TestCase("keeps text after a zero byte", zeroByte),
        TestCase("is the same when many threads encode at once", threads),
    ]

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

    func outside() throws {
        let code = try QRCode("x")
        #expect(!code[-1, 0] && !code[0, -1] && !code[code.size, 0] && !code[0, code.size])
        #expect(!code[.min, .max])
    }

    func value() throws {
        #expect(try QRCode("one") == QRCode("one"))
        #expect(try QRCode("one") != QRCode("two"))
        #expect(try QRCode("one") == QRCode(bytes: Array("one".utf8)))
    }

    func size() throws {
        let text = String(repeating: "a", count: 200)
        let sizes = try QRCode.CorrectionLevel.allCases.map { try QRCode(text, correctionLevel: $0).size }
        #expect(sizes == sizes.sorted() && Set(sizes).count > 1)
        #expect(try QRCode("1").size == 21)
        #expect(try QRCode(String(repeating: "1", count: 7089), correctionLevel: .low).size == 177)
    }

    func capacity(level: QRCode.CorrectionLevel, count: Int) throws {
        #expect(try QRCode(bytes: [UInt8](repeating: 200, count: count), correctionLevel: level).size == 177)
        #expect(throws: QRCodeError.tooLong) {
            try QRCode(bytes: [UInt8](repeating: 200, count: count + 1), correctionLevel: level)
        }
    }

    func refusals() {
        #expect(throws: QRCodeError.empty) { try QRCode("") }
        #expect(throws: QRCodeError.empty) { try QRCode(bytes: []) }
        #expect(throws: QRCodeError.tooLong) { try QRCode(String(repeating: "a", count: 10_000_000)) }
    }

    func zeroByte() throws {
        #expect(try QRCode("a\0b") == QRCode(bytes: [0x61, 0, 0x62]))
        #expect(try QRCode("a\0b") != QRCode("a"))
    }

    func threads() async throws {
        let expected = try (0..<64).map { try QRCode("code \($0)") }
        try await withThrowingTaskGroup(of: (Int, QRCode).self) { group in
            for index in 0..<64 { group.addTask { (index, try QRCode("code \(index)")) } }
            for try await (index, code) in group { #expect(code == expected[index]) }
        }
    }
}
