/// The rule by which a person names one of several things that have an id and a name, such as devices.
///
/// Names are anybody's text: two things may have one name, and a name may look like the beginning of another thing's
/// id. So a name never takes precedence over an id, nor the reverse. Whoever means one thing alone gives its whole id.
public enum Naming {
    /// The number of characters that the beginning of an id must have. With fewer, a name would too often be taken for
    /// the beginning of another thing's id.
    public static let shortestID = 4

    /// Returns all things that a person can mean: the one with this whole id; otherwise those with this name, in any
    /// normal form, and those whose id begins so.
    /// - Parameters:
    ///   - typed: the text. White space at its ends is ignored.
    ///   - id: the whole id of a thing.
    ///   - name: its name; nil or empty for a thing without one, which no name means.
    /// - Returns: the things in their order. The caller refuses anything but one.
    public static func meant<Thing>(
        by typed: String, among things: [Thing], id: (Thing) -> String, name: (Thing) -> String?
    ) -> [Thing] {
        let text = trimmed(typed)
        guard !text.isEmpty else { return [] }
        let exact = things.filter { id($0) == text }
        guard exact.isEmpty else { return exact }
        return things.filter { thing in
            name(thing) == text || name(thing) == typed || text.count >= shortestID && id(thing).hasPrefix(text)
        }
    }

    /// Returns a text without the white space at its ends.
    public static func trimmed(_ text: String) -> String {
        let start = text.unicodeScalars.drop { $0.properties.isWhitespace }
        let end = start.lastIndex { !$0.properties.isWhitespace }
        return end.map { String(Substring(start[...$0])) } ?? ""
    }
}
