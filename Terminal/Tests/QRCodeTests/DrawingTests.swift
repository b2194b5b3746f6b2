import Testing

@testable import QRCode

@Suite("A drawn QR code")
struct DrawingTests {
    let code: QRCode

    init() throws { code = try QRCode("https://example.org/?q=1&r=2") }

    @Test("as SVG passes the strictest Content-Security-Policy and speaks to screen readers")
    func svg() {
        let svg = code.svg(title: #"Log in to "A & B" <now>"# + "\u{0}")
        #expect(svg.hasPrefix(#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 37 37""#))
        #expect(svg.contains(#" role="img" aria-label="Log in to &quot;A &amp; B&quot; &lt;now&gt; ""#))
        #expect(svg.contains(#"shape-rendering="crispEdges""#))
        #expect(!svg.contains("style") && !svg.contains("<script") && !svg.contains("href"))
        #expect(svg.split(separator: "<path").count == 2)
    }

    @Test("as SVG covers exactly the dark modules")
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

    @Test(
        "in characters shows two rows a line, with the quiet zone on all sides",
        arguments: [
            QRCode.TerminalStyle.lightBlocks, .darkBlocks,
        ])
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

    @Test("in colours sets and resets black on white in every line, so that no theme can spoil it")
    func colours() {
        let lines = code.terminalText(.colours).split(separator: "\n")
        #expect(lines.allSatisfy { $0.hasPrefix("\u{1B}[38;5;16;48;5;231m") && $0.hasSuffix("\u{1B}[0m") })
        let plain = lines.map { $0.dropFirst(19).dropLast(4) }.joined(separator: "\n") + "\n"
        #expect(plain == code.terminalText(.darkBlocks))
    }

    @Test("as PNG carries the checksums of the standards' own examples")
    func checksums() {
        #expect(Checksum.crc32("123456789".utf8) == 0xCBF4_3926)
        #expect(Checksum.adler32("Wikipedia".utf8) == 0x11E6_0398)
    }

    @Test("as PNG has the size that was asked for, within limits")
    func png() throws {
        func width(_ picture: [UInt8]) -> Int { Int(picture[18]) << 8 | Int(picture[19]) }
        #expect(width(code.png(pixelsPerModule: 8)) == 37 * 8)
        #expect(width(code.png(pixelsPerModule: 0)) == 37)
        #expect(width(code.png(pixelsPerModule: .max)) == 37 * 32)
        let largest = try QRCode(bytes: [UInt8](repeating: 1, count: 2953), correctionLevel: .low)
        #expect(largest.png(pixelsPerModule: 32).count > 4_000_000)
    }
}
