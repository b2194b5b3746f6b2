import Foundation
import Synchronization
import XignProtocol
import XignSDKTesting

@testable import XignSDK

/// A Keycloak whose only identity provider is the test manager, and the manager's pages for browsers.
///
/// It answers step by step as a Keycloak 26 does, and checks what a browser must send. Tests replace single answers.
final class TestKeycloak: Sendable {
    enum Step: String, CaseIterable {
        case discovery = "/.well-known/openid-configuration"
        case authorization = "/protocol/openid-connect/auth"
        case broker = "/broker/xign/login"
        case managerAuthorization = "/openid/authenticate"
        case managerReturn = "/return"
        case endpoint = "/broker/xign/endpoint"
        case firstLogin = "/login-actions/first-broker-login"
        case afterFirstLogin = "/broker/after-first-broker-login"

        static let thence: [Step] = [.discovery, .authorization, .broker, .managerAuthorization]
        static let back: [Step] = [.managerReturn, .endpoint, .firstLogin, .afterFirstLogin]
    }

    struct State {
        var requests: [TransportRequest] = []
        /// The parameters with which the app began.
        var asked = FormParameters([])
        var logins = 0
        /// Answers in place of the honest ones.
        var answers: [Step: @Sendable (TransportRequest) -> TransportResponse] = [:]
        /// The steps whose next answer is lost.
        var lost: Set<Step> = []
        var announcesIssuer = true
        /// Modifies the parameters of the redirect to the app, in order.
        var bendAnswer: (@Sendable (inout [(String, String?)]) -> Void)?
    }

    static let origin = "https://sso.example.org"
    static let code = "code-of-keycloak"
    let manager: TestManager
    let prefix: String
    let redirectURL: String
    let state = Mutex(State())
    let returnSecret = SecretOctets.random(count: 32)

    var issuer: String { "\(Self.origin)\(prefix)/realms/demo" }
    var requested: [String] { state.withLock { $0.requests.map(\.url.absoluteString) } }
    var asked: FormParameters { state.withLock { $0.asked } }

    init(_ manager: TestManager, prefix: String = "", redirectURL: String = "https://app.example.org/callback") {
        self.manager = manager
        self.prefix = prefix
        self.redirectURL = redirectURL
        manager.state.withLock {
            $0.login = TestManager.Login(.inAppLogin(offlineUntil: nil))
            $0.login.channel = .inApp
            $0.login.service.origin = Self.origin
            $0.returnSecret = returnSecret
            $0.web = { [self] in try answer($0) }
        }
    }

    func configuration(
        authorization: InAppAuthorization = InAppAuthorization(), identityProvider: String? = nil
    ) throws -> KeycloakServiceConfiguration {
        guard let keycloak = URL(string: Self.origin + "/"), let redirect = URL(string: redirectURL) else {
            throw UnexpectedAnswer()
        }
        return KeycloakServiceConfiguration(
            keycloakUrl: keycloak, redirectUrl: redirect,
            authorizationEndpointPath: "\(prefix)/realms/demo/protocol/openid-connect/auth", clientId: "app",
            realm: "demo", scopes: ["profile"], identityProvider: identityProvider, authorization: authorization)
    }

    func replace(_ step: Step, by answer: TransportResponse) { state.withLock { $0.answers[step] = { _ in answer } } }

    private func answer(_ request: TransportRequest) throws -> TransportResponse? {
        let address = request.url.absoluteString
        if address.hasPrefix("\(manager.origin)/api/") || address.contains("/.well-known/xign/") { return nil }
        state.withLock { $0.requests.append(request) }
        guard let step = step(of: request.url) else { return TransportResponse(status: 404) }
        let answer = state.withLock { $0.answers[step] }?(request) ?? honest(step, request)
        if state.withLock({ $0.lost.remove(step) }) != nil { throw URLError(.networkConnectionLost) }
        return answer
    }

    private func step(of url: URL) -> Step? {
        let address = url.absoluteString.prefix { $0 != "?" }
        return Step.allCases.first { step in
            switch step {
            case .managerAuthorization, .managerReturn: address == "\(manager.origin)\(step.rawValue)"
            default: address == issuer + step.rawValue
            }
        }
    }

