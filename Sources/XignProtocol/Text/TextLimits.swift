/// The length of a text in characters (extended grapheme clusters).
///
/// A character may have four bytes of UTF-8 on average, since a single character can otherwise be of any size.
public struct TextLimits: Sendable, Equatable {
    public let minimum: Int
    public let maximum: Int

    public static let name = TextLimits(minimum: 1, maximum: 100)
    public static let salutation = TextLimits(minimum: 1, maximum: 40)
    public static let gender = TextLimits(minimum: 1, maximum: 50)
    public static let username = TextLimits(minimum: 1, maximum: 64)
    /// The lengths of each part of an address.
    public static let addressPart = TextLimits(minimum: 1, maximum: 200)

    /// The reason why a length is refused.
    public enum Refusal: Sendable { case empty, tooShort, tooLong }

    public init(minimum: Int, maximum: Int) {
        self.minimum = minimum
        self.maximum = maximum
    }

    /// Returns the reason why the length of a text is refused, or nil.
    public func refusal(of text: String) -> Refusal? {
        if text.isEmpty { return .empty }
        // Bytes come first, since counting the characters of a long text is slow.
        if text.utf8.count > 4 * maximum || text.count > maximum { return .tooLong }
        return text.count < minimum ? .tooShort : nil
    }
}
