import XignWording

extension HTML {
    /// Returns a name in an element of its own: letters written from right to left do not reorder the words around it.
    static func isolated(_ name: String) -> HTML { "<bdi>\(name)</bdi>" }
}

extension HTML.Interpolation {
    /// Appends words and values, escaped.
    package mutating func appendInterpolation(_ phrase: Phrase) {
        appendInterpolation(phrase.text)
    }

    /// Appends the words, escaped, and for each value the HTML that `element` makes of it:
    ///
    ///     "<h1>\(title, value: HTML.isolated)</h1>"
    package mutating func appendInterpolation(_ phrase: Phrase, value element: (String) -> HTML) {
        for part in phrase.parts {
            switch part {
            case .words(let words): appendInterpolation(words)
            case .value(let value): appendInterpolation(element(value))
            }
        }
    }
}
