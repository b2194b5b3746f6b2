import XignProtocol

/// The terms of one login that a website sets, beyond those that the service's operator sets for all.
///
/// They are stored with the process. `start` checks them before a device claims the process. `start`, `prepare` and
/// `finish` use the same list of roles: `meeting(_:)`.
public struct LoginRequirements: Sendable, Equatable {
    /// The scopes that have a meaning here. Others are ignored (OpenID Connect Core, section 3.1.2.1).
    public static let supportedScopes = ["openid", "profile", "email", "phone", "address", rolesScope]

    /// The scope that asks for the role in user info. It releases nothing that an ID token does not tell.
    public static let rolesScope = "roles"

    /// The scope that asks for the groups, in ID token and user info. It is ignored at a service that may not learn
    /// any.
    public static let groupsScope = "groups"

    /// The scope that asks for a lasting access. It is ignored at a service that may not have any (OpenID Connect Core,
    /// section 11).
    public static let offlineScope = "offline_access"

    /// The size of a nonce, which is stored while a login waits, in bytes of UTF-8.
    public static let maximumNonceBytes = 1000

    /// The requested scopes that are supported.
    public var scope: [String]
    public var nonce: String?
    /// The S256 code challenge (RFC 7636): 43 characters of base64url.
    public var codeChallenge: String?
    /// The thumbprint of the key to which the code is bound (`dpop_jkt`; RFC 9449, section 10): 43 characters.
    public var dpopThumbprint: String?
    /// The attributes that the website names one by one.
    public var claims: ClaimsRequest
    /// The only account that may log in (OpenID Connect Core, sections 3.1.2.1 and 3.1.2.2); nil: any.
    public var accountID: AccountID?
    /// The classes one of which the authentication must have (OpenID Connect Core, section 5.5.1.1); nil: any.
    public var contextClasses: Set<AuthenticationMethods.ContextClass>?

    public init(
        scope: [String], nonce: String? = nil, codeChallenge: String? = nil, dpopThumbprint: String? = nil,
        claims: ClaimsRequest = .none, accountID: AccountID? = nil,
        contextClasses: Set<AuthenticationMethods.ContextClass>? = nil
    ) {
        self.scope = scope
        self.nonce = nonce
        self.codeChallenge = codeChallenge
        self.dpopThumbprint = dpopThumbprint
        self.claims = claims
        self.accountID = accountID
        self.contextClasses = contextClasses
    }

    /// Returns those of the scopes that a client names which have a meaning for it; nil unless `openid` is among them.
    public static func scope(naming text: String, of service: Service) -> [String]? {
        let asked = text.split(separator: " ").map(String.init)
        guard asked.contains("openid") else { return nil }
        let additional = service.additionalValues.compactMap(\.scope).filter { !supportedScopes.contains($0) }
        let known = supportedScopes + additional + (service.client.offlineAccess == nil ? [] : [offlineScope])
        var scope: [String] = []
        for name in known where asked.contains(name) && !scope.contains(name) { scope.append(name) }
        return scope
    }

    /// True for an account that may log in.
    public func admits(account: AccountID) -> Bool { accountID.map { $0 == account } ?? true }

    /// True if an authentication with these factors has a demanded class.
    /// - Parameter inBrowser: true for an authenticator in a browser, which has classes of its own.
    public func areMet(by factors: [FactorType], inBrowser: Bool) -> Bool {
        contextClasses?.contains(AuthenticationMethods.contextClass(for: factors, inBrowser: inBrowser)) ?? true
    }

    /// Returns the roles with those of their alternatives that have a demanded class, without the roles that have none.
    /// - Parameter inBrowser: true for an authenticator in a browser, which has classes of its own.
    public func meeting(_ roles: [Role], inBrowser: Bool) -> [Role] {
        guard contextClasses != nil else { return roles }
        return roles.compactMap { role in
            var role = role
            role.alternatives.removeAll { !areMet(by: $0, inBrowser: inBrowser) }
            return role.alternatives.isEmpty ? nil : role
        }
    }
}
