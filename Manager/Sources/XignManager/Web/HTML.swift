import QRCode

/// Markup that is safe to send to a browser.
///
/// A string interpolation in which only literals are markup. Whatever is interpolated is escaped, so that it can be
/// neither a tag nor the end of a quoted attribute's value:
///
///     let page: HTML = "<p title=\"\(title)\">Log in to \(service.name)</p>"
///
/// Literals are `StaticString`s: no text that is made at run time can pass for one. Attribute values stand in quotes,
/// which `PageMarkupTests` checks of every page.
struct HTML: Sendable, Equatable, ExpressibleByStringInterpolation {
    /// The markup, as it is sent.
    let text: String

    init(stringLiteral markup: StaticString) {
        text = markup.description
    }

    init(stringInterpolation: Interpolation) {
        text = stringInterpolation.markup
    }

    /// A QR code as SVG.
    /// - Parameter title: What a screen reader says of it.
    init(drawing code: QRCode, title: String) {
        text = code.svg(title: title)
    }

    struct Interpolation: StringInterpolationProtocol {
        fileprivate var markup = ""

        init(literalCapacity: Int, interpolationCount: Int) {
            markup.reserveCapacity(literalCapacity + interpolationCount * 32)
        }

        mutating func appendLiteral(_ literal: StaticString) {
            markup += literal.description
        }

        /// Appends `text`, escaped. As the beginning of an address (`href="\(text)`), only an address that `WebAddress`
        /// accepts goes in; `about:invalid` stands for any other.
        mutating func appendInterpolation(_ text: String) {
            if markup.endsWhereAddressBegins {
                appendInterpolation(WebAddress(text) ?? .invalid)
            } else {
                markup.appendEscaped(text)
            }
        }

        mutating func appendInterpolation(_ address: WebAddress) {
            markup.appendEscaped(address.text)
        }

        mutating func appendInterpolation(_ number: some BinaryInteger) {
            markup += String(number)
        }

        mutating func appendInterpolation(_ html: HTML) {
            markup += html.text
        }

        mutating func appendInterpolation(_ parts: [HTML]) {
            for part in parts { markup += part.text }
        }
    }
}

extension String {
    fileprivate mutating func appendEscaped(_ text: String) {
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": self += "&amp;"
            case "<": self += "&lt;"
            case ">": self += "&gt;"
            case "\"": self += "&quot;"
            case "'": self += "&#39;"
            default: unicodeScalars.append(scalar)
            }
        }
    }

    /// Whether the markup so far ends with the name of an attribute that holds an address, `=` and the opening quote.
    fileprivate var endsWhereAddressBegins: Bool {
        var rest = utf8[...]
        guard let quote = rest.popLast(), quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
            return false
        }
        guard rest.popLast() == UInt8(ascii: "=") else { return false }
        let name = rest.reversed().prefix { $0 > UInt8(ascii: " ") }.reversed()
        return WebAddress.attributes.contains(String(decoding: name, as: UTF8.self).lowercased())
    }
}
