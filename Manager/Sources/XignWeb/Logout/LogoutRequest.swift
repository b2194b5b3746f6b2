import Logging
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
    /// True for a request with a hint, even one that is not from here.
    let hasHint: Bool
    /// The address to which the browser would go on, and what becomes of it.
    let address: Address
    let state: String?
    /// The language that the website asked for.
    let language: Language?
    /// The parameters as they were sent.
    let fields: [(name: String, value: String)]

    /// The `post_logout_redirect_uri`.
    enum Address {
        case none
        /// Registered, and in a request with an ID token that the website received from here: the browser is sent
        /// there.
        case redirect(String)
        /// Registered, and in a request that anybody may have sent: a page links to it.
        case link(String)
        /// Not registered: the request is answered as one without an address.
        /// - Parameter isVerified: True if the website has shown an ID token that it received from here.
        case refused(String, isVerified: Bool)
    }

    /// Reads a request. A hint that is broken, or was signed with a key that is forgotten, counts as none.
    /// - Throws: `PageRefusal` for a request that contradicts itself, or names an unknown website. Nothing ends then.
    init(_ parameters: Parameters, in context: Context) throws {
        fields = try Self.fields(of: parameters)
        let values = Dictionary(uniqueKeysWithValues: fields)
        language = values["ui_locales"].flatMap { Language(preferredAmong: $0) }
        state = values["state"]
        guard state?.utf8.count ?? 0 <= AuthorizationParameters.maximumStateBytes else { throw PageRefusal.malformed }
        // It may have expired: it only names a login (section 2).
        let token = values["id_token_hint"].flatMap {
            IDTokenHint(verifying: $0, issuer: context.issuer, keys: context.hintKeys)
        }
        let clientID = values["client_id"] ?? token?.audience
        guard token?.audience.hasSameBytes(as: clientID ?? "") ?? true else { throw PageRefusal.logoutNotVerified }
        let service = try clientID.map { try Self.service($0, in: context) }
        self.service = service
        hasHint = values["id_token_hint"] != nil
        login = service.flatMap { service in token.flatMap { LogOutAtWebsites.Hint($0, at: service.id) } }
        address = Address(values["post_logout_redirect_uri"], at: service, isVerified: token != nil)
    }

    /// Reads the known parameters. An empty one counts as left out (RFC 6749, section 3.1).
    static func fields(of parameters: Parameters) throws -> [(name: String, value: String)] {
        try names.compactMap { name in
            let values = parameters.all(name)
            guard values.count <= 1 else { throw PageRefusal.malformed }
            return values.first.flatMap { $0.isEmpty ? nil : (name, $0) }
        }
    }

    private static func service(_ clientID: String, in context: Context) throws -> Service {
        guard let service = try FindService(context)(ServiceID(clientID))?.service, service.isActive else {
            throw PageRefusal.unknownService
        }
        return service
    }
}

extension LogoutRequest.Address {
    fileprivate init(_ uri: String?, at service: Service?, isVerified: Bool) {
        guard let uri, let service else {
            self = .none
            return
        }
        guard RedirectURI.matchesLogout(uri, service) else {
            self = .refused(uri, isVerified: isVerified)
            return
        }
        self = isVerified ? .redirect(uri) : .link(uri)
    }

    /// The address that is sent to, or linked to.
    var registered: String? {
        switch self {
        case .redirect(let uri), .link(let uri): uri
        case .none, .refused: nil
        }
    }

    /// The address to which the browser is sent.
    var redirectURI: String? {
        if case .redirect(let uri) = self { uri } else { nil }
    }

    /// The refused address of a verified request, in visible ASCII, without query and shortened: the page shows it, and
    /// whoever has an ID token of the website chooses it.
    var shownRefusal: String? {
        guard case .refused(let uri, isVerified: true) = self else { return nil }
        return SentByWebsite.shortenedAddress(RedirectURI.visible(String(uri.prefix { $0 != "#" })))
    }
}

extension LogOutAtWebsites.Hint {
    /// Reads the login of an ID token; nil for a token from before logins had a `sid`.
    fileprivate init?(_ token: IDTokenHint, at service: ServiceID) {
        guard let sessionID = token.sessionID else { return nil }
        self.init(serviceID: service, subject: MappingID(token.subject), sessionID: sessionID)
    }
}
