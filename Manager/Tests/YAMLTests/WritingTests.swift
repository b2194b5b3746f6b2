import Testing
import YAML

struct WritingTests {
    @Test("Written YAML", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("A text is read back as it was, as a value, in a list, and as a key", texts, each: difficult),
        TestCase("A random text is read back as it was", randomTexts),
        TestCase("A document is in the form in which people write it", form),
    ]

    private struct Box: Decodable, Equatable {
        let text: String
        let list: [String]
        let inner: [String: String]
    }

    private func text(_ value: YAMLValue) -> String { String(decoding: value.document, as: UTF8.self) }

    /// Texts that some reader of YAML could take for something else, or could end early.
    static let difficult = [
        "", " ", " leading", "trailing ", "two  spaces", "tab\tinside", "line\nbreak", "\n", "end\n", "\r\n", "a\rb",
        "yes", "No", "ON", "off", "y", "N", "true", "False", "null", "Null", "~", "0", "-1", "+1", "007", "0o17",
        "0x1F", "1_000", "1e3", ".5", "12:30", "190:20:30", ".inf", ".nan", "2026-11-23", "2026-11-23T10:00:00Z", "=",
        "<<", "- a", "-", "? a", ": a", "a: b", "a:", "a #b", "#a", "[a]", "{a: b}", "a, b", "&a", "*a", "!a",
        "!!str a",
        "|", "> a", "'a'", "\"a\"", "it's", "\\n", "%YAML 1.1", "@a", "`a`", "---", "...", "--- a", "...\n---\n",
        "\u{1}", "\u{1B}[31m", "\u{7F}", "\u{85}", "\u{A0}", "\u{AD}", "\u{200B}", "\u{202E}", "\u{2028}", "\u{2029}",
        "\u{FEFF}", "\u{FFFE}", "\u{E000}", "\u{10FFFF}", "Köln", "K\u{6F}\u{308}ln", "Ωmega", "日本語", "🦊",
        "family: 👨‍👩‍👧", "https://example.org/?a=b&c=d#e", "C:\\", String(repeating: "long ", count: 200),
    ]

    func texts(_ difficult: String) throws {
        var entries: [(key: String, value: YAMLValue)] = [
            ("text", .string(difficult)), ("list", .sequence([.string(difficult), .string("x"), .string(difficult)])),
        ]
        // A reader refuses an empty key.
        let inner = difficult.isEmpty ? [:] : [difficult: difficult]
        entries.append(("inner", .mapping(inner.map { ($0.key, .string($0.value)) })))
        let box = try YAMLDecoder().decode(Box.self, from: YAMLValue.mapping(entries).document)
        #expect(Array(box.text.utf8) == Array(difficult.utf8))
        #expect(box.list.map { Array($0.utf8) } == [difficult, "x", difficult].map { Array($0.utf8) })
        #expect(box.inner.map { Array($0.key.utf8) } == inner.map { Array($0.key.utf8) })
    }

    func randomTexts() throws {
        var random = Repeatable(state: 5)
        let alphabet = Array("ab0 \t\n\r:#-,[]{}'\"\\&*!|>%@`~?ß\u{85}\u{2028}\u{FEFF}🦊".unicodeScalars)
        for _ in 0..<2_000 {
            var scalars = String.UnicodeScalarView()
            for _ in 0..<Int.random(in: 0...12, using: &random) {
                scalars.append(alphabet.randomElement(using: &random) ?? " ")
            }
            let original = String(scalars)
            let read = try YAMLDecoder().decode([String].self, from: YAMLValue.sequence([.string(original)]).document)
            #expect(read.map { Array($0.utf8) } == [Array(original.utf8)])
        }
    }

    func form() {
        let value = YAMLValue.mapping([
            ("name", .string("Example Inc.")), ("no", .string("no")), ("count", .integer(-7)), ("on", .boolean(true)),
            ("website", .string("https://example.org/?a=b")),
            ("none", .sequence([])), ("empty", .mapping([])),
            (
                "alternatives",
                .sequence([.sequence([.string("pin"), .string("device")]), .sequence([.string("device")])])
            ),
            ("users", .sequence([.mapping([("name", .string("ada")), ("day", .string("1815-12-10"))])])),
        ])
        #expect(
            text(value) == """
                name: Example Inc.
                "no": "no"
                count: -7
                "on": true
                website: https://example.org/?a=b
                none: []
                empty: {}
                alternatives:
                - [pin, device]
                - [device]
                users:
                - name: ada
                  day: "1815-12-10"

                """)
    }
}