    private func honest(_ step: Step, _ request: TransportRequest) -> TransportResponse {
        let number = state.withLock { $0.logins }
        func has(_ cookie: String) -> Bool {
            request.header("Cookie")?.components(separatedBy: "; ").contains(cookie) == true
        }
        func page(_ text: String) -> TransportResponse {
            TransportResponse(status: 400, headers: ["content-type": "text/html"], body: Data(text.utf8))
        }
        switch step {
        case .discovery:
            let announces = state.withLock { $0.announcesIssuer }
            let document =
                #"{"issuer":"\#(issuer)","authorization_response_iss_parameter_supported":\#(announces),"x":null}"#
            return TransportResponse(status: 200, body: Data(document.utf8))
        case .authorization:
            state.withLock {
                $0.asked = FormParameters(parsing: request.url.query ?? "") ?? FormParameters([])
                $0.logins += 1
            }
            let path = "Version=1;Path=\(prefix)/realms/demo/"
            return .redirect(
                to: issuer + Step.broker.rawValue + "?session_code=s&client_data=d",
                cookies: "AUTH_SESSION_ID=session-\(number + 1);\(path);Secure;HttpOnly;SameSite=None, "
                    + "KC_OLD=; \(path); Expires=Thu, 01 Jan 1970 00:00:10 GMT; Max-Age=0, "
                    + "KC_AUTH_SESSION_HASH=\"hash\";\(path);Max-Age=60;Secure")
        case .broker:
            guard has("AUTH_SESSION_ID=session-\(number)"), has(#"KC_AUTH_SESSION_HASH="hash""#), !has("KC_OLD=") else {
                return page("cookie not found")
            }
            return .redirect(
                to: "\(manager.origin)\(Step.managerAuthorization.rawValue)?client_id=k&state=b", status: 303)
        case .managerAuthorization:
            guard request.header("Accept") == InAppAnswer.mediaType else {
                return .redirect(to: "/login/1", status: 303)
            }
            return inAppAnswer(cookie: "__Host-xign-1=cookie-\(number); Path=/; Secure; HttpOnly; SameSite=Lax")
        case .managerReturn:
            let form = FormParameters(parsing: String(decoding: request.body ?? Data(), as: UTF8.self))
            guard request.method == "POST", has("__Host-xign-1=cookie-\(number)"),
                request.header("Origin") == manager.origin.description,
                form?.single("secret") == Base64URL.encode(returnSecret.bytes)
            else { return page("not your login") }
            return .redirect(to: issuer + Step.endpoint.rawValue + "?code=c&state=b&iss=\(manager.origin)", status: 303)
        case .endpoint, .firstLogin, .afterFirstLogin:
            guard has("AUTH_SESSION_ID=session-\(number)") else { return page("cookie not found") }
            if step == .endpoint { return .redirect(to: issuer + Step.firstLogin.rawValue + "?tab_id=t") }
            if step == .firstLogin { return .redirect(to: issuer + Step.afterFirstLogin.rawValue + "?tab_id=t") }
            var answer: [(String, String?)] = [
                ("state", state.withLock { $0.asked.single("state") }), ("session_state", "x"), ("iss", issuer),
                ("code", Self.code),
            ]
            state.withLock { $0.bendAnswer }?(&answer)
            return .redirect(to: redirectURL + "?" + FormParameters(answer).text)
        }
    }

    func inAppAnswer(idm: String? = nil, type: String = InAppAnswer.mediaType, cookie: String? = nil)
        -> TransportResponse
    {
        let answer = InAppAnswer(
            idmIdentifier: idm ?? manager.idm, session: manager.session, secret: manager.claimToken,
            expiresInSeconds: 300)
        var headers = ["content-type": type]
        headers["set-cookie"] = cookie
        return TransportResponse(status: 200, headers: headers, body: Data((try? answer.serialized()) ?? []))
    }
}

extension TransportResponse {
    static func redirect(to location: String, status: Int = 302, cookies: String? = nil) -> TransportResponse {
        var headers = ["location": location]
        headers["set-cookie"] = cookies
        return TransportResponse(status: status, headers: headers)
    }

    /// A page for a person.
    static func page(_ status: Int = 200) -> TransportResponse {
        TransportResponse(
            status: status, headers: ["content-type": "text/html;charset=utf-8"], body: Data("<form>".utf8))
    }
}

extension TransportRequest {
    func header(_ name: String) -> String? { headers.first { $0.name == name }?.value }
}
