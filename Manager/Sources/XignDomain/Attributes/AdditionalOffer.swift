import XignProtocol

/// The manager's own name of an addition. It stands in disclosures and in storage; a device learns a label instead.
public struct AdditionalName: RawRepresentable, Hashable, Sendable {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }
}

/// A value or a permission beyond the twelve attributes, which one login offers to the device (protocol.md, section 5,
/// "Additions").
public struct AdditionalOffer: Sendable, Equatable {
    /// The value that the person would confirm.
    public struct Content: Sendable, Equatable {
        /// The text under the statement's digest.
        public var value: String
        /// The text that the device shows: display text.
        public var alias: String

        public init(value: String, alias: String) {
            self.value = value
            self.alias = alias
        }
    }

    public let name: AdditionalName
    /// The name that the device shows, and by which it and the statement name the addition: display text of at most
    /// `ShownAttributes.Addition.maximumNameByteCount` bytes. It is none of the twelve, and differs from all other
    /// labels of the offers.
    public let label: String
    public let kind: AttributeDescription.Kind
    public let isRequired: Bool
    /// Nil where the person has no value.
    public let content: Content?
    /// The places where the website receives the value; none of a permission.
    public let destinations: Set<ClaimDestination>

    /// Makes the offer of a value that the website receives.
    public static func value(
        _ name: AdditionalName, label: String, isRequired: Bool, content: Content?,
        destinations: Set<ClaimDestination>
    ) -> AdditionalOffer {
        AdditionalOffer(
            name: name, label: label, kind: .value, isRequired: isRequired, content: content,
            destinations: destinations)
    }

    /// Makes the offer of a permission, from which the website receives nothing.
    public static func permission(_ name: AdditionalName, label: String, content: Content) -> AdditionalOffer {
        AdditionalOffer(
            name: name, label: label, kind: .permission, isRequired: false, content: content, destinations: [])
    }
}

/// An addition that a statement releases or allows, with the value that the statement's digest fixes.
public struct AdditionalRelease: Sendable, Equatable {
    public var name: AdditionalName
    public var disclosure: AttributeDisclosure
    public var destinations: Set<ClaimDestination>

    public init(name: AdditionalName, disclosure: AttributeDisclosure, destinations: Set<ClaimDestination>) {
        self.name = name
        self.disclosure = disclosure
        self.destinations = destinations
    }
}
