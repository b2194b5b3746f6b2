import XignDomain
import XignProtocol
import XignStorage

/// A service as its website or app must be configured for it. The members are named as in JSON, where OpenID Connect
/// Registration 1.0 has a name for them.
package struct ServiceRegistration: Encodable, Sendable {
    package struct Role: Encodable, Sendable {
        package let name: String
        /// Sets of factors, one of which must sign.
        package let alternatives: [[String]]
        /// The platforms that take the role; nil: all but `Web`.
        package let platforms: [String]?
        /// The channels that the role takes; nil: all.
        package let channels: [String]?
    }

    package struct Attribute: Encodable, Sendable {
        package let name: String
        package let required: Bool
        /// True only for attributes that can be verified.
        package let verified: Bool
    }

    package struct Security: Encodable, Sendable {
        package let refuse: [String]
        /// The oldest versions by platform.
        package let minimumSystem: [String: String]
        /// For people, and no member of the JSON.
        package let text: String

        private enum CodingKeys: String, CodingKey { case refuse, minimumSystem }
    }

    package let name: String
    package let displayName: String
    package let organization: String
    package let website: String?
    package let issuer: String
    /// The manager's identifier, by which an app finds the manager that it trusts.
    package let idmIdentifier: String
    package let clientId: String
    /// Nil for a public client, and where the secret was not asked for.
    package let clientSecret: String?
    /// The end of the overlap after a rotation, in UTC; nil where only the current secret is accepted.
    package let formerSecretUntil: String?
    /// `client_secret_basic`, which stands for `client_secret_post` too, `private_key_jwt` or `none`.
    package let tokenEndpointAuthMethod: String
    /// `web` or `native`.
    package let applicationType: String
    package let redirectUris: [String]
    package let idTokenSignedResponseAlg: String
    /// As it is declared: `legacy` is a member of its own.
    package let pkce: String
    package let legacy: Bool
    package let active: Bool
    package let inApp: Bool
    package let openedQRCodes: String
    package let attributes: [Attribute]
    package let claimsIn: String
    /// The service's own requirements; nil where it has none.
    package let security: Security?
    /// The settings of the client, as they are declared; nil for the standard.
    package let client: ClientSettings?
    package let roles: [Role]
}

extension ServiceRegistration {
    init(of service: Service, includingSecret: Bool, _ context: Context, _ transaction: any Transaction) throws {
        name = service.name
        displayName = service.displayName
        organization = try transaction.organizations.find(id: service.organizationID)?.name ?? ""
        website = service.website
        issuer = context.issuer.description
        idmIdentifier = context.issuer.idmIdentifier
        clientId = service.id.text
        clientSecret = includingSecret ? try transaction.services.secret(of: service.id) : nil
        formerSecretUntil = service.formerSecret.flatMap {
            context.clock.now() < $0.expiresAt ? $0.expiresAt.iso8601 : nil
        }
        tokenEndpointAuthMethod =
            !service.client.keys.isEmpty ? "private_key_jwt" : service.isConfidential ? "client_secret_basic" : "none"
        applicationType = service.client.isNative ? "native" : "web"
        redirectUris = service.redirectURIs
        idTokenSignedResponseAlg = service.signingAlgorithm.rawValue
        pkce = (service.proofKey == .legacy ? .optional : service.proofKey).rawValue
        legacy = service.proofKey == .legacy
        active = service.isActive
        inApp = service.allowsInApp
        openedQRCodes = service.openedQRCodes.rawValue
        attributes = service.attributes.map {
            Attribute(name: $0.name.rawValue, required: $0.isRequired, verified: $0.mustBeVerified)
        }
        claimsIn = service.claimsIn.rawValue
        security = service.security.text.map { text in
            Security(
                refuse: service.security.refusedWords,
                minimumSystem: Dictionary(
                    uniqueKeysWithValues: service.security.minimumSystem.map { ($0.rawValue, "\($1)") }),
                text: text)
        }
        client = service.client == .standard ? nil : service.client
        roles = try transaction.services.roles(of: service.id).map {
            Role(
                name: $0.name, alternatives: $0.alternatives.map { $0.map(\.rawValue) },
                platforms: $0.platforms?.map(\.rawValue), channels: $0.channels?.map(\.rawValue))
        }
    }

    /// The settings of the client with their texts. For people, and no member of the JSON.
    package var clientSettings: [(name: String, text: String)] {
        (client ?? .standard).fields.compactMap { field in field.text.map { (field.name, $0) } }
    }

    /// The clients that need this signing algorithm. For people, and no member of the JSON.
    package var clients: String { Service.SigningAlgorithm(rawValue: idTokenSignedResponseAlg)?.clients ?? "" }
}
