/// Prometheus' text format, version 0.0.4.
package enum TextFormat {
    package static let contentType = "text/plain; version=0.0.4; charset=utf-8"

    /// Writes families with all their series. One without series is left out.
    package static func text(_ families: [any Family]) -> String {
        var text = ""
        for family in families {
            let (definition, samples) = (family.definition, family.samples)
            guard !samples.isEmpty else { continue }
            text += "# HELP \(definition.name) \(escaped(definition.help, quotes: false))\n"
            text += "# TYPE \(definition.name) \(definition.kind.rawValue)\n"
            for sample in samples {
                text += definition.name + sample.suffix
                if !sample.labels.isEmpty {
                    let pairs = sample.labels.map { "\($0.name)=\"\(escaped($0.value, quotes: true))\"" }
                    text += "{" + pairs.joined(separator: ",") + "}"
                }
                text += " \(number(sample.value))\n"
            }
        }
        return text
    }

    /// The number in the notation of Go's `ParseFloat`.
    static func number(_ value: Double) -> String {
        if value.isNaN { return "NaN" }
        if value.isInfinite { return value < 0 ? "-Inf" : "+Inf" }
        return Int(exactly: value).map(String.init) ?? "\(value)"
    }

    /// Escapes a label's value, or, without quotes, a help text.
    private static func escaped(_ text: String, quotes: Bool) -> String {
        var result = ""
        for character in text.unicodeScalars {
            switch character {
            case "\\": result += "\\\\"
            case "\n": result += "\\n"
            case "\"" where quotes: result += "\\\""
            default: result.unicodeScalars.append(character)
            }
        }
        return result
    }
}
