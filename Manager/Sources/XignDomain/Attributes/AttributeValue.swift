import XignProtocol

/// A value that a person has for an attribute. A person may have several.
public struct AttributeValue: Sendable, Equatable {
    /// `idByteCount` random bytes that never leave the manager.
    public var id: [UInt8]
    public var accountID: AccountID
    public var attribute: AttributeName
    /// The value with its salt: the input of a statement's digest.
    public var disclosure: AttributeDisclosure
    /// The person's name for the value, shown on the device. Unique among the values of an attribute.
    public var alias: String
    /// True for the value to preselect: at most one of an attribute's values. The address of an invitation is not.
    public var isPrimary: Bool
    /// The ground on which the value counts as the person's; nil: only the person says so.
    public var verification: Verification?
    /// The moment at which a code has verified it; nil for another verification, and before it is stored.
    public var verifiedAt: Timestamp?

    public var isVerified: Bool { verification != nil }

    public static let idByteCount = 16
    /// The limit on values of one attribute.
    public static let maximumCount = 20
    /// The limit on mail addresses that the person verifies: each gets each notice.
    public static let maximumVerifiedAddresses = 5

    public init(
        id: [UInt8], accountID: AccountID, attribute: AttributeName, disclosure: AttributeDisclosure, alias: String,
        isPrimary: Bool, verification: Verification? = nil, verifiedAt: Timestamp? = nil
    ) {
        self.id = id
        self.accountID = accountID
        self.attribute = attribute
        self.disclosure = disclosure
        self.alias = alias
        self.isPrimary = isPrimary
        self.verification = verification
        self.verifiedAt = verifiedAt
    }

    public var text: String { disclosure.value }
}
