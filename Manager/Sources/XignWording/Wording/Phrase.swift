/// A text with values in it, such as a service's name, each in the place that its language gives it.
///
///     let title: Phrase = "Log in to \(service)"
///
/// A page puts the values into elements of their own. Neither words nor values are markup: pages escape both.
package struct Phrase: Sendable, Equatable, ExpressibleByStringInterpolation {
    package enum Part: Sendable, Equatable {
        case words(String)
        case value(String)
    }

    package let parts: [Part]

    /// The words and values, for places that take no elements: a title, an attribute, a button.
    package var text: String {
        var text = ""
        for part in parts {
            switch part {
            case .words(let part), .value(let part): text += part
            }
        }
        return text
    }

    package init(parts: [Part]) {
        self.parts = parts
    }

    package init(stringLiteral words: String) {
        parts = [.words(words)]
    }

    package init(stringInterpolation: Interpolation) {
        parts = stringInterpolation.parts
    }

    /// Makes a list of values, with words between them.
    static func list(_ values: [String], separator: String = ", ") -> Phrase {
        Phrase(parts: Array(values.map { [Part.value($0)] }.joined(separator: [Part.words(separator)])))
    }

    /// Joins the lines of a long text.
    static func + (first: Phrase, second: Phrase) -> Phrase { Phrase(parts: first.parts + second.parts) }

    package struct Interpolation: StringInterpolationProtocol {
        fileprivate var parts: [Part] = []

        package init(literalCapacity: Int, interpolationCount: Int) {
            parts.reserveCapacity(2 * interpolationCount + 1)
        }

        package mutating func appendLiteral(_ words: String) {
            if !words.isEmpty { parts.append(.words(words)) }
        }

        package mutating func appendInterpolation(_ value: String) {
            parts.append(.value(value))
        }
    }
}
