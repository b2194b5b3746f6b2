import XignCrypto
import XignDomain
import XignProtocol
import XignUseCases

/// A logout token (OpenID Connect Back-Channel Logout 1.0, section 2.4). It has no `nonce`, and a type of its own, so
/// that nobody takes it for an ID token.
package struct LogoutToken {
    static let type = "logout+jwt"
    private static let lifetimeSeconds: Int64 = 120
    private static let event = "http://schemas.openid.net/event/backchannel-logout"

    private let context: Context
    private let logout: LogoutNotice
    private let issuedAt: Timestamp

    package init(_ logout: LogoutNotice, at now: Timestamp, in context: Context) {
        (self.logout, issuedAt, self.context) = (logout, now, context)
    }

    /// - Throws: `ManagerError` with the code `noSigningKey` where there is no key of the service's algorithm.
    package func signed(for service: Service) throws -> String {
        guard let key = context.idTokenKey(service.signingAlgorithm) else { throw IDToken.noSigningKey }
        return try key.jwt(
            type: Self.type,
            claims: [
                ("iss", .string(context.issuer.description)), ("sub", .string(logout.subject.text)),
                ("aud", .string(logout.serviceID.text)), ("iat", .integer(issuedAt.seconds)),
                ("exp", .integer((issuedAt + Self.lifetimeSeconds).seconds)),
                ("jti", .string(Base64URL.encode(SecureRandom.bytes(count: 16)))),
                ("events", .object([(Self.event, .object([]))])), ("sid", .string(logout.sessionID.text)),
            ])
    }
}
