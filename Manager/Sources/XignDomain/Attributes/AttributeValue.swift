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
    /// True if the value was verified as the person's.
    public var isVerified: Bool

    public static let idByteCount = 16
    /// The limit on values of one attribute.
    public static let maximumCount = 20

    public init(
        id: [UInt8], accountID: AccountID, attribute: AttributeName, disclosure: AttributeDisclosure, alias: String,
        isPrimary: Bool, isVerified: Bool
    ) {
        self.id = id
        self.accountID = accountID
        self.attribute = attribute
        self.disclosure = disclosure
        self.alias = alias
        self.isPrimary = isPrimary
        self.isVerified = isVerified
    }

    public var text: String { disclosure.value }
}
