import XignAdmission
import XignDomain
import XignHTTP
import XignOAuth
import XignProtocol
import XignUseCases

/// `/openid/user`: the claims that an access token gives access to (OpenID Connect Core, section 5.3).
struct UserInfoEndpoint: Sendable {
    static let path = "/openid/user"

    private let context: Context
    private let admission: Admission

    init(_ context: Context, _ admission: Admission) {
        self.context = context
        self.admission = admission
    }

    func register(in router: inout Router) {
        for method in [Method.get, .post] {
            router.on(method, Self.path) { request in
                var response = try await answer(request)
                // An honest client learns of the nonce by its refusal.
                let demandsNonce =
                    response["WWW-Authenticate"]?.contains(OAuthError.Code.useDPoPNonce.rawValue) ?? false
                if response.status != .ok, !demandsNonce { try admission.countFailure(from: request.remoteAddress) }
                if request.headers["DPoP"] != nil { response.setHeader("DPoP-Nonce", context.proofNonce.text) }
                return response
            }
        }
    }

    private func answer(_ request: Request) async throws -> Response {
        switch try Self.token(of: request) {
        case .missing: return Self.refusal(.unauthorized)
        case .ambiguous: return Self.refusal(.badRequest, error: "invalid_request")
        case .bearer(let token): return Self.answer(try await ReadUserInfo(context)(token), scheme: "Bearer")
        case .bound(let token):
            do { return try await answer(bound: token, request) } catch let error as OAuthError {
                return Self.refusal(.unauthorized, error: error.code.rawValue, scheme: "DPoP")
            }
        }
    }

    /// Answers a token that is bound to a key, with the proof of the key (RFC 9449, section 7.1).
    private func answer(bound token: String, _ request: Request) async throws -> Response {
        let now = context.clock.now()
        guard let sent = try DPoPProof(request, at: "\(context.issuer)\(Self.path)", now: now) else {
            throw DPoPProof.refusal("is missing")
        }
        guard sent.isFor(accessToken: token) else { throw DPoPProof.refusal("has another ath") }
        guard sent.nonce.map(context.proofNonce.accepts) ?? true else { throw Self.nonceDemanded }
        let read = try await ReadUserInfo(context)(token, proof: sent.proof, hasNonce: sent.nonce != nil)
        return Self.answer(read, scheme: "DPoP")
    }

    private static let nonceDemanded = OAuthError(.useDPoPNonce, "the proof must have the nonce of DPoP-Nonce")

    private static func answer(
        _ read: Result<ReadUserInfo.Answer, ReadUserInfo.Refusal>, scheme: String
    ) -> Response {
        switch read {
        case .success(let answer): .secretJSON(.object(claims(answer)))
        case .failure(.invalidToken): refusal(.unauthorized, error: "invalid_token", scheme: scheme)
        case .failure(.proofMissing): refusal(.unauthorized, error: "invalid_token", scheme: "DPoP")
        case .failure(.usedProof): refusal(.unauthorized, error: "invalid_dpop_proof", scheme: scheme)
        case .failure(.nonceDemanded): refusal(.unauthorized, error: "use_dpop_nonce", scheme: scheme)
        }
    }

    private static func claims(_ answer: ReadUserInfo.Answer) -> [ReleasedClaims.Claim] {
        let roles = answer.role.map { [("roles", JSONValue.array([.string($0)]))] } ?? []
        return [("sub", .string(answer.subject.text))] + roles + answer.released.claims(in: .userInfo)
    }

    private enum Presented {
        case missing, ambiguous
        case bearer(String)
        case bound(String)
    }

    /// The access token, from the Authorization field or a form's body. A query is not read, since logs contain it (RFC
    /// 6750, section 2). A bound token is in the Authorization field alone (RFC 9449, section 7.1).
    private static func token(of request: Request) throws -> Presented {
        let authorization = try request.authorization()
        let inHeader: Presented? =
            authorization?.bearerToken.map { .bearer($0) } ?? authorization?.dpopToken.map { .bound($0) }
        guard request.method == .post, try request.hasContentType("application/x-www-form-urlencoded") else {
            return inHeader ?? .missing
        }
        let inForm = try request.form().all("access_token")
        switch (inHeader, inForm.count) {
        case (nil, 0): return .missing
        case (let token?, 0): return token
        case (nil, 1): return .bearer(inForm[0])
        default: return .ambiguous
        }
    }

    /// A refusal with the challenge of the scheme in which the token is to be shown (RFC 6750, section 3; RFC 9449,
    /// sections 7.1 and 7.2). A request without a token gets no error code.
    private static func refusal(
        _ status: XignHTTP.Status, error: String? = nil, scheme: String = "Bearer"
    ) -> Response {
        let challenge =
            scheme == "DPoP"
            ? "DPoP algs=\"\(DPoPProof.algorithms.joined(separator: " "))\"" : #"Bearer realm="xign""#
        var response =
            error.map { Response.secretJSON(.object([("error", .string($0))]), status: status) } ?? Response(status)
        response.setHeader("WWW-Authenticate", challenge + (error.map { ", error=\"\($0)\"" } ?? ""))
        response.setHeader("Cache-Control", "no-store")
        return response
    }
}
