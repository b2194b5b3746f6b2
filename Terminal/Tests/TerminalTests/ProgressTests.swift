import Foundation
import Testing

@testable import Terminal

struct ProgressTests {
    @Test("Progress", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("of work that is done within a second is not shown", short),
        TestCase("names after a second what is done, the total and the time left, and goes before the result", shown),
        TestCase("is drawn a few times a second, however often it is told", seldom),
        TestCase("of a step whose total nobody knows names what is done, and no time", unknownTotal),
        TestCase("of a step that cannot tell names the step, also if it tells nothing after the first second", silent),
        TestCase("has the time left of the step, not of those before", laterStep),
        TestCase("has the unit of the total", units),
        TestCase("goes where the work fails, and is not drawn afterwards", failed),
        TestCase("is not shown where the errors are no terminal", noTerminal),
        TestCase("is shown on another terminal than that of the output, and not on the same one", sameTerminal),
        TestCase("is German in a German program", german),
    ]

    private static let cleared = "\r\u{1B}[K"

    private let clock = Locked(Duration.zero)
    private let errors = Transcript()

    private var time: Timekeeper { Timekeeper(now: { [clock] in clock.value }, sleep: { _ in }) }

    private func console(isTerminal: Bool = true, _ wording: any TerminalWording = EnglishTerminal()) -> Console {
        Console(
            output: Transcript().output(), errors: errors.output(isTerminal: isTerminal), time: time, wording: wording)
    }

    private func pass(_ milliseconds: Int) { clock.update { $0 += .milliseconds(milliseconds) } }

    private static func line(_ text: String) -> String { "\r\(text)\u{1B}[K" }

    func short() {
        let result = console().showingProgress { line in
            line.show("Applying", done: 1, of: 2)
            pass(999)
            line.show("Applying", done: 2, of: 2)
            return 7
        }
        #expect(result == 7)
        #expect(errors.text == "")
    }

    func shown() {
        console().showingProgress { line in
            line.show("Copying the database", done: 0, of: 500_000_000, in: .bytes)
            pass(1000)
            line.show("Copying the database", done: 100_000_000, of: 500_000_000, in: .bytes)
            pass(4000)
            line.show("Copying the database", done: 500_000_000, of: 500_000_000, in: .bytes)
        }
        let lines = ["Copying the database: 100 of 500 MB, 4 s left", "Copying the database: 500 of 500 MB"]
        #expect(errors.text == lines.map(Self.line).joined() + Self.cleared)
    }

    func seldom() {
        console().showingProgress { line in
            for done in 0..<2000 {
                line.show("Applying", done: Int64(done), of: 2000)
                pass(1)
            }
        }
        #expect(errors.text.count { $0 == "\r" } == 6)
    }

    func unknownTotal() {
        console().showingProgress { line in
            pass(1000)
            line.show("Reading events", done: 3000)
        }
        #expect(errors.text == Self.line("Reading events: 3000") + Self.cleared)
    }

    func silent() {
        console().showingProgress { line in
            line.show("Checking the database")
            pass(1000)
            // As the timer does.
            line.draw()
        }
        #expect(errors.text == Self.line("Checking the database") + Self.cleared)
    }

    func laterStep() {
        console().showingProgress { line in
            line.show("Checking the database")
            pass(60_000)
            line.show("Verifying links", done: 0, of: 400)
            pass(2000)
            line.show("Verifying links", done: 4, of: 400)
        }
        let lines = Self.line("Verifying links: 0 of 400") + Self.line("Verifying links: 4 of 400, 4 min left")
        #expect(errors.text == lines + Self.cleared)
    }

    func units() {
        console().showingProgress { line in
            pass(1000)
            line.show("Copying", done: 1_250_000, of: 8_000_000, in: .bytes)
            pass(200)
            line.show("Reading", done: 12, of: 120_000, in: .bytes)
            pass(200)
            line.show("Looking", done: 3_100_000_000, in: .bytes)
        }
        let lines = ["Copying: 1.2 of 8.0 MB", "Reading: 0.0 of 120 kB", "Looking: 3.1 GB"].map(Self.line)
        #expect(errors.text == lines.joined() + Self.cleared)
    }

    func failed() {
        struct Failed: Error {}
        let kept = Locked<ProgressLine?>(nil)
        #expect(throws: Failed.self) {
            try console().showingProgress { line in
                kept.update { $0 = line }
                pass(1000)
                line.show("Applying", done: 1)
                throw Failed()
            }
        }
        pass(1000)
        kept.value?.show("Applying", done: 2)
        #expect(errors.text == Self.line("Applying: 1") + Self.cleared)
    }

    func noTerminal() {
        console(isTerminal: false).showingProgress { line in
            pass(1000)
            line.show("Applying", done: 1)
        }
        #expect(errors.text == "")
    }

    func sameTerminal() throws {
        let (terminal, other) = (try PseudoTerminal(), try PseudoTerminal())
        let errors = Output(descriptor: terminal.device, environment: ["TERM": "xterm"])
        #expect(errors.isSameTerminal(as: Output(descriptor: terminal.device, environment: ["TERM": "xterm"])))
        #expect(!errors.isSameTerminal(as: Output(descriptor: other.device, environment: ["TERM": "xterm"])))
        for device in [terminal.device, other.device] {
            Console(output: Output(descriptor: device, environment: ["TERM": "xterm"]), errors: errors, time: time)
                .showingProgress { line in
                    pass(1000)
                    line.show("Applying", done: Int64(device == other.device ? 2 : 1))
                }
        }
        #expect(try terminal.shown(until: Self.cleared) == Self.line("Applying: 2") + Self.cleared)
    }

    func german() {
        console(GermanTerminal()).showingProgress { line in
            pass(1000)
            line.show("Kopieren", done: 0, of: 10)
            pass(1000)
            line.show("Kopieren", done: 5, of: 10)
        }
        let lines = Self.line("Kopieren: 0 von 10") + Self.line("Kopieren: 5 von 10, noch 1 s")
        #expect(errors.text == lines + Self.cleared)
    }
}
