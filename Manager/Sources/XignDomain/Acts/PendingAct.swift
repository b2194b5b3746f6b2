import XignProtocol

/// The kind of `PendingActID`.
public enum PendingActKind {}

/// The identifier of an act that waits for its second administrator. It is not secret.
public typealias PendingActID = Identifier<PendingActKind>

/// An act that one administrator has confirmed, and that takes effect when a second one has confirmed it, too.
public struct PendingAct: Sendable, Equatable {
    public let id: PendingActID
    public let act: Administration
    /// The SHA-256 of the act's object as the first administrator saw it. The act is refused where the object has
    /// changed since.
    public let object: [UInt8]
    /// The text that the first administrator has signed, and that the second one signs.
    public let text: TransactionText
    /// The account of the first administrator.
    public let accountID: AccountID
    /// The process whose statement the first administrator has signed.
    public let process: SessionID
    /// The moment at which the statement of the first administrator was issued.
    public let createdAt: Timestamp

    /// The time in seconds for which an act waits.
    public static let maximumSeconds: Int64 = 86_400
    /// Acts of one administrator that wait at once.
    public static let openPerAccount = 20

    public init(
        id: PendingActID, act: Administration, object: [UInt8], text: TransactionText, accountID: AccountID,
        process: SessionID, createdAt: Timestamp
    ) {
        self.id = id
        self.act = act
        self.object = object
        self.text = text
        self.accountID = accountID
        self.process = process
        self.createdAt = createdAt
    }

    public var expiresAt: Timestamp { createdAt + Self.maximumSeconds }

    /// True until the act ends by time. An act from the future, created before the clock was set back, has ended.
    public func isOpen(at now: Timestamp) -> Bool {
        now < expiresAt && createdAt <= now + Timestamp.clockTolerance
    }
}
