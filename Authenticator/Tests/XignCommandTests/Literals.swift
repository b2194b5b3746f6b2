/// The string literals of a Swift source, in their order. Each interpolated value is replaced by `…`; literals inside
/// of it follow the literal that contains it.
struct Literals {
    private(set) var texts: [String] = []
    private var rest: Substring

    init(in source: some StringProtocol) {
        rest = Substring(source)
        while !rest.isEmpty { skipCode() }
    }

    /// Skips code to the next literal, and reads the literal.
    private mutating func skipCode() {
        if rest.hasPrefix("//") {
            rest = rest.drop { $0 != "\n" }
        } else if rest.hasPrefix("\"\"\"") {
            rest.removeFirst(3)
            readLiteral(until: "\"\"\"")
        } else if rest.hasPrefix("\"") {
            rest.removeFirst()
            readLiteral(until: "\"")
        } else {
            rest.removeFirst()
        }
    }

    private mutating func readLiteral(until end: String) {
        let place = texts.count
        texts.append("")
        var text = ""
        while !rest.isEmpty, !rest.hasPrefix(end) {
            if rest.hasPrefix("\\(") {
                rest.removeFirst(2)
                text += "…"
                skipInterpolation()
            } else if rest.hasPrefix("\\\n") {
                rest = rest.dropFirst(2).drop { $0 == " " }
            } else if rest.hasPrefix("\\") {
                text += rest.prefix(2)
                rest.removeFirst(2)
            } else {
                text.append(rest.removeFirst())
            }
        }
        rest = rest.dropFirst(end.count)
        // The margin of a literal of several lines.
        texts[place] = text.replacing(#/\n */#, with: "\n")
    }

    private mutating func skipInterpolation() {
        var depth = 1
        while !rest.isEmpty, depth > 0 {
            switch rest.first {
            case "(": depth += 1
            case ")": depth -= 1
            default: break
            }
            if depth == 0 { rest.removeFirst() } else { skipCode() }
        }
    }
}
