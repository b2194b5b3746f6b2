import XignProtocol

/// The parties of all processes but the logins at declared services: the manager itself, which no configuration can
/// make, name or change.
///
/// The ids of declared services, organizations and roles are UUIDs, so none of them can pass for one of these
/// (protocol, section 5).
public struct BuiltInParties: Sendable, Equatable {
    /// The service of the account pages and of utility processes.
    public static let serviceID = ServiceID("xign.account")
    public static let consoleID = ServiceID("xign.console")
    public static let organizationID = OrganizationID("xign.operator")
    public static let roleID = RoleID("xign.person")

    /// The factors that every utility process demands. A policy may add factors, and never takes the PIN out.
    public static let alternatives: [[FactorType]] = [[.device, .pin]]

    /// The ids and names of the manager's own parties, which no declared service or organization may have as its name.
    public static func names(idmIdentifier: String) -> [String] {
        [serviceID.text, consoleID.text, organizationID.text, idmIdentifier]
    }

    /// Returns the service of a surface.
    /// - Parameter surface: nil for a utility process.
    public static func serviceID(of surface: BrowserSession.Surface?) -> ServiceID {
        switch surface {
        case .account, nil: serviceID
        case .console: consoleID
        }
    }

    /// Returns true for a service of the manager itself.
    public static func contains(_ service: ServiceID?) -> Bool { service == serviceID || service == consoleID }

    public let service: Service
    public let organization: Organization
    public let role: Role

    /// - Parameters:
    ///   - surface: the pages that ask; nil for a utility process.
    ///   - idmIdentifier: the name of the service.
    ///   - userName: the name of the role, so that the statement names the account that it changes.
    ///   - operatorName: the name of the organization; nil where none is set (`OperatorProfile`).
    public init(
        of surface: BrowserSession.Surface? = nil, idmIdentifier: String, userName: String, operatorName: String?
    ) {
        let serviceID = Self.serviceID(of: surface)
        organization = Organization(
            id: Self.organizationID, name: operatorName ?? idmIdentifier, website: nil, address: nil, description: nil)
        var service = Service(
            id: serviceID, organizationID: organization.id, name: serviceID.text, displayName: idmIdentifier,
            description: nil, redirectURIs: [], signingAlgorithm: .es256, proofKey: .required, secretHash: nil,
            isActive: true, sessionSeconds: Process.boundSeconds, policyVersion: 0)
        service.openedQRCodes = surface == .console ? .refuse : .pair
        self.service = service
        role = Role(
            id: Self.roleID, serviceID: serviceID, name: userName, alternatives: Self.alternatives, isDefault: true)
    }
}
