import Testing

@testable import XignPages

struct HTMLTests {
    @Test("HTML", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("interpolated text cannot end a text, a tag or a quoted value, and reads as what it was", escaping),
        TestCase("a quote that carries a combining mark is escaped", combiningMarks),
        TestCase("nested HTML, and lists of it, go in as they are", nesting),
        TestCase(
            "an address that could run a script is replaced, in every attribute that a browser follows",
            dangerousAddresses,
            each: [
                "javascript:alert(1)", "JAVASCRIPT:alert(1)", " javascript:alert(1)", "java\nscript:alert(1)",
                "\u{1}javascript:x",
                "data:text/html,<script>", "vbscript:x", "blob:x", "", "java", "script", "//evil.example",
                "/\\evil.example",
                "https:/\tx", "\\\\evil.example",
            ]),
        TestCase(
            "an address of the web, or of this site, goes in escaped", safeAddresses,
            each: ["https://a.example/?b=1&c=2", "http://localhost:8080/", "/login/x", "/", "?a&b", "#top"]),
        TestCase("no two pieces of text join to an address that could run a script", joinedAddresses),
        TestCase("text in an attribute whose name only ends like an address attribute's is text", otherAttributes),
    ]

    func escaping() {
        var generator = SeededGenerator(seed: 1)
        for _ in 0..<2_000 {
            let text = String.hostile(using: &generator)
            let escaped = ("\(text)" as HTML).text
            #expect(!escaped.contains { "<>\"'".contains($0) })
            #expect(escaped.unescaped.unicodeScalars.elementsEqual(text.unicodeScalars))
            #expect(("<p title=\"\(text)\">\(text)</p>" as HTML).text == "<p title=\"\(escaped)\">\(escaped)</p>")
        }
    }

    func combiningMarks() {
        #expect(("\("\"\u{301}<\u{338}")" as HTML).text == "&quot;\u{301}&lt;\u{338}")
    }

    func nesting() {
        let item: HTML = "<li>\("a & b")</li>"
        #expect(
            ("<ul>\(item)\([item, "<li>2</li>"])</ul>" as HTML).text
                == "<ul><li>a &amp; b</li><li>a &amp; b</li><li>2</li></ul>")
        #expect(("\(7) \(UInt64.max)" as HTML).text == "7 18446744073709551615")
    }

    func dangerousAddresses(address: String) {
        #expect(("<a href=\"\(address)\">" as HTML).text == "<a href=\"about:invalid\">")
        #expect(("<form ACTION='\(address)'>" as HTML).text == "<form ACTION='about:invalid'>")
        #expect(("<button\nformaction=\"\(address)\">" as HTML).text == "<button\nformaction=\"about:invalid\">")
        #expect(WebAddress(address) == nil)
    }

    func safeAddresses(address: String) throws {
        let escaped = address.split(separator: "&", omittingEmptySubsequences: false).joined(separator: "&amp;")
        #expect(("<a href=\"\(address)\">" as HTML).text == "<a href=\"\(escaped)\">")
        #expect(("<a href=\"\(try #require(WebAddress(address)))\">" as HTML).text == "<a href=\"\(escaped)\">")
    }

    func joinedAddresses() {
        var generator = SeededGenerator(seed: 2)
        let pieces = [
            "java", "script:", "javascript:", "j", "", " ", "\t", ":", "/", "//", "https://", "http", "?", "#", "x",
            "data:",
        ]
        let prefixes = ["https://", "http://", "/", "?", "#", "about:invalid"]
        for _ in 0..<5_000 {
            let address = (0..<3).compactMap { _ in pieces.randomElement(using: &generator) }
            let value = ("<a href=\"\(address[0])\(address[1])\(address[2])\">" as HTML).text.dropFirst(
                "<a href=\"".count)
            #expect(prefixes.contains { value.hasPrefix($0) }, "\(address)")
        }
    }

    func otherAttributes() {
        #expect(
            ("<main data-href=\"\("a:b")\" data-data='\("c:d")'>" as HTML).text
                == "<main data-href=\"a:b\" data-data='c:d'>")
    }
}

/// SplitMix64: the same numbers in every run.
struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) {
        state = seed
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }
}

extension String {
    static func hostile(using generator: inout SeededGenerator) -> String {
        let pieces = [
            "&", "<", ">", "\"", "'", "/", "=", "`", " ", "\n", "\0", "&amp;", "&#39;", "</script>", "<!--", "-->",
            "]]>",
            "é", "\u{301}", "\u{202E}", "👩‍💻", "onload=", "abc",
        ]
        return (0..<Int.random(in: 0...12, using: &generator))
            .compactMap { _ in pieces.randomElement(using: &generator) }
            .joined()
    }

    fileprivate var unescaped: String {
        var result = ""
        var rest = unicodeScalars[...]
        let entities: [(String, Unicode.Scalar)] = [
            ("&amp;", "&"), ("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"),
        ]
        while let scalar = rest.first {
            if let (entity, character) = entities.first(where: { rest.starts(with: $0.0.unicodeScalars) }) {
                result.unicodeScalars.append(character)
                rest = rest.dropFirst(entity.unicodeScalars.count)
            } else {
                result.unicodeScalars.append(scalar)
                rest = rest.dropFirst()
            }
        }
        return result
    }
}
