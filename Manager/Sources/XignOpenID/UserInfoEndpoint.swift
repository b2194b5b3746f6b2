import XignAdmission
import XignDomain
import XignHTTP
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
                let response = try answer(request)
                if response.status != .ok { try admission.countFailure(from: request.remoteAddress) }
                return response
            }
        }
    }

    private func answer(_ request: Request) throws -> Response {
        let text: String
        switch try Self.token(of: request) {
        case .none: return Self.refusal(.unauthorized)
        case .ambiguous: return Self.refusal(.badRequest, error: "invalid_request")
        case .token(let token): text = token
        }
        guard let (subject, released) = try ReadUserInfo(context)(text) else {
            return Self.refusal(.unauthorized, error: "invalid_token")
        }
        return .secretJSON(.object([("sub", .string(subject.text))] + released.claims(in: .userInfo)))
    }

    private enum Presented {
        case none, ambiguous
        case token(String)
    }

    /// The access token, from the Authorization field or a form's body. A query is not read, since logs contain it (RFC
    /// 6750, section 2).
    private static func token(of request: Request) throws -> Presented {
        let inHeader = try request.authorization()?.bearerToken
        guard request.method == .post, try request.hasContentType("application/x-www-form-urlencoded") else {
            return inHeader.map { .token($0) } ?? .none
        }
        let inForm = try request.form().all("access_token")
        switch (inHeader, inForm.count) {
        case (nil, 0): return .none
        case (let token?, 0): return .token(token)
        case (nil, 1): return .token(inForm[0])
        default: return .ambiguous
        }
    }

    /// A refusal with its challenge (RFC 6750, section 3). A request without a token gets no error code.
    private static func refusal(_ status: XignHTTP.Status, error: String? = nil) -> Response {
        let challenge = #"Bearer realm="xign""# + (error.map { ", error=\"\($0)\"" } ?? "")
        var response =
            error.map { Response.secretJSON(.object([("error", .string($0))]), status: status) } ?? Response(status)
        response.setHeader("WWW-Authenticate", challenge)
        response.setHeader("Cache-Control", "no-store")
        return response
    }
}
