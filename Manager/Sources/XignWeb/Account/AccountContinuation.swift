import XignDomain
import XignHTTP
import XignPages
import XignProtocol
import XignUseCases
import XignWording

/// Ends the processes of the account pages for the browser that began them: a login becomes a session.
struct AccountContinuation: Sendable {
    let context: Context
    /// The browser's request.
    let request: Request
    /// The process, whose cookie the browser has shown.
    let begun: BrowserProcess
    /// The secret that the browser brought back from the app, where both are on the same device.
    let returnSecret: SecretOctets?
    /// Nil where logs name no networks.
    let network: String?

    // MARK: Login

    /// Opens the browser's session.
    func logIn() async throws -> Response {
        let outcome = try await OpenBrowserSession(context)(
            begun.process.id, returnSecret: returnSecret, network: network,
            replacing: SessionCookie.value(in: request))
        switch outcome {
        case .opened(let cookie, _): return leading(to: page).setting(try SessionCookie.make(cookie))
        case .open: return leading(to: "/login/\(begun.process.id)")
        // The page that the browser came from has the button that begins again.
        case .over: return leading(to: page)
        }
    }

    /// The page to which the browser goes, as a path of this manager.
    private var page: String {
        let address = begun.request.redirectURI
        let origin = context.issuer.description
        return address.hasPrefix(origin) ? String(address.dropFirst(origin.count)) : AccountSection.overview.address
    }

    private func leading(to path: String) -> Response {
        var response = Response.redirect(to: path)
        response.setHeader("Cache-Control", "no-store")
        return response
    }
}
