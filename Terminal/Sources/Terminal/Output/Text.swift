/// Text that is safe to show on a terminal.
///
/// Only the program's own literals are taken as they are. Whatever is interpolated comes from outside (names of
/// services, answers of servers) and is made harmless: it can neither move the cursor, nor change colours, nor forge a
/// line, nor reverse the reading order. So the compiler sees to it that nobody forgets.
///
///     console.print("Logged in to \(service.name, .bold)")
public struct Text: Hashable, Sendable {
    /// How a part of a text stands out where colours are shown.
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

    /// Text from outside, made harmless.
    public init(_ outside: String, _ style: Style? = nil) {
        spans = [Span(text: outside.harmless, style: style)]
    }

    /// Text of the program's own making, line breaks and all. Never pass text from outside.
    public static func verbatim(_ own: String, _ style: Style? = nil) -> Text {
        Text(spans: [Span(text: own, style: style)])
    }

    /// The columns that it takes: characters as people count them.
    public var width: Int { spans.reduce(0) { $0 + $1.text.count } }

    /// The characters alone, or with escape sequences for the styles (ECMA-48, section 8.3.117).
    public func rendered(inColour: Bool) -> String {
        spans.map { span in
            guard inColour, let style = span.style else { return span.text }
            return "\u{1B}[\(style.rawValue)m\(span.text)\u{1B}[0m"
        }.joined()
    }

    public static func + (left: Text, right: Text) -> Text { Text(spans: left.spans + right.spans) }
}

extension Text: ExpressibleByStringInterpolation {
    public struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var text = Text(spans: [])

        public init(literalCapacity: Int, interpolationCount: Int) {}

        public mutating func appendLiteral(_ literal: String) { text = text + .verbatim(literal) }

        /// Anything from outside; made harmless.
        public mutating func appendInterpolation(_ outside: some Any, _ style: Style? = nil) {
            text = text + Text(String(describing: outside), style)
        }

        /// A text that is safe already keeps its styles.
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
