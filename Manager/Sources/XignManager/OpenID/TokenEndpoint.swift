import Logging
import XignAdmission
import XignDomain
import XignHTTP
import XignProtocol
import XignStorage

/// `/openid/token`: a service redeems its code (OpenID Connect Core, section 3.1.3).
struct TokenEndpoint: Sendable {
    static let path = "/openid/token"

    let manager: Manager
    /// Of those that fail to authenticate as a service. Anybody can, so that not every failure gets a row; the log has them all.
    private let auditedFailures = RateLimiter(Rate(everyMinute: 1, atOnce: 5), buckets: 1024)

    init(manager: Manager) { self.manager = manager }

    func register(in router: inout Router) {
        router.on(.post, Self.path) { try await respond(to: $0) }
    }

    /// Authenticates the client, then redeems the code; what fails is counted for the network. Not the codes of a confidential
    /// client that has proved itself: strangers can send its backend any number of wrong ones, through the website's own callback.
    private func respond(to request: Request) async throws -> Response {
        switch try authenticated(request) {
        case .failure(let failure):
            try manager.admission.countFailure(from: request.remoteAddress)
            if let clientID = failure.clientID { try await recordFailure(as: clientID) }
            return refusal(failure.error, request, client: failure.clientID)
        case .success(let (form, client)):
            do { return try await redeem(form, client) } catch let error as OAuthError {
                if !client.isConfidential { try manager.admission.countFailure(from: request.remoteAddress) }
                return refusal(error, request, client: client.id)
            }
        }
    }

    /// A form, and the client that sends it.
    private typealias Attempt = Result<(form: Parameters, client: Service), FailedAuthentication>

    private struct FailedAuthentication: Error {
        let error: OAuthError
        /// As whom, where that could be read.
        var clientID: String?
    }

    private func authenticated(_ request: Request) throws -> Attempt {
        do {
            let form = try request.form()
            guard form.repeatedName == nil else { throw OAuthError(.invalidRequest, "a parameter is there twice") }
            let authentication = try ClientAuthentication(request, form)
            guard let client = try authentication.service(manager.services) else {
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
        let now = manager.clock.now()
        guard let service = try manager.services.find(id: clientID)?.service,
            (try? auditedFailures.take(service.id, at: now)) != nil
        else { return }
        let reason = service.isActive ? "wrong or missing secret" : "the service is switched off"
        try await manager.database.write {
            try $0.audit.append(AuditEvent(.clientRefused, at: now, serviceID: service.id, detail: reason))
        }
    }

    private func refusal(_ error: OAuthError, _ request: Request, client: String?) -> Response {
        manager.log(
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
        let redemption = CodeRedemption(
            codeHash: OpaqueToken.hash(of: code), client: client, redirectURI: try form.nonEmpty("redirect_uri"),
            verifier: try form.nonEmpty("code_verifier"), accessToken: .generate(), now: manager.clock.now())
        // Looked for first: a code that there is not, which anybody can send, must not wait in the queue of those who write.
        guard try manager.database.read({ try $0.grants.code(hash: redemption.codeHash) }) != nil else {
            throw CodeRedemption.refused
        }
        let grant = try await manager.database.write { try redemption.run($0) }.get()
        return try tokens(grant, redemption)
    }

    private func tokens(_ grant: CodeRedemption.Grant, _ redemption: CodeRedemption) throws -> Response {
        let idToken = try IDToken(
            issuer: manager.issuer, grant: grant, accessToken: redemption.accessToken, at: redemption.now
        ).signed(by: manager.keys.idTokenKey(grant.service.signingAlgorithm))
        return .secretJSON(
            .object([
                ("access_token", .string(redemption.accessToken.text)), ("token_type", .string("Bearer")),
                ("expires_in", .integer(AccessToken.lifetimeSeconds)), ("id_token", .string(idToken)),
                ("scope", .string(grant.code.authorization.scope.joined(separator: " "))),
            ]))
    }
}
