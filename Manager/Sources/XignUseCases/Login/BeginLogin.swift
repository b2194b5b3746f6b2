import Metrics
import XignDomain
import XignProtocol
import XignStorage

/// Begins a login for a browser, at a website or at the manager's own pages.
///
/// It takes two steps, so that the caller can count the login for the browser's network before it is stored.
package struct BeginLogin: Sendable {
    package let login: BrowserProcess
    /// The value of the browser's cookie; only its hash is stored.
    package let cookie: BearerToken

    /// Draws the login's id and its cookie.
    /// - Parameters:
    ///   - channel: `inApp` for an app that logs in through its own Keycloak.
    ///   - browser: the browser that asks, which the device names at some services.
    package init(
        _ authorization: AuthorizationRequest, at service: Service, through channel: Channel,
        in browser: RequestingBrowser, _ context: Context
    ) {
        cookie = .generate()
        login = BrowserProcess(
            authorization, at: service, through: channel, cookieHash: cookie.hash, in: browser,
            at: context.clock.now())
    }

    /// Draws the id and the cookie of a login at the manager's own pages.
    /// - Parameter page: the address of the page to which the browser goes afterwards.
    package init(at surface: BrowserSession.Surface, returningTo page: String, _ context: Context) {
        cookie = .generate()
        login = BrowserProcess(.pages(surface), returningTo: page, cookieHash: cookie.hash, at: context.clock.now())
    }

    /// Stores the login.
    ///
    /// - Parameters:
    ///   - replaced: the login that this browser gives up; it ends in the same transaction.
    ///   - displaced: an unclaimed login of somebody else that gives up its place; it is removed.
    package func store(
        _ context: Context, replacing replaced: SessionID? = nil, displacing displaced: SessionID? = nil
    ) async throws {
        try await context.database.write { [login] transaction in
            if let former = try replaced.flatMap({ try transaction.processes.find($0) }), former.phase.isOpen,
                let expired = former.expired()
            {
                _ = try transaction.processes.apply(expired, as: .givenUp)
            }
            if let displaced { try transaction.processes.removeUnclaimed(displaced) }
            try transaction.processes.insert(login)
        }
    }
}
