/// An error of the sealed channel. The reasons why a request cannot be opened are deliberately not distinguished.
public enum SealedChannelError: Error, Equatable, Sendable {
    /// The data is truncated, altered, sealed to another key, operation or manager, or wrongly padded.
    case unreadable
    /// The manager does not have the key: the sender's key material is too old.
    case unknownKey
    /// The platform lacks the suite.
    case unsupportedSuite
    /// The body is too large.
    case tooLarge
}
