import XignProtocol

/// An attribute that a statement releases, with the value that its digest pins.
public struct AttributeRelease: Sendable, Equatable {
    public enum Source: Sendable, Equatable {
        /// One of the person's values.
        /// - Parameter isChoice: whether there were several; then the choice is remembered.
        case stored(valueID: [UInt8], isChoice: Bool)
        /// Typed during this login; becomes one of the person's values when it is confirmed.
        case supplied
    }

    public var attribute: AttributeName
    public var disclosure: AttributeDisclosure
    public var source: Source
    public var isVerified: Bool
    public var destinations: Set<ClaimDestination>

    public init(
        attribute: AttributeName, disclosure: AttributeDisclosure, source: Source, isVerified: Bool,
        destinations: Set<ClaimDestination>
    ) {
        self.attribute = attribute
        self.disclosure = disclosure
        self.source = source
        self.isVerified = isVerified
        self.destinations = destinations
    }
}
