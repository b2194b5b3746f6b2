/// An address that is safe in `href`, `src` or `action`: `https`, `http`, `mailto`, or a path, query or fragment of
/// this site.
///
/// Escaping alone does not make an address safe: `javascript:alert(1)` has nothing to escape.
package struct WebAddress: Sendable, Equatable {
    let text: String

    /// The replacement for a refused address. Browsers show an error page for it and send nothing.
    static let invalid = WebAddress(unchecked: "about:invalid")

    /// The attributes with addresses that a browser follows.
    static let attributes: Set<String> = [
        "action", "background", "cite", "data", "formaction", "href", "manifest", "ping", "poster", "src", "srcset",
        "xlink:href",
    ]

    private static let attributeNames = attributes.map { Array($0.utf8) }

    /// Finds `name` among `attributes`, in upper or lower case.
    static func isAttribute(_ name: ArraySlice<UInt8>) -> Bool {
        let capitals = UInt8(ascii: "A")...UInt8(ascii: "Z")
        return attributeNames.contains { $0.elementsEqual(name) { $0 == (capitals.contains($1) ? $1 | 0x20 : $1) } }
    }

    /// Refuses other schemes, and paths that do not begin with a single `/`: text appended to `java` could make it a
    /// scheme, and `//` names another site. Browsers drop tabs and line ends and read `\` as `/`, so these are refused
    /// as well.
    package init?(_ text: String) {
        let bytes = text.utf8
        guard bytes.allSatisfy({ $0 > 0x20 && $0 != 0x7F && $0 != UInt8(ascii: "\\") }) else { return nil }
        let namesSite = ["https://", "http://", "mailto:"].contains { text.hasPrefix($0) }
        let isRelative = text.hasPrefix("/") && !text.hasPrefix("//") || text.hasPrefix("?") || text.hasPrefix("#")
        guard namesSite || isRelative else { return nil }
        self.text = text
    }

    /// A JSON file in the page itself. Browsers save it, and never navigate to it, for a link with the attribute
    /// `download`.
    package init(jsonFile bytes: [UInt8]) {
        text = "data:application/json;base64," + Self.base64(bytes)
    }

    private init(unchecked text: String) {
        self.text = text
    }

    /// Encodes bytes by RFC 4648, section 4.
    private static func base64(_ bytes: [UInt8]) -> String {
        let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
        var text: [UInt8] = []
        text.reserveCapacity((bytes.count + 2) / 3 * 4)
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let octets = bytes[start..<min(start + 3, bytes.count)]
            var group = octets.reduce(0) { $0 << 8 | Int($1) } << (8 * (3 - octets.count))
            var digits: [UInt8] = []
            for _ in 0..<4 {
                digits.insert(alphabet[group & 63], at: 0)
                group >>= 6
            }
            for index in (octets.count + 1)..<4 { digits[index] = UInt8(ascii: "=") }
            text += digits
        }
        return String(decoding: text, as: UTF8.self)
    }
}
