import XignDomain
import XignHTTP
import XignProtocol
import XignUseCases

/// Takes a browser from the login page back to the website, with the result of its login.
struct LoginContinuation: Sendable {
    let context: Context

    /// - Parameter returnSecret: the secret that the browser brought back from the app, where both are on the same
    ///   device.
    /// - Throws: `PageRefusal`; `StorageError`.
    func answer(_ login: BrowserProcess, returnSecret: SecretOctets? = nil) async throws -> Response {
        let answer = AuthorizationAnswer(login.request, issuer: context.issuer)
        switch try await ContinueLogin(context)(login.process.id, returnSecret: returnSecret) {
        case .code(let code): return answer.code(code)
        case .refused(let refusal): return answer.refusal(refusal)
        case .used: throw PageRefusal.loginUsed
        // No address is known that the answer may go to.
        case .gone: throw PageRefusal.loginOfAnotherBrowser
        case .open: return .redirect(to: "/login/\(login.process.id)")
        case .notRegistered: throw PageRefusal.redirectURINotRegistered.naming(login.sent)
        }
    }
}
