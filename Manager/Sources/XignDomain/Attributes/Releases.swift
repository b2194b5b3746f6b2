import XignProtocol

/// All that a statement releases to a website.
public struct Releases: Sendable, Equatable {
    public var attributes: [AttributeRelease]
    public var additional: [AdditionalRelease]

    public static let empty = Releases(attributes: [])

    public init(attributes: [AttributeRelease], additional: [AdditionalRelease] = []) {
        (self.attributes, self.additional) = (attributes, additional)
    }

    public var isEmpty: Bool { attributes.isEmpty && additional.isEmpty }

    /// The digests of what the person was asked for, in the order of the statement.
    public var digests: [[UInt8]] {
        attributes.map(\.disclosure.digest) + additional.filter { !$0.isWithoutQuestion }.map(\.disclosure.digest)
    }
}
