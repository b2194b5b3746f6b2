import XignDomain
import XignProtocol
import XignStorage

/// The tokens that a client gets for a code or a refresh token, and what they tell.
package struct TokenGrant: Sendable {
    package let service: Service
    package let login: ConfirmedLogin
    package let scope: [String]
    /// The nonce of the authorization request; nil after a refresh (OpenID Connect Core, section 12.2).
    package let nonce: String?
    package let contextClass: AuthenticationMethods.ContextClass
    package let released: ReleasedClaims
    package let accessToken: BearerToken
    /// Nil where there is none, and where the client keeps the one that it has.
    package let refreshToken: RefreshTokenText?
    /// True for an access token that is bound to a key (RFC 9449, section 5).
    package let isBound: Bool
    package let issuedAt: Timestamp
}

/// Issues the access token of a confirmed login.
struct IssueTokens {
    let service: Service
    let login: ConfirmedLogin
    /// The activation that confirmed the login.
    let activation: Activation
    /// The code from which everything here comes.
    let codeHash: BearerHash
    /// The thumbprint of the key that the client has proved; nil without a proof.
    let thumbprint: String?
    let now: Timestamp
    let transaction: any Transaction

    /// - Parameter withheld: the scopes of the login that the client has left out.
    func callAsFunction(
        scope: [String], withheld: [String] = [], nonce: String? = nil, refreshToken: RefreshTokenText?
    ) throws -> TokenGrant {
        let accessToken = BearerToken.generate()
        try transaction.grants.insert(
            AccessToken(
                hash: accessToken.hash, codeHash: codeHash, login: login, scope: scope, withheldScope: withheld,
                dpopThumbprint: thumbprint, expiresAt: now + AccessToken.lifetimeSeconds))
        let released = try login.claims(at: service, withholding: withheld, transaction)
        return TokenGrant(
            service: service, login: login, scope: scope, nonce: nonce,
            contextClass: AuthenticationMethods.contextClass(for: login.factors, inBrowser: activation.isBrowser),
            released: released, accessToken: accessToken, refreshToken: refreshToken, isBound: thumbprint != nil,
            issuedAt: now)
    }
}

extension ConfirmedLogin {
    /// Reads the claims that the website may receive now.
    /// - Parameter withheld: the scopes that the client has left out.
    func claims(
        at service: Service, withholding withheld: [String], _ transaction: any Transaction
    ) throws -> ReleasedClaims {
        try ReleasedClaims(of: service, withholding: withheld) {
            try transaction.attributeReleases.find(sessionID, activation: activationID)
        } held: {
            try HeldValues(account: accountID, service: service, transaction: transaction)($0)
        }
    }
}
