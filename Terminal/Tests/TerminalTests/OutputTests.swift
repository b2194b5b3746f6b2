import Foundation
import Testing

@testable import Terminal

extension Output {
    /// An output to a full disk.
    static func full() -> Output? {
        let descriptor = open("/dev/full", O_WRONLY)
        return descriptor >= 0 ? Output(descriptor: descriptor) : nil
    }
}

struct OutputTests {
    @Test("Output", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase(
            "shows controls and invisible characters from outside, and obeys none", harmless,
            each: [
                ("\u{1B}[2J", "␛[2J"), ("a\r\nb", "a␍␊b"), ("\u{7F}\t", "␡␉"), ("\u{9B}31m", "\u{FFFD}31m"),
                ("\u{202E}evil\u{2066}\u{200F}", "\u{FFFD}evil\u{FFFD}\u{FFFD}"),
                ("a\u{200B}b\u{FEFF}", "a\u{FFFD}b\u{FFFD}"),
                ("\u{2028}", "\u{FFFD}"), ("日本語 é 👩‍👩‍👧 ❤️ עברית", "日本語 é 👩‍👩‍👧 ❤️ עברית"),
                ("a\u{2800}b\u{3164}\u{FFA0}\u{115F}c\u{34F}", "a\u{FFFD}b\u{FFFD}\u{FFFD}\u{FFFD}c\u{FFFD}"),
            ]),
        TestCase(
            "shows a run of white space from outside as one space, so that it pushes nothing to the next row", harmless,
            each: [
                ("Shop" + String(repeating: " ", count: 70) + "Address: a", "Shop Address: a"),
                ("a\u{A0}\u{2003}\u{3000} \u{205F}b", "a b"), ("  a ", " a "), (" ", " "), ("a b", "a b"),
            ]),
        TestCase(
            "of long text is broken into rows that fit, indented after the first, without losing a character", broken,
            each: [
                "", "short", String(repeating: "\u{1F469}\u{200D}\u{1F467}", count: 30),
                String(repeating: "name ", count: 40), String(repeating: "x", count: 200),
                String(repeating: "名", count: 100), String(repeating: "e\u{301}", count: 100),
                String(repeating: "x", count: 79) + " Address: https://bank.example",
            ]),
        TestCase(
            "of a failure is wrapped between words on a terminal", wrapped,
            each: [
                ("xign: one two", ["xign: one two"]),
                ("xign: one two three", ["xign: one two", "  three"]),
                ("xign: one two, three four", ["xign: one two,", "  three four"]),
                ("   xign: one two three four", ["   xign: one", "     two three", "     four"]),
                ("one two three 4\nfive six seven 8", ["one two three", "  4", "five six seven", "  8"]),
                (
                    "open https://login.example.org/a here",
                    ["open", "  https://login.example.org/a", "  here"]
                ),
            ]),
        TestCase("of a failure is one line where programs read it", unwrapped),
        TestCase("of a table goes on in the same column where a cell is long", longCells),
        TestCase("of random text holds no control character", random),
        TestCase("keeps styles through interpolation, and shows them in colour only", styles),
        TestCase("has no colours with NO_COLOR, on a terminal that obeys no escape sequences, or in a file", colours),
        TestCase(
            "counts two cells for wide characters and emoji, and none for combining marks", cells,
            each: [
                ("", 0), ("Zoë", 3), ("Zoe\u{308}", 3), ("e\u{301}\u{323}\u{32D}", 1), ("日本語", 6), ("ﾆﾎﾝ", 3),
                ("ＡＢ", 4), ("한글", 4), ("\u{1112}\u{1161}\u{11AB}", 2), ("👩‍👩‍👧", 2), ("❤️", 2), ("❤", 1), ("🇩🇪", 2), ("👍🏽", 2),
                ("1️⃣", 2), ("⌚", 2), ("\u{5E9}\u{5B8}\u{5DC}\u{5D5}\u{5B9}\u{5DD}", 4), ("กำ", 2), ("กี่", 1),
                ("か\u{3099}", 2),
                ("𠀀", 2), ("␛\u{FFFD}", 2), ("۱۲", 2), ("\u{2329}", 2), ("→“”…", 4),
            ]),
        TestCase("of a table aligns columns by the cells that people see", table),
        TestCase("of JSON is sorted, and escapes what a terminal would obey", json),
        TestCase(
            "of a JSON array in pages is that of the whole array", jsonPages, each: [[], [1], [2, 3, 1], [0, 2]]),
    ]

