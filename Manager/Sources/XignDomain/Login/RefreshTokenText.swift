/// The text of a refresh token: two bearer values of 256 random bits.
///
/// The first is the family's, and stays; the second is replaced when the token is rotated. So an earlier token is
/// recognized without being stored, and the size of the database does not grow with the uses.
public struct RefreshTokenText: Sendable, CustomStringConvertible {
    public let text: String
    private let family: String

    private static let partLength = 43

    public static func generate() -> RefreshTokenText { RefreshTokenText(family: BearerToken.generate().text) }

    /// The token that replaces this one.
    public func rotated() -> RefreshTokenText { RefreshTokenText(family: family) }

    private init(family: String) {
        self.family = family
        text = family + BearerToken.generate().text
    }

    /// Reads what a client has sent.
    /// - Returns: nil for a text that no refresh token has.
    public init?(_ text: String) {
        guard text.utf8.count == 2 * Self.partLength, text.utf8.allSatisfy({ $0 < 0x80 }) else { return nil }
        self.text = text
        family = String(text.prefix(Self.partLength))
    }

    public var familyHash: BearerHash { BearerHash(of: family) }
    public var hash: BearerHash { BearerHash(of: text) }

    /// A text without the value, so that no log has it.
    public var description: String { "refresh token" }
}
