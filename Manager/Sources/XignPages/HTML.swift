/// Markup that is safe to send to a browser.
///
/// A string interpolation in which only literals are markup. Interpolated text is escaped, so that it can be neither a
/// tag nor the end of a quoted attribute's value:
///
///     let page: HTML = "<p title=\"\(title)\">Log in to \(service.name)</p>"
///
/// Literals are `StaticString`s, which no text made at run time can become. Attribute values must stand in quotes:
/// `PageMarkupTests` checks every page.
package struct HTML: Sendable, Equatable, ExpressibleByStringInterpolation {
    /// The markup in UTF-8. Bytes, not a `String`: each request joins many parts, and appending bytes needs no
    /// validation.
    package let bytes: [UInt8]

    package var text: String { String(decoding: bytes, as: UTF8.self) }

    package init(stringLiteral markup: StaticString) {
        bytes = markup.withUTF8Buffer { Array($0) }
    }

    package init(stringInterpolation: Interpolation) {
        bytes = stringInterpolation.markup
    }

    package struct Interpolation: StringInterpolationProtocol {
        fileprivate var markup: [UInt8] = []

        package init(literalCapacity: Int, interpolationCount: Int) {
            markup.reserveCapacity(literalCapacity + interpolationCount * 32)
        }

        package mutating func appendLiteral(_ literal: StaticString) {
            literal.withUTF8Buffer { markup.append(contentsOf: $0) }
        }

        /// Appends `text`, escaped.
        ///
        /// At the beginning of an address (`href="\(text)`), `about:invalid` replaces a text that `WebAddress` refuses.
        package mutating func appendInterpolation(_ text: String) {
            if endsWhereAddressBegins {
                appendInterpolation(WebAddress(text) ?? .invalid)
            } else {
                appendEscaped(text)
            }
        }

        package mutating func appendInterpolation(_ address: WebAddress) {
            appendEscaped(address.text)
        }

        package mutating func appendInterpolation(_ number: some BinaryInteger) {
            markup.append(contentsOf: String(number).utf8)
        }

        package mutating func appendInterpolation(_ html: HTML) {
            markup.append(contentsOf: html.bytes)
        }

        package mutating func appendInterpolation(_ parts: [HTML]) {
            for part in parts { markup.append(contentsOf: part.bytes) }
        }

        private mutating func appendEscaped(_ text: String) {
            let start = markup.count
            markup += text.utf8
            // Most texts have nothing to escape.
            guard let first = markup[start...].firstIndex(where: { Self.escape(of: $0) != nil }) else { return }
            let rest = Array(markup[first...])
            markup.removeLast(rest.count)
            for byte in rest {
                if let escape = Self.escape(of: byte) { appendLiteral(escape) } else { markup.append(byte) }
            }
        }

        private static func escape(of byte: UInt8) -> StaticString? {
            switch byte {
            case UInt8(ascii: "&"): "&amp;"
            case UInt8(ascii: "<"): "&lt;"
            case UInt8(ascii: ">"): "&gt;"
            case UInt8(ascii: "\""): "&quot;"
            case UInt8(ascii: "'"): "&#39;"
            default: nil
            }
        }

        /// True if the markup so far ends with the name of an attribute for addresses, `=` and the opening quote.
        private var endsWhereAddressBegins: Bool {
            guard let quote = markup.last, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'"),
                markup.dropLast().last == UInt8(ascii: "=")
            else { return false }
            let front = markup.dropLast(2)
            let name = front.suffix(from: front.lastIndex { $0 <= UInt8(ascii: " ") }.map { $0 + 1 } ?? 0)
            return WebAddress.isAttribute(name)
        }
    }
}
