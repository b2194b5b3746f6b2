import Logging
import XignAdmission
import XignDomain
import XignHTTP
import XignProtocol
import XignUseCases

/// `/openid/token`: a service redeems its code (OpenID Connect Core, section 3.1.3).
struct TokenEndpoint: Sendable {
    static let path = "/openid/token"

    private let context: Context
    private let admission: Admission
    private let log: Log
    /// Limits the audit events for failed authentication of one service, since anybody can cause them. The log has all
    /// failures.
    private let auditedFailures = RateLimiter(Rate(everyMinute: 1, atOnce: 5), buckets: 1024)

    init(_ context: Context, _ admission: Admission, _ log: Log) {
        self.context = context
        self.admission = admission
        self.log = log
    }

    func register(in router: inout Router) {
        router.on(.post, Self.path) { try await respond(to: $0) }
    }

    /// Authenticates the client, then redeems the code. Failures are counted for the network, except wrong codes of an
    /// authenticated confidential client: strangers can send its backend any number of them, through the website's own
    /// callback.
    private func respond(to request: Request) async throws -> Response {
        switch try authenticated(request) {
        case .failure(let failure):
            try admission.countFailure(from: request.remoteAddress)
            if let clientID = failure.clientID { try await recordFailure(as: clientID) }
            return refusal(failure.error, request, client: failure.clientID)
        case .success(let (form, client)):
            do { return try await redeem(form, client) } catch let error as OAuthError {
                if !client.isConfidential { try admission.countFailure(from: request.remoteAddress) }
                return refusal(error, request, client: client.id.text)
            }
        }
    }

    /// The form with the client that sent it, or the failed authentication.
    private typealias Attempt = Result<(form: Parameters, client: Service), FailedAuthentication>

    private struct FailedAuthentication: Error {
        let error: OAuthError
        /// The client id that was sent; nil if it could not be read.
        var clientID: String?
    }

    private func authenticated(_ request: Request) throws -> Attempt {
        do {
            let form = try request.form()
            guard form.repeatedName == nil else { throw OAuthError(.invalidRequest, "a parameter is there twice") }
            let authentication = try ClientAuthentication(request, form)
            guard let client = try AuthenticateClient(context)(authentication.clientID, secret: authentication.secret)
            else {
                return .failure(.init(error: ClientAuthentication.refusal, clientID: authentication.clientID))
            }
            return .success((form, client))
        } catch let error as OAuthError {
            return .failure(.init(error: error))
        } catch let error as HTTPError {
            return .failure(.init(error: OAuthError(.invalidRequest, error.reason)))
        }
    }

    private func recordFailure(as clientID: String) async throws {
        let now = context.clock.now()
        try await AuthenticateClient(context).recordFailure(clientID) { service in
            (try? auditedFailures.take(service.id.text, at: now)) != nil
        }
    }

    private func refusal(_ error: OAuthError, _ request: Request, client: String?) -> Response {
        log(
            .info, "tokensRefused", of: request.remoteAddress.network,
            [("error", error.code.rawValue), ("description", error.description)]
                + SentByWebsite(clientID: client).fields)
        return error.response
    }

    private func redeem(_ form: Parameters, _ client: Service) async throws -> Response {
        guard let grantType = try form.nonEmpty("grant_type") else {
            throw OAuthError(.invalidRequest, "grant_type is missing")
        }
        guard grantType == "authorization_code" else {
            throw OAuthError(.unsupportedGrantType, "grant_type must be authorization_code")
        }
        guard let code = try form.nonEmpty("code") else { throw OAuthError(.invalidRequest, "code is missing") }
        let redeem = RedeemCode(
            code: code, client: client, redirectURI: try form.nonEmpty("redirect_uri"),
            verifier: try form.nonEmpty("code_verifier"))
        switch try await redeem(context) {
        case .success(let grant): return try tokens(grant)
        case .failure(.invalidClient): throw ClientAuthentication.refusal
        case .failure(.invalidGrant):
            throw OAuthError(
                .invalidGrant,
                "the code is unknown, used, expired, or not for this client, redirect_uri and code_verifier")
        }
    }

    private func tokens(_ grant: RedeemCode.Grant) throws -> Response {
        let idToken = try IDToken(issuer: context.issuer, grant: grant)
            .signed(by: context.keys.idTokenKey(grant.service.signingAlgorithm))
        return .secretJSON(
            .object([
                ("access_token", .string(grant.accessToken.text)), ("token_type", .string("Bearer")),
                ("expires_in", .integer(AccessToken.lifetimeSeconds)), ("id_token", .string(idToken)),
                ("scope", .string(grant.code.scope.joined(separator: " "))),
            ]))
    }
}
