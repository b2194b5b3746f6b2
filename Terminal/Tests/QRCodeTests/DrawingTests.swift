import Testing

@testable import QRCode

struct DrawingTests {
    @Test("A drawn QR code", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("as SVG passes the strictest Content-Security-Policy and speaks to screen readers", svg),
        TestCase("as SVG covers exactly the dark modules", svgModules),
        TestCase(
            "in characters shows two rows a line, with the quiet zone on all sides", characters,
            each: [
                QRCode.TerminalStyle.lightBlocks, .darkBlocks,
            ]),
        TestCase("in colours sets and resets black on white in every line, so that no theme can spoil it", colours),
        TestCase("as PNG carries the checksums of the standards' own examples", checksums),
        TestCase("as PNG has the size that was asked for, within limits", png),
        TestCase(
            "one after the other as an animated PNG play once, each for its time, and end with no code", animatedPNG),
    ]

    let code: QRCode

    init() throws { code = try QRCode("https://example.org/?q=1&r=2") }

    func svg() {
        let svg = code.svg(title: #"Log in to "A & B" <now>"# + "\u{0}")
        #expect(svg.hasPrefix(#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 37 37""#))
        #expect(svg.contains(#" role="img" aria-label="Log in to &quot;A &amp; B&quot; &lt;now&gt; ""#))
        #expect(svg.contains(#"shape-rendering="crispEdges""#))
        #expect(!svg.contains("style") && !svg.contains("<script") && !svg.contains("href"))
        #expect(svg.split(separator: "<path").count == 2)
    }

    func svgModules() throws {
        let svg = code.svg(title: "x")
        let path = try #require(svg.split(separator: #" d=""#).last?.split(separator: "\"").first)
        var dark: Set<[Int]> = []
        for run in path.split(separator: "M") {
            let numbers = run.split { !$0.isNumber }.compactMap { Int($0) }
            for x in 0..<numbers[2] { dark.insert([numbers[0] + x - 4, numbers[1] - 4]) }
        }
        for y in 0..<code.size {
            for x in 0..<code.size { #expect(dark.contains([x, y]) == code[x, y]) }
        }
        #expect(dark.allSatisfy { code[$0[0], $0[1]] })
    }

    func characters(style: QRCode.TerminalStyle) {
        let lines = code.terminalText(style).split(separator: "\n").map(Array.init)
        #expect(lines.count == (code.size + 8 + 1) / 2)
        for (row, line) in lines.enumerated() {
            #expect(line.count == code.size + 8)
            for (column, character) in line.enumerated() {
                let drawn = (character == "█" || character == "▀", character == "█" || character == "▄")
                let (x, y) = (column - 4, 2 * row - 4)
                let block = style == .darkBlocks
                #expect(drawn.0 == (code[x, y] == block) && drawn.1 == (code[x, y + 1] == block))
            }
        }
    }

    func colours() {
        let lines = code.terminalText(.colours).split(separator: "\n")
        #expect(lines.allSatisfy { $0.hasPrefix("\u{1B}[38;5;16;48;5;231m") && $0.hasSuffix("\u{1B}[0m") })
        let plain = lines.map { $0.dropFirst(19).dropLast(4) }.joined(separator: "\n") + "\n"
        #expect(plain == code.terminalText(.darkBlocks))
    }

    func checksums() {
        #expect(Checksum.crc32("123456789".utf8) == 0xCBF4_3926)
        #expect(Checksum.adler32("Wikipedia".utf8) == 0x11E6_0398)
    }

    func png() throws {
        func width(_ picture: [UInt8]) -> Int { Int(picture[18]) << 8 | Int(picture[19]) }
        #expect(width(code.png(pixelsPerModule: 8)) == 37 * 8)
        #expect(width(code.png(pixelsPerModule: 0)) == 37)
        #expect(width(code.png(pixelsPerModule: .max)) == 37 * 32)
        let largest = try QRCode(bytes: [UInt8](repeating: 1, count: 2953), correctionLevel: .low)
        #expect(largest.png(pixelsPerModule: 32).count > 4_000_000)
    }

    func animatedPNG() throws {
        let other = try QRCode("https://example.org/?q=2&r=3")
        let chunks = Self.chunks(of: QRCode.animatedPNG([(code, milliseconds: 1250), (other, milliseconds: 5000)]))
        #expect(chunks.map(\.type) == ["IHDR", "acTL", "fcTL", "IDAT", "fcTL", "fdAT", "fcTL", "fdAT", "IEND"])
        #expect(chunks[0].data.prefix(8) == [0, 0, 0, 37, 0, 0, 0, 37])
        #expect(chunks[1].data == [0, 0, 0, 3, 0, 0, 0, 1])
        let controls = chunks.filter { $0.type == "fcTL" }.map(\.data)
        #expect(controls.map { Int($0[20]) << 8 | Int($0[21]) } == [1250, 5000, 1])
        // The number of each chunk of the animation, in the order of the file.
        #expect(chunks[2...].filter { $0.type != "IDAT" && $0.type != "IEND" }.map { $0.data[3] } == [0, 1, 2, 3, 4])
        #expect(chunks[3].data == Self.chunks(of: code.png(pixelsPerModule: 1))[1].data)
        #expect(chunks[5].data.dropFirst(4) == Self.chunks(of: other.png(pixelsPerModule: 1))[1].data[...])
    }

    private static func chunks(of file: [UInt8]) -> [(type: String, data: [UInt8])] {
        var chunks: [(String, [UInt8])] = []
        var rest = file.dropFirst(8)
        while rest.count >= 12 {
            let length = rest.prefix(4).reduce(0) { $0 << 8 | Int($1) }
            let type = String(decoding: rest.dropFirst(4).prefix(4), as: UTF8.self)
            chunks.append((type, Array(rest.dropFirst(8).prefix(length))))
            rest = rest.dropFirst(length + 12)
        }
        return chunks
    }
}
