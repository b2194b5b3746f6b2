import XignDomain

/// The input of `apply`: organizations with their services, users, and the manager's settings.
///
/// Organizations, services, users and settings that are not mentioned stay as they are. A list within one that
/// is mentioned, such as roles or memberships, is complete: it replaces the former one.
package struct Declaration: Sendable, Decodable {
    package struct Settings: Sendable, Decodable {
        /// The seconds of lockout after the first, second, ... failure in a row.
        package var lockoutSeconds: [Int64]?
        package var permanentLockoutAfter: Int?
        /// Lets administrators unlock a device that is locked for good; the default is `false`.
        package var permanentUnlock: Bool?
        /// The audit log. Replaces the former rules; `{}` keeps all events.
        package var audit: Audit?
        package var pin: PIN?
        /// Allows keys that devices call biometric: they are enrolled and count. `false` by default.
        package var biometric: Biometric?
        /// The requirements for devices at every service, at activation and in utility processes. Replaces the former
        /// ones; `{}` requires nothing.
        package var security: Reading<SecurityDeclaration>?
        /// The operator as pages name it. Replaces the former profile; `{}` removes it.
        package var `operator`: Operator?
    }

    package struct Audit: Sendable, Decodable {
        /// The days after which an event is removed; without it, events stay.
        package var retentionDays: Int?
    }

    package struct Operator: Sendable, Decodable {
        /// An authenticator app, with the addresses where people find it.
        package struct App: Sendable, Decodable {
            package var name: String?
            package var appStore: String?
            package var googlePlay: String?
            package var other: String?
        }

        package var name: String?
        /// `en` (the default) or `de`.
        package var language: String?
        package var help: String?
        package var imprint: String?
        package var privacy: String?
        package var app: App?
    }

    /// `true` or `false` for all platforms, or the platforms that are allowed.
    package enum Biometric: Sendable, Decodable {
        case allowed(Bool)
        case platforms([String])

        package init(from decoder: any Decoder) throws {
            guard (try? decoder.unkeyedContainer()) != nil else {
                self = .allowed(try decoder.singleValueContainer().decode(Bool.self))
                return
            }
            self = .platforms(try [String](from: decoder))
        }
    }

    package struct PIN: Sendable, Decodable {
        package var minimumLength: Int?
        package var maximumLength: Int?
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
        /// Assigned roles by the name of the service.
        package var roles: [String: [String]]?
        /// Values by the name of the attribute; attributes that are not mentioned stay.
        package var attributes: [String: AttributeValues]?
    }

    /// An administrator or an auditor.
    package struct Administrator: Sendable, Decodable {
        /// The name of the user.
        package var name: String
        /// `administrator` (the default) or `auditor`.
        package var role: String?
        /// The organization that is administered; without it, the whole manager.
        package var organization: String?
    }

    package var settings: Settings?
    package var organizations: [Organization]?
    package var users: [User]?
    /// All administrators and auditors; who is not named loses the role. Without the list, roles stay as they are.
    package var administrators: [Administrator]?
}