    func harmless(outside: String, shown: String) {
        #expect(outside.harmless == shown)
        #expect(Text(outside).rendered(inColour: true) == shown)
        #expect(("\(outside)" as Text).rendered(inColour: false) == shown)
    }

    func broken(_ name: String) {
        let rows = ("Name: \(name, .bold)!" as Text).broken(columns: 40, indent: 6).map { $0.rendered(inColour: false) }
        #expect(rows[0].hasPrefix("Name: "))
        #expect(rows.dropFirst().allSatisfy { $0.hasPrefix("      ") })
        #expect(rows.map { $0.dropFirst(6) }.joined() == name.harmless + "!")
        #expect(rows.allSatisfy { $0.count <= 40 && $0.count { $0 == "名" } <= 17 })
        // A terminal may draw the parts of such an emoji one by one.
        #expect(rows.allSatisfy { $0.count { $0.unicodeScalars.count == 3 } <= 8 })
    }

    func wrapped(text: String, rows: [String]) {
        let transcript = Transcript()
        let window = Output.Window(columns: 14, lines: 24)
        let console = Console(
            output: transcript.output(isTerminal: true, window: window),
            errors: transcript.output(isTerminal: true, window: window))
        console.report(.verbatim(text))
        console.print(sentences: .verbatim(text))
        let shown = rows.map { $0 + "\n" }.joined()
        #expect(transcript.text == shown + shown)
    }

    func unwrapped() {
        let (transcript, text) = (Transcript(), String(repeating: "word ", count: 40))
        Console(errors: transcript.output()).report(.verbatim(text))
        #expect(transcript.text == text + "\n")
    }

