import XignProtocol

/// The object of a link that stops something: a device or a code for one, by its activation, or a recovery.
public enum StoppableObject: Sendable, Equatable {
    case activation(ActivationID)
    case recovery(RecoveryID)

    private static let recoveryPrefix = "recovery-"

    /// Reads `text`; nil for any other text.
    public init?(_ text: some StringProtocol) {
        if text.hasPrefix(Self.recoveryPrefix) {
            guard let id = RecoveryID(text: text.dropFirst(Self.recoveryPrefix.count)) else { return nil }
            self = .recovery(id)
        } else {
            guard let id = ActivationID(text: text) else { return nil }
            self = .activation(id)
        }
    }

    /// The text in links and in messages: an activation's is its id.
    public var text: String {
        switch self {
        case .activation(let id): id.description
        case .recovery(let id): "\(Self.recoveryPrefix)\(id)"
        }
    }
}
