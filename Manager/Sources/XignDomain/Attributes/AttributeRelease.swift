import XignProtocol

/// An attribute that a statement releases, with the value that the statement's digest fixes.
public struct AttributeRelease: Sendable, Equatable {
    public enum Source: Sendable, Equatable {
        /// One of the person's stored values.
        /// - Parameter isChoice: true if the person chose among several; the choice is then remembered.
        case stored(valueID: [UInt8], isChoice: Bool)
        /// A value typed during this login. It is stored when the login is confirmed.
        case supplied
    }

    public var attribute: AttributeName
    public var disclosure: AttributeDisclosure
    public var source: Source
    /// The verification of the value; nil for one that is not verified.
    public var verification: Verification?
    public var destinations: Set<ClaimDestination>
    /// The destinations, among these, that receive a claim which is made of the value, and not the value's own: `name`
    /// without its parts, `email_verified` without the address.
    public var derivedOnly: Set<ClaimDestination>

    public init(
        attribute: AttributeName, disclosure: AttributeDisclosure, source: Source, verification: Verification? = nil,
        destinations: Set<ClaimDestination>, derivedOnly: Set<ClaimDestination> = []
    ) {
        self.attribute = attribute
        self.disclosure = disclosure
        self.source = source
        self.verification = verification
        self.destinations = destinations
        self.derivedOnly = derivedOnly
    }
}