    func longCells() {
        let name = String(repeating: "x", count: 70) + " Address: https://bank.example"
        let labels = Table(
            ["", ""], rows: [["Log in at:", Text(name, .bold)], ["Address:", "https://shop.example"]])
        #expect(
            labels.lines.dropFirst().map { $0.rendered(inColour: false) } == [
                "Log in at:  \(String(repeating: "x", count: 68))", "            xx Address: https://bank.example",
                "Address:    https://shop.example",
            ])
        let list = Table(["NAME", "STATE"], rows: [[Text(name), "in use"]])
        let (terminal, file) = (Transcript(), Transcript())
        Console(output: terminal.output(isTerminal: true)).print(list)
        #expect(
            terminal.text.split(separator: "\n") == [
                "NAME\(String(repeating: " ", count: 58))STATE", "\(String(repeating: "x", count: 60))  in use",
                "  xxxxxxxxxx Address: https://bank.example\(String(repeating: " ", count: 20))",
            ])
        Console(output: file.output()).print(list)
        #expect(file.text.split(separator: "\n").last == "\(name)  in use")
    }

    func random() {
        var generator = Repeatable(state: 7)
        for _ in 0..<2000 {
            let bytes = (0..<20).map { _ in UInt8.random(in: 0...255, using: &generator) }
            let shown = String(decoding: bytes, as: UTF8.self).harmless
            #expect(!shown.unicodeScalars.contains { $0.properties.generalCategory == .control })
        }
    }

    func styles() {
        let name: Text = "\("Ann\u{7}", .bold)"
        let text: Text = "Hello \(name), \(3, .red)!"
        #expect(text.rendered(inColour: true) == "Hello \u{1B}[1mAnn␇\u{1B}[0m, \u{1B}[31m3\u{1B}[0m!")
        #expect(text.rendered(inColour: false) == "Hello Ann␇, 3!")
        #expect(text.width == 14)
    }

    func colours() throws {
        #expect(Output.allowsColours(["TERM": "xterm"]))
        #expect(Output.allowsColours(["NO_COLOR": "", "TERM": "linux"]))
        #expect(!Output.allowsColours(["NO_COLOR": "1"]))
        for term in ["dumb", ""] { #expect(!Output.allowsColours(["TERM": term])) }
        #expect(!Output.allowsColours([:]))
        let file = Output(descriptor: open("/dev/null", O_WRONLY), environment: [:])
        #expect(!file.isTerminal && !file.showsColours)
        let terminal = try PseudoTerminal()
        let device = Output(descriptor: terminal.device, environment: ["TERM": "xterm"])
        #expect(device.isTerminal && device.showsColours)
        let plain = Output(descriptor: terminal.device, environment: ["NO_COLOR": "1", "TERM": "xterm"])
        #expect(plain.redrawsLines && !plain.showsColours)
        let typewriter = Output(descriptor: terminal.device, environment: [:])
        #expect(typewriter.isTerminal && !typewriter.redrawsLines && !typewriter.showsColours)
    }

    func cells(text: String, width: Int) { #expect(Text(text).width == width) }

    func table() {
        let transcript = Transcript()
        var table = Table(["NAME", Table.Column("USES", .right), "NOTE"])
        table.append(["\("Zoë")", "7", "x"])
        table.append(["\("👩‍👩‍👧\n")", "1200"])
        Console(output: transcript.output()).print(table)
        #expect(transcript.text == "NAME  USES  NOTE\nZoë      7  x\n👩‍👩‍👧␊   1200  \n")
        let wide = Table(["NAME", "NOTE"], rows: [["\("日本語")", "x"], ["\("e\u{301}va")", "y"]])
        #expect(wide.lines.map { $0.rendered(inColour: false) } == ["NAME    NOTE", "日本語  x", "e\u{301}va     y"])
    }

    func json() throws {
        let transcript = Transcript()
        try Console(output: transcript.output()).print(json: ["b": "\u{1B}[1m", "a": "\u{9B}\u{202E}\u{E0001}/é"])
        #expect(
            transcript.text == #"""
                {
                  "a" : "\u009b\u202e\udb40\udc01/é",
                  "b" : "\u001b[1m"
                }

                """#)
        let decoded = try JSONDecoder().decode([String: String].self, from: Data(transcript.text.utf8))
        #expect(decoded == ["b": "\u{1B}[1m", "a": "\u{9B}\u{202E}\u{E0001}/é"])
    }

    func jsonPages(counts: [Int]) throws {
        let pages = counts.map { count in (0..<count).map { ["name": "[\n\($0)]", "list": "[]"] } }
        let (whole, inPages) = (Transcript(), Transcript())
        try Console(output: whole.output()).print(json: Array(pages.joined()))
        try Console(output: inPages.output()).print(jsonPages: { page in for part in pages { try page(part) } })
        #expect(inPages.text == whole.text)
    }
}

struct CountdownTests {
    @Test("A countdown", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("draws each second anew on a terminal, and clears the line at the end", terminal),
        TestCase("prints one line elsewhere, and takes as long", elsewhere),
        TestCase("of no time says nothing", nothing),
    ]

    /// A clock that advances only by sleeping.
    private final class StoppedClock: Sendable {
        let slept = Locked([Duration]())
        var timekeeper: Timekeeper {
            Timekeeper(
                now: { self.slept.value.reduce(.zero, +) }, sleep: { time in self.slept.update { $0.append(time) } })
        }
    }

    func terminal() throws {
        let (transcript, clock) = (Transcript(), StoppedClock())
        let console = Console(errors: transcript.output(isTerminal: true), time: clock.timekeeper)
        try console.countdown(seconds: 3) { "locked for \($0) s" }
        #expect(transcript.text == "\rlocked for 3 s\u{1B}[K\rlocked for 2 s\u{1B}[K\rlocked for 1 s\u{1B}[K\r\u{1B}[K")
        #expect(clock.slept.value == [.seconds(1), .seconds(1), .seconds(1)])
    }

    func elsewhere() throws {
        let (transcript, clock) = (Transcript(), StoppedClock())
        try Console(errors: transcript.output(), time: clock.timekeeper).countdown(seconds: 28) { "locked for \($0) s" }
        #expect(transcript.text == "locked for 28 s\n")
        #expect(clock.slept.value == [.seconds(28)])
    }

    func nothing() throws {
        let transcript = Transcript()
        try Console(errors: transcript.output(isTerminal: true)).countdown(seconds: 0) { "locked for \($0) s" }
        #expect(transcript.text.isEmpty)
    }
}
