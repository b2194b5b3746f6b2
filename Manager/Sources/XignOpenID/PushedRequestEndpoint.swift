import XignAdmission
import XignDomain
import XignHTTP
import XignOAuth
import XignProtocol
import XignUseCases

/// `/openid/par`: a client pushes its authorization request, and gets a `request_uri` for its user's browser (RFC
/// 9126).
///
/// Widespread libraries push wherever it is advertised, so public clients may, too. Anybody can push in their name:
/// such a request counts as a form of its network.
struct PushedRequestEndpoint: Sendable {
    static let path = "/openid/par"
    /// The size of the parameters that are stored, form-encoded.
    private static let maximumBytes = 16384

    private let context: Context
    private let admission: Admission
    private let clients: ClientRequests
    /// Limits the rows of one service: whoever reloads its page for logging in makes it push.
    private let pushes: RateLimiter

    init(
        _ context: Context, _ admission: Admission, _ clients: ClientRequests,
        rate: Rate = Rate(everyMinute: 30_000, atOnce: 30_000)
    ) {
        self.context = context
        self.admission = admission
        self.clients = clients
        pushes = RateLimiter(rate, buckets: 1024)
    }

    func register(in router: inout Router) {
        router.on(.post, Self.path) { request in
            try await clients.answer(request, at: Self.path) { form, client in
                if !client.service.isConfidential { try admission.admitForm(from: request.remoteAddress) }
                return try await push(form, client)
            }
        }
    }

    private func push(_ form: Parameters, _ client: AuthenticatedClient) async throws -> Response {
        guard try form.nonEmpty("request_uri") == nil else {
            throw OAuthError(.invalidRequest, "request_uri cannot be pushed")
        }
        let parameters = try bound(form, to: client.proof)
        try check(parameters, client.declared)
        let encoded = Self.formEncoded(parameters)
        guard encoded.utf8.count <= Self.maximumBytes else {
            throw OAuthError(.invalidRequest, "the request is longer than \(Self.maximumBytes) bytes")
        }
        try countPush(of: client.service)
        switch try await PushRequest(client, parameters: encoded)(context) {
        case .success(let uri):
            return .secretJSON(
                .object([("request_uri", .string(uri)), ("expires_in", .integer(PushedRequest.lifetimeSeconds))]),
                status: .created)
        case .failure(.invalidClient): throw ClientAuthentication.refusal(.usedAssertion)
        case .failure(.usedProof): throw DPoPProof.refusal("was used before")
        }
    }

    /// - Throws: 429 with Retry-After.
    private func countPush(of service: Service) throws(HTTPError) {
        do { try pushes.take(service.id.text, at: context.clock.now()) } catch {
            throw HTTPError(
                .tooManyRequests, "too many requests: try again in \(error.retryAfterSeconds) s",
                headers: [HeaderField("Retry-After", "\(error.retryAfterSeconds)")])
        }
    }

    /// Returns the parameters of the request alone. A proof binds the code as `dpop_jkt` does (RFC 9449, section 10.1).
    private func bound(_ form: Parameters, to proof: PossessionProof?) throws -> Parameters {
        var list = form.list.filter { !ClientAuthentication.parameters.contains($0.name) }
        guard let proof else { return Parameters(list) }
        let named = try form.nonEmpty("dpop_jkt")
        guard named?.hasSameBytes(as: proof.thumbprint) ?? true else {
            throw DPoPProof.refusal("is of another key than dpop_jkt")
        }
        list.removeAll { $0.name == "dpop_jkt" }
        list.append(Parameters.Parameter("dpop_jkt", proof.thumbprint))
        return Parameters(list)
    }

    private static func formEncoded(_ parameters: Parameters) -> String {
        parameters.list.map { "\(RedirectURI.percentEncoded($0.name))=\(RedirectURI.percentEncoded($0.value))" }
            .joined(separator: "&")
    }

    /// Checks a request as the authorization endpoint will check it again (RFC 9126, section 2.1).
    private func check(_ parameters: Parameters, _ declared: DeclaredService) throws {
        let service = declared.service
        let sent = AuthorizationParameters(parameters)
        guard let redirectURI = sent.redirectURI, RedirectURI.matches(redirectURI, service) else {
            throw OAuthError(.invalidRequest, "redirect_uri is missing, or not registered for this client")
        }
        do {
            _ = try sent.request(
                of: service, redirectURI: redirectURI,
                takesRegistrations: context.registrationAddress(for: declared) != nil
            ) { hint in
                IDTokenHint(verifying: hint, issuer: context.issuer, keys: context.hintKeys)?
                    .subject(for: service.id.text)
            }
        } catch { throw OAuthError(error) }
    }
}
