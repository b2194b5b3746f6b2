/// Text that is safe to show on a terminal.
///
/// Only the program's own literals are used unchanged. Interpolated values are untrusted (names of services, answers of
/// servers) and are made harmless: they cannot move the cursor, change colours, break a line or reverse the reading
/// order. The type system enforces this. A name can still be so long that a terminal continues it in the next row, so
/// rows with labels are made by ``broken(columns:indent:)`` or a ``Table``.
///
///     console.print("Logged in to \(service.name, .bold)")
public struct Text: Hashable, Sendable {
    /// The style of a part of a text, where colours are shown.
    public enum Style: Int, Hashable, Sendable {
        case bold = 1
        case red = 31
        case green = 32
        case yellow = 33
    }

    private struct Span: Hashable, Sendable {
        let text: String
        let style: Style?
    }

    private var spans: [Span] = []

    private init(spans: [Span]) { self.spans = spans }

    /// Makes a text from untrusted text, made harmless.
    public init(_ outside: String, _ style: Style? = nil) {
        spans = [Span(text: outside.harmless, style: style)]
    }

    /// Makes a text from the program's own text, including line breaks. Never pass untrusted text.
    public static func verbatim(_ own: String, _ style: Style? = nil) -> Text {
        Text(spans: [Span(text: own, style: style)])
    }

    /// The number of columns on a terminal: two for wide characters and emoji, none for combining marks.
    public var width: Int { spans.reduce(0) { $0 + $1.text.cells } }

    /// Returns the characters, with or without escape sequences for the styles (ECMA-48, section 8.3.117).
    public func rendered(inColour: Bool) -> String {
        spans.map { span in
            guard inColour, let style = span.style else { return span.text }
            return "\u{1B}[\(style.rawValue)m\(span.text)\u{1B}[0m"
        }.joined()
    }

    /// Breaks the text into rows, of which all but the first are indented: where a row is full, the terminal would
    /// continue it at the left margin, and a name could forge a line of the program there.
    ///
    /// A row ends with a space if it has one in its second half. Only the indents are added.
    ///
    /// - Parameter columns: the width of a row. Each character counts with the columns that it takes at most.
    public func broken(columns: Int = Text.terminalColumns, indent: Int = 0) -> [Text] {
        var (rows, row): ([Text], [Styled]) = ([], [])
        var width = 0
        for span in spans {
            for character in span.text {
                if width + character.mostCells > columns, row.count > indent {
                    let space = row.lastIndex { $0.character == " " } ?? 0
                    let end = space > columns / 2 ? space + 1 : row.count
                    rows.append(Text(row[..<end]))
                    row = Array(repeating: Styled(character: " ", style: nil), count: indent) + row[end...]
                    width = row.reduce(0) { $0 + $1.character.mostCells }
                }
                row.append(Styled(character: character, style: span.style))
                width += character.mostCells
            }
        }
        return rows + [Text(row)]
    }

    /// Wraps sentences for a window: a line that is too long goes on after a space, in rows that are indented by two
    /// columns more. A word that is wider than the window stays whole, so that an address can be copied.
    public func wrapped(columns: Int) -> Text {
        var (rows, row): ([Styled], [Styled]) = ([], [])
        // The number of spaces at the beginning of this row, and of the further rows of this line.
        var (indent, hangingIndent): (Int, Int?) = (0, nil)
        for span in spans {
            for character in span.text {
                guard character != "\n" else {
                    rows += row + [Styled(character: character, style: nil)]
                    (row, indent, hangingIndent) = ([], 0, nil)
                    continue
                }
                if character == " ", row.count == indent { indent += 1 }
                row.append(Styled(character: character, style: span.style))
                let width = row.reduce(0) { $0 + $1.character.mostCells }
                guard width > columns, let space = row[indent...].lastIndex(where: { $0.character == " " }) else {
                    continue
                }
                // The break replaces the space.
                rows += row[..<space] + [Styled(character: "\n", style: nil)]
                indent = hangingIndent ?? indent + 2
                hangingIndent = indent
                row = Array(repeating: Styled(character: " ", style: nil), count: indent) + row[(space + 1)...]
            }
        }
        return Text(rows + row)
    }

    /// The width of a terminal that rows are made for. A person can make a window wider or narrower at any time.
    public static let terminalColumns = 80

    private struct Styled {
        let character: Character
        let style: Style?
    }

    private init(_ characters: some Sequence<Styled>) {
        for styled in characters {
            if let last = spans.last, last.style == styled.style {
                spans[spans.count - 1] = Span(text: last.text + String(styled.character), style: last.style)
            } else {
                spans.append(Span(text: String(styled.character), style: styled.style))
            }
        }
    }

    public static func + (left: Text, right: Text) -> Text { Text(spans: left.spans + right.spans) }
}

extension Text: ExpressibleByStringInterpolation {
    public struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var text = Text(spans: [])

        public init(literalCapacity: Int, interpolationCount: Int) {}

        public mutating func appendLiteral(_ literal: String) { text = text + .verbatim(literal) }

        /// Appends an untrusted value, made harmless.
        public mutating func appendInterpolation(_ outside: some Any, _ style: Style? = nil) {
            text = text + Text(String(describing: outside), style)
        }

        /// Appends a text, which is already safe, with its styles.
        public mutating func appendInterpolation(_ other: Text) { text = text + other }
    }

    public init(stringInterpolation: StringInterpolation) { self = stringInterpolation.text }
    public init(stringLiteral: String) { self = .verbatim(stringLiteral) }
}

extension Sequence<Text> {
    public func joined(separator: Text = "") -> Text {
        var iterator = makeIterator()
        guard var text = iterator.next() else { return "" }
        while let next = iterator.next() { text = text + separator + next }
        return text
    }
}
