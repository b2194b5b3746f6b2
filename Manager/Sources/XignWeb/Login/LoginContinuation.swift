import Logging
import XignAdmission
import XignDomain
import XignHTTP
import XignProtocol
import XignUseCases

/// Takes a browser from the login page back to where it came from, with the result of its process.
struct LoginContinuation: Sendable {
    let context: Context
    let admission: Admission
    /// The browser's request.
    let request: Request
    let log: Log
    let refusals: RefusedRequests
    let site: Site

    /// - Parameter returnSecret: the secret that the browser brought back from the app, where both are on the same
    ///   device.
    /// - Throws: `PageRefusal`; `StorageError`.
    func answer(_ login: BrowserProcess, returnSecret: SecretOctets? = nil) async throws -> Response {
        switch login.process.goal {
        case .pages(let surface): return try await continuation(login, returnSecret).logIn(to: surface)
        case .act(let requested):
            return try await continuation(login, returnSecret).perform(at: requested.act.surface)
        case .website, .inApp, .utility: break
        }
        return try await websiteAnswer(login, returnSecret).keepingOpener(login.request.isPopup)
    }

    private func websiteAnswer(_ login: BrowserProcess, _ returnSecret: SecretOctets?) async throws -> Response {
        let answer = AuthorizationAnswer(login.request, in: context, to: request)
        let cookies = RememberedLoginCookie(at: login.process.serviceID, in: request, of: context.issuer)
        let browser = cookies.browser(RequestingBrowser(kind: request.browserKind, network: network))
        switch try await CollectLogin(context)(login.process.id, returnSecret: returnSecret, by: browser) {
        case .code(let code, let kept):
            var response = answer.code(code)
            for cookie in try cookies.changes(keeping: kept) { response.set(cookie) }
            return response
        case .refused(let refusal):
            refusals.add(refusal, of: login.process.serviceID)
            return answer.refusal(refusal)
        case .used: throw PageRefusal.loginUsed
        // No address is known that the answer may go to.
        case .gone: throw PageRefusal.loginOfAnotherBrowser
        case .open: return .redirect(to: "/login/\(login.process.id)")
        case .notRegistered: throw PageRefusal.redirectURINotRegistered.naming(login.sent)
        }
    }

    private func continuation(
        _ login: BrowserProcess, _ returnSecret: SecretOctets?
    ) throws -> SurfaceContinuation {
        guard try SameOrigin.isStrictlyProven(by: request, at: site) else {
            throw PageRefusal.fromAnotherSite
        }
        return SurfaceContinuation(
            context: context, admission: admission, site: site, request: request, begun: login,
            returnSecret: returnSecret,
            network: network)
    }

    /// The browser's network, as logs name it.
    private var network: String? { log.namesNetworks ? "\(request.remoteAddress.network)" : nil }
}
