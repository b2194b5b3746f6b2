/// The parsers of wishes for a language: the browser's settings and a website's parameter.
///
/// The lookup of RFC 4647, section 3.4, shortens a range such as `de-CH-1996` until a language has that tag. The
/// manager's languages are `de` and `en`, so that only a range's first subtag counts. The range `*` asks for no
/// language, and is skipped.
extension Language {
    /// Finds the language that a browser prefers (RFC 9110, section 12.5.4).
    /// - Parameter fields: the values of `Accept-Language`. A part of them that is malformed is skipped.
    package init?(accepting fields: [String]) {
        var best: (language: Language, weight: Int)?
        for field in fields {
            for part in field.utf8.split(separator: UInt8(ascii: ",")) {
                let parts = part.split(separator: UInt8(ascii: ";"), maxSplits: 1, omittingEmptySubsequences: false)
                guard let language = Language(matching: parts[0].trimmingBlanks()),
                    let weight = parts.count == 1 ? 1000 : Self.weight(parts[1].trimmingBlanks()),
                    weight > best?.weight ?? 0
                else { continue }
                best = (language, weight)
            }
        }
        guard let best else { return nil }
        self = best.language
    }

    /// Finds the first language of a list that the manager speaks.
    /// - Parameter locales: the value of `ui_locales`, with spaces between (OpenID Connect Core, section 3.1.2.1).
    package init?(preferredAmong locales: String) {
        let languages = locales.utf8.split(separator: UInt8(ascii: " ")).lazy.compactMap { Language(matching: $0) }
        guard let first = languages.first else { return nil }
        self = first
    }

    /// Finds the language of a range, such as `de-AT`.
    private init?(matching range: Substring.UTF8View) {
        let subtag = range.prefix { $0 != UInt8(ascii: "-") }
        let language = Self.allCases.first { language in
            subtag.elementsEqual(language.rawValue.utf8) { $0 | 0x20 == $1 }
        }
        guard let language else { return nil }
        self = language
    }

    /// Parses `q=0.8` (RFC 9110, section 12.4.2): the weight in thousandths.
    private static func weight(_ parameter: Substring.UTF8View) -> Int? {
        var rest = parameter[...]
        guard let name = rest.popFirst(), name | 0x20 == UInt8(ascii: "q"), rest.popFirst() == UInt8(ascii: "="),
            let whole = rest.popFirst().flatMap(digit), whole <= 1
        else { return nil }
        guard let point = rest.popFirst() else { return whole * 1000 }
        guard point == UInt8(ascii: "."), rest.count <= 3 else { return nil }
        var weight = whole
        for _ in 0..<3 {
            guard let digit = rest.isEmpty ? 0 : rest.popFirst().flatMap(digit) else { return nil }
            weight = weight * 10 + digit
        }
        return weight <= 1000 ? weight : nil
    }

    private static func digit(_ byte: UInt8) -> Int? {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) ? Int(byte - UInt8(ascii: "0")) : nil
    }
}

extension Substring.UTF8View {
    /// Removes the spaces and tabs at both ends (OWS of RFC 9110, section 5.6.3).
    fileprivate func trimmingBlanks() -> Substring.UTF8View {
        var rest = self[...]
        while let byte = rest.first, byte == 0x20 || byte == 0x09 { rest.removeFirst() }
        while let byte = rest.last, byte == 0x20 || byte == 0x09 { rest.removeLast() }
        return rest
    }
}
