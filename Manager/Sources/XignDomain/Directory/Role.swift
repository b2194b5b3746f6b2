import XignProtocol

/// A role at a service, with the sets of factors that a login in the role takes.
public struct Role: Sendable, Equatable {
    /// A random UUID.
    public var id: RoleID
    public var serviceID: ServiceID
    public var name: String
    /// Sets of factors. All factors of one set must sign. Each set is sorted and contains the device.
    public var alternatives: [[FactorType]]
    /// True if every member of the organization holds the role without assignment.
    public var isDefault: Bool

    public init(id: RoleID, serviceID: ServiceID, name: String, alternatives: [[FactorType]], isDefault: Bool) {
        self.id = id
        self.serviceID = serviceID
        self.name = name
        self.alternatives = alternatives
        self.isDefault = isDefault
    }

    /// Returns the role with the alternatives that these factors can meet; nil where there is none.
    public func offered(to factors: Set<FactorType>) -> Role? {
        var role = self
        role.alternatives = alternatives.filter { factors.isSuperset(of: $0) }
        return role.alternatives.isEmpty ? nil : role
    }
}
