/// The part of a manager that a grant of administration covers.
public enum Scope: Hashable, Sendable {
    /// Everything.
    case manager
    /// One organization with its services.
    case organization(OrganizationID)
}

extension Scope {
    /// Nil for the manager.
    public var organization: OrganizationID? {
        switch self {
        case .manager: nil
        case .organization(let id): id
        }
    }
}

/// The encoding in the database and in goals: empty for the manager, else the id of the organization.
extension Scope: RawRepresentable, Codable {
    public init(rawValue: String) { self = rawValue.isEmpty ? .manager : .organization(OrganizationID(rawValue)) }

    public var rawValue: String {
        switch self {
        case .manager: ""
        case .organization(let id): id.text
        }
    }
}
