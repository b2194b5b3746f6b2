/// The path and query of one of the manager's own pages, to which a form may send the browser back.
///
/// Anything else, such as `//evil.example`, would make the manager an open redirector.
struct OwnAddress: Sendable, Equatable {
    private static let maximumBytes = 8192

    let text: String

    /// - Returns: nil for an address that a browser could read as another site's. Browsers read `\` as `/`.
    init?(_ text: String) {
        guard text.hasPrefix("/"), !text.hasPrefix("//"), text.utf8.count <= Self.maximumBytes,
            text.utf8.allSatisfy({ (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "\\") })
        else { return nil }
        self.text = text
    }
}
