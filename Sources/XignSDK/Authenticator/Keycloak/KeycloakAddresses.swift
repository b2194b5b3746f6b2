import Foundation
internal import XignProtocol

/// The addresses of one realm, derived from the app's configuration.
struct KeycloakAddresses: Sendable {
    /// The time limit of one request in seconds. The Keycloak asks the manager before it answers.
    static let timeout: TimeInterval = 30

    private static let endpoint = "/protocol/openid-connect/auth"

    /// The authorization endpoint, without a query.
    let authorization: WebAddress
    /// The redirect URL up to its query.
    let redirectURL: String

    var origin: ManagerOrigin { authorization.origin }
    /// The issuer identifier of the realm: `/realms/<realm>`, before Keycloak 18 with the prefix `/auth`.
    var issuer: String { String(authorization.text.dropLast(Self.endpoint.count)) }

    /// - Throws: `keycloakMisconfigured` before anything is sent.
    init(_ configuration: KeycloakServiceConfiguration) throws {
        let base = configuration.keycloakUrl.absoluteString
        let path = configuration.authorizationEndpointPath
        do throws(WebAddress.Flaw) {
            authorization = try WebAddress((base.hasSuffix("/") ? String(base.dropLast()) : base) + path)
        } catch {
            throw error == .plainHTTP
                ? WrongTurn.plainHTTP(WrongTurn.origin(of: base)) : WrongTurn.unusableConfiguration
        }
        let redirectURL = configuration.redirectUrl.absoluteString
        self.redirectURL = String(redirectURL.prefix { $0 != "?" && $0 != "#" })
        // Another realm's issuer would be expected than the one that the app names.
        let realm = configuration.realm
        let escaped = realm.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed) ?? realm
        guard path.hasPrefix("/"), authorization.query == nil, !realm.isEmpty, !redirectURL.contains("#"),
            [realm, escaped].contains(where: { authorization.path.hasSuffix("/realms/\($0)\(Self.endpoint)") })
        else { throw WrongTurn.unusableConfiguration }
    }
}

extension KeycloakAddresses {
    private struct Discovery: Decodable {
        let issuer: String
        let announcesIssuer: Bool?

        enum CodingKeys: String, CodingKey {
            case issuer
            case announcesIssuer = "authorization_response_iss_parameter_supported"
        }
    }

    /// Fetches the realm's discovery document. Returns true if the realm announces that it names itself in its answers
    /// (RFC 9207): old Keycloaks do not.
    func announcesIssuer(on device: Device) async throws -> Bool {
        let address = try WebAddress(issuer + "/.well-known/openid-configuration")
        let answer = try await device.exchange(
            TransportRequest(
                url: address.url, headers: [("Accept", "application/json")], maximumResponseSize: 1 << 18,
                timeout: Self.timeout), with: "Keycloak")
        guard answer.status == 200, let document = try? JSONDecoder().decode(Discovery.self, from: answer.body) else {
            throw WrongTurn.noRealm(status: answer.status)
        }
        guard document.issuer.hasSameBytes(as: issuer) else {
            throw WrongTurn.otherIssuer(found: document.issuer, expected: issuer)
        }
        return document.announcesIssuer ?? false
    }
}
