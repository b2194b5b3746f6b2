/// What `apply` takes: organizations with their services, users, and the manager's rules. What is not mentioned stays as it is; of
/// what is mentioned, lists are exact.
package struct Declaration: Sendable, Decodable {
    package struct Settings: Sendable, Decodable {
        /// Seconds after the first, second, ... failure in a row.
        package var lockoutSeconds: [Int64]?
        package var permanentLockoutAfter: Int?
        package var pin: PIN?
        /// Whether keys that devices call biometric are enrolled and count. `false` by default.
        package var biometric: Bool?
    }

    package struct PIN: Sendable, Decodable {
        package var minimumLength: Int?
        package var maximumLength: Int?
    }

    package struct Organization: Sendable, Decodable {
        package var name: String
        package var website: String?
        package var address: String?
        package var description: String?
        package var services: [Service]?
    }

    package struct Service: Sendable, Decodable {
        /// Names it in commands: lower-case letters, digits and hyphens.
        package var name: String
        /// Shown to users; without it, `name`.
        package var displayName: String?
        package var description: String?
        package var redirectUris: [String]
        /// `ES256` or `RS256`. A new service must say; without it, an existing one keeps what it has.
        package var signingAlgorithm: String?
        /// `required`, which is the default, or `optional`: a nonce instead.
        package var pkce: String?
        /// Neither PKCE nor a nonce is demanded; the default is `false`.
        package var legacy: Bool?
        /// Has a client secret. The default; `false` for apps and single-page websites.
        package var confidential: Bool?
        package var active: Bool?
        /// How long a login page waits: 5 to 600.
        package var sessionSeconds: Int64?
        /// What it asks its users for; without it, nothing.
        package var attributes: [ServiceAttribute]?
        /// Where it receives what a scope asks for: `userInfo`, which is the default, or `idToken`.
        package var claimsIn: String?
        package var roles: [Role]
    }

    package struct Role: Sendable, Decodable {
        package var name: String
        package var alternatives: [[String]]
        /// Held only by users to whom it is assigned. Otherwise every member of the organization holds it.
        package var assigned: Bool?
    }

    package struct User: Sendable, Decodable {
        package var name: String
        package var active: Bool?
        /// Names of organizations.
        package var memberships: [String]?
        /// Assigned roles by the name of the service.
        package var roles: [String: [String]]?
        /// Values by the name of the attribute; those of an attribute that is not there stay.
        package var attributes: [String: AttributeValues]?
    }

    package var settings: Settings?
    package var organizations: [Organization]?
    package var users: [User]?
}
