import XignProtocol

/// An attribute that a service asks its users for.
public struct ServiceAttribute: Sendable, Equatable {
    public var name: AttributeName
    /// True if nobody can log in without releasing the attribute.
    public var isRequired: Bool
    /// True if only a verified value is released, so that none can be supplied during a login. For mail address and
    /// telephone number alone.
    public var mustBeVerified: Bool

    public init(name: AttributeName, isRequired: Bool, mustBeVerified: Bool) {
        self.name = name
        self.isRequired = isRequired
        self.mustBeVerified = mustBeVerified
    }
}
