import XignDomain
import XignHTTP
import XignOAuth
import XignProtocol
import XignUseCases

/// The request of a website to log its user out (OpenID Connect RP-Initiated Logout 1.0, section 2).
struct LogoutRequest {
    /// The parameters that have a meaning here. Others are ignored, and no page repeats them.
    private static let names = ["id_token_hint", "client_id", "post_logout_redirect_uri", "state", "ui_locales"]

    /// The website; nil for a request that names none.
    let service: Service?
    /// The login that ends; nil without a verified hint, and for a token from before logins had a `sid`.
    let login: LogOutAtWebsites.Hint?
    /// True if the website has shown an ID token that it received from here. Nobody is sent back without one.
    let isVerified: Bool
    /// The registered address to which a verified request leads back.
    let redirectURI: String?
    let state: String?
    /// The language that the website asked for.
    let language: Language?
    /// The parameters as they were sent.
    let fields: [(name: String, value: String)]

    /// - Throws: `PageRefusal` for a request that contradicts itself, or demands what is not registered. Nothing ends
    ///   then.
    init(_ parameters: Parameters, in context: Context) throws {
        fields = try Self.fields(of: parameters)
        let values = Dictionary(uniqueKeysWithValues: fields)
        language = values["ui_locales"].flatMap { Language(preferredAmong: $0) }
        state = values["state"]
        guard state?.utf8.count ?? 0 <= AuthorizationParameters.maximumStateBytes else { throw PageRefusal.malformed }
        let token = try values["id_token_hint"].map { try Self.verified($0, in: context) }
        let clientID = values["client_id"] ?? token?.audience
        guard token?.audience.hasSameBytes(as: clientID ?? "") ?? true else { throw PageRefusal.logoutNotVerified }
        let service = try clientID.map { try Self.service($0, in: context) }
        self.service = service
        isVerified = token != nil
        login = service.flatMap { service in token.flatMap { LogOutAtWebsites.Hint($0, at: service.id) } }
        redirectURI = token == nil ? nil : values["post_logout_redirect_uri"]
        if let redirectURI, let service, !Self.isRegistered(redirectURI, service) {
            throw PageRefusal.redirectURINotRegistered.leadingBack(to: service, redirectURI: nil)
        }
    }

    /// Reads the known parameters. An empty one counts as left out (RFC 6749, section 3.1).
    static func fields(of parameters: Parameters) throws -> [(name: String, value: String)] {
        try names.compactMap { name in
            let values = parameters.all(name)
            guard values.count <= 1 else { throw PageRefusal.malformed }
            return values.first.flatMap { $0.isEmpty ? nil : (name, $0) }
        }
    }

    /// The token may have expired: it only names a login (section 2).
    private static func verified(_ hint: String, in context: Context) throws -> IDTokenHint {
        guard let token = IDTokenHint(verifying: hint, issuer: context.issuer, keys: context.hintKeys) else {
            throw PageRefusal.logoutNotVerified
        }
        return token
    }

    private static func service(_ clientID: String, in context: Context) throws -> Service {
        guard let service = try FindService(context)(ServiceID(clientID)), service.isActive else {
            throw PageRefusal.unknownService
        }
        return service
    }

    /// Compared byte by byte (section 3).
    private static func isRegistered(_ uri: String, _ service: Service) -> Bool {
        service.client.postLogoutRedirectURIs.contains { $0.hasSameBytes(as: uri) }
    }
}

extension LogOutAtWebsites.Hint {
    /// Reads the login of an ID token; nil for a token from before logins had a `sid`.
    fileprivate init?(_ token: IDTokenHint, at service: ServiceID) {
        guard let sessionID = token.sessionID else { return nil }
        self.init(serviceID: service, subject: MappingID(token.subject), sessionID: sessionID)
    }
}
