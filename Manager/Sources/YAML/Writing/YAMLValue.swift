/// A value to be written as YAML.
public indirect enum YAMLValue: Sendable {
    case string(String)
    case integer(Int64)
    case boolean(Bool)
    case sequence([YAMLValue])
    /// The entries in the order in which they are written. No key may be repeated.
    case mapping([(key: String, value: YAMLValue)])

    /// Writes the value as one document, in UTF-8, which ``YAMLDecoder`` reads as the same value.
    ///
    /// Other readers find the same value, whether they follow YAML 1.1 or 1.2: a string that one of them could take for
    /// a number, a truth value, a date or nothing is quoted. The same value is always written as the same bytes.
    public var document: [UInt8] {
        let writer = EventWriter()
        writer.begin()
        write(to: writer)
        writer.end()
        return writer.bytes
    }

    private func write(to writer: EventWriter) {
        switch self {
        case .string(let text): writer.scalar(text, isPlain: Self.isEvidentText(text))
        case .integer(let number): writer.scalar("\(number)", isPlain: true)
        case .boolean(let isTrue): writer.scalar(isTrue ? "true" : "false", isPlain: true)
        case .sequence(let values):
            writer.sequence(inOneLine: values.allSatisfy(\.isShort)) { for value in values { value.write(to: writer) } }
        case .mapping(let entries):
            writer.mapping {
                for entry in entries {
                    writer.scalar(entry.key, isPlain: Self.isEvidentText(entry.key))
                    entry.value.write(to: writer)
                }
            }
        }
    }

    /// True for a scalar that fits into a line with others.
    private var isShort: Bool {
        switch self {
        case .string(let text): text.utf8.count <= 20
        case .integer, .boolean: true
        case .sequence, .mapping: false
        }
    }

    /// Returns true for a text that nobody reads as anything else, and that fits into one line. It begins with a
    /// letter, so it is neither a number nor a date.
    private static func isEvidentText(_ text: String) -> Bool {
        guard let first = text.unicodeScalars.first, first.properties.isAlphabetic else { return false }
        return !otherMeanings.contains(text.lowercased()) && text.unicodeScalars.allSatisfy(isOrdinary)
    }

    /// The words that are truth values or nothing in YAML 1.1 or 1.2.
    private static let otherMeanings: Set<String> = ["y", "n", "yes", "no", "on", "off", "true", "false", "null"]

    /// Returns false for characters that end lines, control a terminal, or cannot be seen.
    private static func isOrdinary(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator: false
        case .spaceSeparator: scalar == " "
        default: true
        }
    }
}
