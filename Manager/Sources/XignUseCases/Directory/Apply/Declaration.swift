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
        package var security: Security?
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

    package struct Security: Sendable, Decodable {
        /// `rooted` and `hooked`; none by default.
        package var refuse: [String]?
        /// The oldest version that is accepted, by the name of the platform.
        package var minimumSystem: [String: String]?
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
        /// The name in commands: lower-case letters, digits and hyphens.
        package var name: String
        /// The name that users see; `name` by default.
        package var displayName: String?
        package var description: String?
        /// The address to which pages of the manager lead back.
        package var website: String?
        package var redirectUris: [String]
        /// `ES256` or `RS256`. Required for a new service; an existing one keeps its algorithm by default.
        package var signingAlgorithm: String?
        /// `required` (the default), or `optional`: a nonce suffices.
        package var pkce: String?
        /// Neither PKCE nor a nonce is demanded; the default is `false`.
        package var legacy: Bool?
        /// Has a client secret. The default; `false` for apps and single-page websites.
        package var confidential: Bool?
        package var active: Bool?
        /// Lets the service's own apps log in directly or through the service's Keycloak; the default is `false`.
        package var inApp: Bool?
        /// The policy for QR codes that an app has not scanned itself: `refuse`, `pair` (the default) or `allow`.
        package var openedQRCodes: String?
        /// The seconds that a login page waits: 5 to 600.
        package var sessionSeconds: Int64?
        /// The attributes that it asks its users for; none by default.
        package var attributes: [ServiceAttribute]?
        /// The destination of claims that a scope asks for: `userInfo` (the default) or `idToken`.
        package var claimsIn: String?
        /// The requirements for devices, in addition to those of the settings; none by default.
        package var security: Security?
        /// Logins that a browser may repeat without the device; none by default.
        package var rememberedLogin: RememberedLogin?
        /// Refresh tokens; none by default.
        package var offlineAccess: OfflineAccess?
        /// The addresses to which a browser may return after a logout.
        package var postLogoutRedirectUris: [String]?
        /// The https address that gets logout tokens.
        package var backChannelLogoutUri: String?
        /// The public keys with which the service authenticates, in place of a client secret.
        package var keys: [Key]?
        /// Pushed authorization requests: `required` or `optional` (the default).
        package var pushedRequests: String?
        /// Sender-constrained tokens: `required` or `optional` (the default).
        package var dpop: String?
        /// `fapi2`, which demands keys, pushed requests and DPoP; none by default.
        package var profile: String?
        /// Lets the service open the login in a popup and speak with it; the default is `false`.
        package var popups: Bool?
        /// A native app: without a secret, with loopback addresses or schemes of its own; the default is `false`.
        package var native: Bool?
        package var roles: [Role]
    }

    package struct RememberedLogin: Sendable, Decodable {
        /// 1 to 1440, from the confirmation.
        package var minutes: Int64
        /// 1 to 60 between two uses; the smaller of 60 and `minutes` by default.
        package var idleMinutes: Int64?
    }

    package struct OfflineAccess: Sendable, Decodable {
        /// 1 to 365, from the confirmation.
        package var days: Int64
        /// 1 to `days` between two uses; the smaller of 30 and `days` by default.
        package var idleDays: Int64?
    }

    /// A public JSON Web Key (RFC 7517).
    package struct Key: Sendable, Decodable {
        package var kty: String
        package var crv: String?
        package var x: String?
        package var y: String?
        package var kid: String?
        package var alg: String?
        package var use: String?
        /// Only read to be refused: it is the private half.
        package var d: String?
        /// Only read so that an RSA key is refused by its kind.
        package var n: String?
        package var e: String?
    }

    package struct Role: Sendable, Decodable {
        package var name: String
        package var alternatives: [[String]]
        /// Held only by users to whom it is assigned. Otherwise every member of the organization holds it.
        package var assigned: Bool?
        /// The platforms of devices that take the role; all but `Web` by default.
        package var platforms: [String]?
        /// The ways to a device that the role takes: `crossDevice`, `sameDevice` and `inApp`; all by default.
        package var channels: [String]?
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
