/// An address that is safe in `href`, `src` or `action`: `https`, `http`, or a path, query or fragment of this site.
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
        let namesSite = text.hasPrefix("https://") || text.hasPrefix("http://")
        let isRelative = text.hasPrefix("/") && !text.hasPrefix("//") || text.hasPrefix("?") || text.hasPrefix("#")
        guard namesSite || isRelative else { return nil }
        self.text = text
    }

    private init(unchecked text: String) {
        self.text = text
    }
}
