import Synchronization

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Everything through which a command meets its user. Tests pass their own parts; any thread may use it.
public final class Console: Sendable {
    /// What the command was asked for.
    public let output: Output
    /// Errors and progress.
    public let errors: Output
    /// What scripts feed in.
    public let input: LineInput
    /// Where people are asked.
    public let keyboard: Keyboard
    /// The passing of time, for countdowns.
    public let time: Timekeeper

    private let lostOutput = Atomic(false)

    public init(
        output: Output = .standardOutput, errors: Output = .standardError, input: LineInput = .standardInput,
        keyboard: Keyboard = .controllingTerminal, time: Timekeeper = .system
    ) {
        self.output = output
        self.errors = errors
        self.input = input
        self.keyboard = keyboard
        self.time = time
    }

    /// Whether some output could not be written. A program must not report success then.
    var hasLostOutput: Bool { lostOutput.load(ordering: .relaxed) }

    /// Writes a line to the output.
    public func print(_ text: Text = "") { write(text + "\n", to: output) }

    /// Writes a line to the errors: something that went wrong, or how far it has come.
    public func report(_ text: Text) { write(text + "\n", to: errors) }

    /// Writes a table to the output.
    public func print(_ table: Table) { table.lines.forEach { print($0) } }

    /// Writes a value as JSON to the output: indented, keys in alphabetical order, for programs and for people. What
    /// a terminal would obey is escaped.
    /// - Throws: what the value throws when it is encoded; nothing has been written then.
    public func print(json value: some Encodable) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        encoder.dateEncodingStrategy = .iso8601
        print(.verbatim(String(decoding: try encoder.encode(value), as: UTF8.self).escapingHarmfulInJSON))
    }

    /// Writes without a line break, and remembers when it failed.
    func write(_ text: Text, to output: Output) { write(text.rendered(inColour: output.showsColours), to: output) }

    func write(_ text: String, to output: Output) {
        if !output.write(text) { lostOutput.store(true, ordering: .relaxed) }
    }
}

extension String {
    /// JSON leaves some controls as they are (RFC 8259, section 7). In a document they stand within strings alone, so
    /// they can be written as escapes.
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
