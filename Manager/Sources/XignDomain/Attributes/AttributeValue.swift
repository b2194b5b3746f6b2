import XignProtocol

/// One of a person's values of an attribute.
public struct AttributeValue: Sendable, Equatable {
    /// 16 random bytes. Never leaves the manager.
    public var id: [UInt8]
    public var accountID: AccountID
    public var attribute: AttributeName
    /// The value with its salt: what a statement's digest pins, and what is released.
    public var disclosure: AttributeDisclosure
    /// What the person calls it; shown on the device. Another for each value of an attribute.
    public var alias: String
    /// The one to preselect; exactly one of an attribute's values is.
    public var isPrimary: Bool
    /// Somebody has found out that it is the person's.
    public var isVerified: Bool

    public static let idByteCount = 16
    /// Of one attribute.
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

    /// What a value is called that nobody has named: `email 1`. Never made of the value.
    /// - Parameter taken: the aliases of the attribute's other values.
    public static func defaultAlias(of attribute: AttributeName, besides taken: [String]) -> String {
        let candidates = (1...).lazy.map { "\(attribute.rawValue) \($0)" }
        return candidates.first { candidate in !taken.contains { $0.hasSameBytes(as: candidate) } } ?? ""
    }
}
