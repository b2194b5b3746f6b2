import Synchronization

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The input and output of a command. Tests replace its parts. Any thread may use it.
public final class Console: Sendable {
    /// The output for results.
    public let output: Output
    /// The output for errors and progress.
    public let errors: Output
    /// The input from scripts.
    public let input: LineInput
    /// The keyboard on which a person answers questions.
    public let keyboard: Keyboard
    /// The clock for countdowns.
    public let time: Timekeeper
    /// The texts of questions.
    public let wording: any TerminalWording

    private let lostOutput = Atomic(false)

    public init(
        output: Output = .standardOutput, errors: Output = .standardError, input: LineInput = .standardInput,
        keyboard: Keyboard = .controllingTerminal, time: Timekeeper = .system,
        wording: any TerminalWording = EnglishTerminal()
    ) {
        self.output = output
        self.errors = errors
        self.input = input
        self.keyboard = keyboard
        self.time = time
        self.wording = wording
    }

    /// True if output could not be written. A program must not report success then.
    var hasLostOutput: Bool { lostOutput.load(ordering: .relaxed) }

    /// Writes a line to the output.
    public func print(_ text: Text = "") { write(text + "\n", to: output) }

    /// Writes sentences to the errors: a failure, or progress. On a terminal they are wrapped between words; elsewhere
    /// they are one line, for programs.
    public func report(_ text: Text) { write(fitted(text, errors) + "\n", to: errors) }

    /// Writes sentences to the output, wrapped like those of ``report(_:)``.
    public func print(sentences text: Text) { print(fitted(text, output)) }

    private func fitted(_ text: Text, _ output: Output) -> Text {
        output.window.map { text.wrapped(columns: $0.columns) } ?? text
    }

    /// Writes a table to the output. Long cells are broken on a terminal; elsewhere each row is a line, for programs.
    /// - Parameter withTitles: false for a table that continues another one.
    public func print(_ table: Table, withTitles: Bool = true) {
        table.lines(breaksCells: output.isTerminal).dropFirst(withTitles ? 0 : 1).forEach { print($0) }
    }

    /// Writes a value as indented JSON to the output, with keys in alphabetical order. Characters that control a
    /// terminal are escaped.
    /// - Throws: the value's encoding error; nothing has been written then.
    public func print(json value: some Encodable) throws { print(.verbatim(try json(value))) }

    /// Writes an array of any length like `print(json:)`, a page at a time.
    /// - Parameter pages: calls its argument with each page, in order.
    /// - Throws: the error of `pages`, or an element's encoding error; the pages before it have been written then.
    public func print<Element: Encodable>(
        jsonPages pages: (_ page: ([Element]) throws -> Void) throws -> Void
    ) throws {
        var begin = "[\n"
        try pages { page in
            guard !page.isEmpty else { return }
            // Without the brackets, which are on lines of their own.
            let elements = try json(page).dropFirst(2).dropLast(2)
            write(.verbatim(begin + elements), to: output)
            begin = ",\n"
        }
        print(.verbatim(begin == "[\n" ? "[\n\n]" : "\n]"))
    }

    private func json(_ value: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        encoder.dateEncodingStrategy = .iso8601
        return String(decoding: try encoder.encode(value), as: UTF8.self).escapingHarmfulInJSON
    }

    /// Writes without a line break, and records a failure.
    func write(_ text: Text, to output: Output) { write(text.rendered(inColour: output.showsColours), to: output) }

    func write(_ text: String, to output: Output) {
        if !output.write(text) { lostOutput.store(true, ordering: .relaxed) }
    }
}

extension String {
    /// The JSON text with escaped control characters. JSON does not escape all of them (RFC 8259, section 7); they
    /// occur only inside strings, where escapes are allowed.
    fileprivate var escapingHarmfulInJSON: String {
        unicodeScalars.reduce(into: "") { text, scalar in
            if scalar.isHarmful, scalar != "\n" {
                for unit in String(scalar).utf16 {
                    let digits = String(unit, radix: 16)
                    text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
                }
            } else {
                text.unicodeScalars.append(scalar)
            }
        }
    }
}
