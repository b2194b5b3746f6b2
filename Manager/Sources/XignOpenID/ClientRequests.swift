import Logging
import XignAdmission
import XignDomain
import XignHTTP
import XignOAuth
import XignUseCases

/// The requests of clients at the endpoints of the back channel: authenticates the client, verifies its proof of
/// possession, counts and records failures.
struct ClientRequests: Sendable {
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

    /// Answers the request of an authenticated client, or refuses it.
    ///
    /// Failures are counted for the network, except those of an authenticated confidential client: strangers can send
    /// its backend any number of wrong codes, through the website's own callback.
    /// - Parameters:
    ///   - path: the endpoint's path.
    ///   - handler: gets the form and the client. It throws `OAuthError` for a refusal.
    func answer(
        _ request: Request, at path: String, _ handler: (Parameters, AuthenticatedClient) async throws -> Response
    ) async throws -> Response {
        switch try authenticated(request) {
        case .failure(let failure):
            try admission.countFailure(from: request.remoteAddress)
            if let clientID = failure.clientID { try await recordFailure(as: clientID) }
            return refusal(failure.error, request, client: failure.clientID)
        case .success(let (form, client)):
            var response: Response
            do {
                var client = client
                client.proof = try proof(of: request, at: path, client.service)
                response = try await handler(form, client)
            } catch let error as OAuthError {
                // An honest client learns of the nonce by this refusal.
                if !client.service.isConfidential, error.code != .useDPoPNonce {
                    try admission.countFailure(from: request.remoteAddress)
                }
                response = refusal(error, request, client: client.service.id.text)
            }
            if request.headers["DPoP"] != nil { response.setHeader("DPoP-Nonce", context.proofNonce.text) }
            return response
        }
    }

    /// The form with the client that sent it, or the failed authentication.
    private typealias Attempt = Result<(form: Parameters, client: AuthenticatedClient), FailedAuthentication>

    private struct FailedAuthentication: Error {
        let error: OAuthError
        /// The client id that was sent; nil if it could not be read.
        var clientID: String?
    }

    private func authenticated(_ request: Request) throws -> Attempt {
        var clientID: String?
        do {
            let form = try request.form()
            guard form.repeatedName == nil else { throw OAuthError(.invalidRequest, "a parameter is there twice") }
            let authentication = try ClientAuthentication(request, form)
            clientID = authentication.clientID
            return .success((form, try authentication.authenticated(in: context)))
        } catch let error as OAuthError {
            return .failure(.init(error: error, clientID: clientID))
        } catch let error as HTTPError {
            return .failure(.init(error: OAuthError(.invalidRequest, error.reason)))
        }
    }

    /// Verifies the proof of a request and its nonce; nil for a request without a proof.
    private func proof(of request: Request, at path: String, _ service: Service) throws -> PossessionProof? {
        let now = context.clock.now()
        guard let sent = try DPoPProof(request, at: "\(context.issuer)\(path)", now: now) else { return nil }
        guard sent.nonce.map(context.proofNonce.accepts) ?? !service.demandsNonce else {
            throw OAuthError(.useDPoPNonce, "the proof must have the nonce of the DPoP-Nonce field")
        }
        return sent.proof
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
                + (error.reason.map { [("reason", $0)] } ?? []) + SentByWebsite(clientID: client).fields)
        return error.response
    }
}
