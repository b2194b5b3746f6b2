import XignProtocol

/// The reason that an administrator gives for an act. It is signed, and kept in the audit log.
public struct Reason: Sendable, Equatable, Codable {
    /// The way in which the administrator has checked the identity of the person who asks.
    public enum IdentityCheck: String, Sendable, CaseIterable, Codable {
        /// In person, with a document.
        case inPerson
        /// By a call to a number that was known before.
        case calledBack
        /// As the text says.
        case other
    }

    /// Nil for an act that needs no identity check.
    public let identityCheck: IdentityCheck?
    /// Display text (`DisplayText`) of 10 to 200 characters.
    public let text: String

    public static let lengths = 10...200

    /// Keeps a reason as a person has typed it.
    /// - Returns: nil for a text that cannot be displayed, or that is too short or too long.
    public init?(_ identityCheck: IdentityCheck?, _ text: String) {
        guard let canonical = try? DisplayText.canonical(text), Self.lengths.contains(canonical.count) else {
            return nil
        }
        self.identityCheck = identityCheck
        self.text = canonical
    }
}
