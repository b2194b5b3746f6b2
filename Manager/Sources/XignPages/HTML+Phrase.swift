import XignWording

extension HTML.Interpolation {
    /// Appends words and values, escaped.
    package mutating func appendInterpolation(_ phrase: Phrase) {
        appendInterpolation(phrase.text)
    }

    /// Appends the words, escaped, and for each value the HTML that `element` makes of it:
    ///
    ///     "<h1>\(title, value: { "<bdi>\($0)</bdi>" })</h1>"
    package mutating func appendInterpolation(_ phrase: Phrase, value element: (String) -> HTML) {
        for part in phrase.parts {
            switch part {
            case .words(let words): appendInterpolation(words)
            case .value(let value): appendInterpolation(element(value))
            }
        }
    }
}
