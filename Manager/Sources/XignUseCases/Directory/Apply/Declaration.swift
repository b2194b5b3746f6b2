import XignDomain

/// The input of `apply`: organizations with their services, users, and the manager's settings.
///
/// Organizations, services, users and settings that are not mentioned stay as they are. A list within one that
/// is mentioned, such as roles or memberships, is complete: it replaces the former one.
package struct Declaration: Sendable, Decodable {
    package struct Settings: Sendable, Decodable {
        /// A member that is left out stays as it is.
        package let policy: Patch<PolicyDeclaration>
        /// The operator as pages name it. Replaces the former profile; `{}` removes it.
        package let `operator`: OperatorProfile?

        private enum Key: String, CodingKey { case `operator` }

        package init(from decoder: any Decoder) throws {
            policy = try Patch(from: decoder, besides: [Key.operator.rawValue])
            `operator` = try decoder.container(keyedBy: Key.self)
                .decodeIfPresent(Reading<OperatorProfile>.self, forKey: .operator)?.value
        }
    }

    package struct Organization: Sendable, Decodable {
        package let declared: OrganizationDeclaration
        package let services: [Service]?

        private enum Key: String, CodingKey { case services }

        package init(from decoder: any Decoder) throws {
            declared = try Patch(wholeFrom: decoder, besides: [Key.services.rawValue]).made()
            services = try decoder.container(keyedBy: Key.self).decodeIfPresent([Service].self, forKey: .services)
        }
    }

    package struct Service: Sendable, Decodable {
        package let declared: ServiceDeclaration
        package let roles: [RoleDeclaration]

        private enum Key: String, CodingKey { case roles }

        package init(from decoder: any Decoder) throws {
            declared = try Patch(wholeFrom: decoder, besides: [Key.roles.rawValue]).made()
            let container = try decoder.container(keyedBy: Key.self)
            roles = try container.decode([Reading<RoleDeclaration>].self, forKey: .roles).map(\.value)
        }
    }

    package struct User: Sendable, Decodable {
        package var name: String
        package var active: Bool?
        /// Names of organizations.
        package var memberships: [String]?
        /// Groups by the name of the organization. Organizations that are not mentioned stay.
        package var groups: [String: Reading<GroupNames>]?
        /// Assigned roles by the name of the service.
        package var roles: [String: [String]]?
        /// The names of the user's accounts, by the name of the service. The list is complete.
        package var accountNames: [String: String]?
        /// Values by the name of the attribute; attributes that are not mentioned stay.
        package var attributes: [String: AttributeValues]?
    }

    package var settings: Settings?
    package var organizations: [Organization]?
    package var users: [User]?
    /// All administrators and auditors; who is not named loses the role. Without the list, roles stay as they are.
    package var administrators: [Reading<AdministratorDeclaration>]?
}
