import XignDomain
import XignProtocol
import XignStorage

/// A service as its website or app must be configured for it.
///
/// Its JSON has the declared members of the service and its roles, and members that are named as in OpenID Connect
/// Registration 1.0.
package struct ServiceRegistration: Encodable, Sendable {
    package let service: Service
    package let roles: [Role]
    package let organization: String
    package let issuer: String
    /// The manager's identifier, by which an app finds the manager that it trusts.
    package let idmIdentifier: String
    /// Nil for a public client, and where the secret was not asked for.
    package let clientSecret: String?
    /// The end of the overlap after a rotation, in UTC; nil where only the current secret is accepted.
    package let formerSecretUntil: String?

    init(of service: Service, includingSecret: Bool, _ context: Context, _ transaction: any Transaction) throws {
        self.service = service
        roles = try transaction.services.roles(of: service.id)
        organization = try transaction.organizations.find(id: service.organizationID)?.name ?? ""
        issuer = context.issuer.description
        idmIdentifier = context.issuer.idmIdentifier
        clientSecret = includingSecret ? try transaction.services.secret(of: service.id) : nil
        formerSecretUntil = service.formerSecret.flatMap {
            context.clock.now() < $0.expiresAt ? $0.expiresAt.iso8601 : nil
        }
    }

    /// `client_secret_basic`, which stands for `client_secret_post` too, `private_key_jwt` or `none`.
    package var tokenEndpointAuthMethod: String {
        !service.client.keys.isEmpty ? "private_key_jwt" : service.isConfidential ? "client_secret_basic" : "none"
    }

    /// The declared members that do not have their usual values, with their texts. For people.
    package var declared: [(name: String, text: String)] {
        guard case .object(let members) = service.declared.rendered(.declared, without: []) else { return [] }
        return members.map { ($0.name, $0.value.declaredText) }
    }

    package func encode(to encoder: any Encoder) throws {
        let client = service.declared.rendered(
            .explicit, without: ServiceDeclaration.names.subtracting(Self.clientMembers))
        let isStandard = if case .object(let members) = client { members.isEmpty } else { true }
        try JSONValue.members(
            [
                ("organization", .string(organization)), ("issuer", .string(issuer)),
                ("idmIdentifier", .string(idmIdentifier)), ("clientId", .string(service.id.text)),
                ("clientSecret", .text(clientSecret)), ("formerSecretUntil", .text(formerSecretUntil)),
                ("tokenEndpointAuthMethod", .string(tokenEndpointAuthMethod)),
                ("applicationType", .string(service.client.isNative ? "native" : "web")),
                ("idTokenSignedResponseAlg", .string(service.signingAlgorithm.rawValue)),
                ("client", isStandard ? nil : client),
                ("roles", .array(roles.compactMap { $0.declared.rendered(.complete) })),
            ],
            after: service.declared.rendered(.complete, without: Self.clientMembers)
        ).encode(to: encoder)
    }

    /// The declared members that stand below `client`.
    private static let clientMembers: Set = [
        "rememberedLogin", "sharedLogin", "offlineAccess", "postLogoutRedirectUris", "backChannelLogoutUri", "keys",
        "pushedRequests", "dpop", "profile", "popups", "native", "idTokenMinutes",
    ]
}
