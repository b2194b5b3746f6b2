import DatabaseFixture
import Testing
import XignDomain
import XignProtocol

@testable import XignDeviceAPI
@testable import XignServer
@testable import XignUseCases
@testable import XignWeb

/// The processes that the manager's own pages begin.
extension RawDevice {
    /// An app that shows the text of a transaction.
    static let transactionClient = ClientInformation(
        version: "1.0.0", platform: "Linux", securityCheck: nil, supports: [.merge, .transaction])

    /// Claims a process by the QR code or the link of its page.
    func claim(
        _ id: SessionID, byLink: Bool = false, client: ClientInformation = Self.transactionClient
    ) throws -> Start.Response {
        let secrets = manager.context.secrets(of: id)
        let claim: Start.Claim =
            byLink
            ? .link(secrets.linkSecret)
            : .qrCode(secrets.qrSecret(step: SessionSecrets.step(at: manager.clock.now.seconds)))
        return try call(
            Start.self, .init(activationId: activation, sessionId: id, claim: claim, client: client), proven: true)
    }

    /// Claims a process of the account pages, and asks for its statement.
    func prepare(_ id: SessionID, byLink: Bool = false) throws -> Prepared {
        try prepare(id, try claim(id, byLink: byLink))
    }

    /// Confirms a process of the account pages with device and PIN.
    func confirm(_ id: SessionID, byLink: Bool = false) throws -> Finish.Result {
        try #require(try finish(try prepare(id, byLink: byLink)).result)
    }
}

/// A browser that is logged in at the account pages.
struct LoggedIn: Sendable {
    let manager: TestManager
    let cookie: String
    let session: BrowserSession

    /// Logs in with a device.
    init(
        _ manager: TestManager, with device: RawDevice, network: String? = "192.0.2.0/24", former: String? = nil
    ) async throws {
        let id = try await manager.beginAccountLogin()
        _ = try device.confirm(id)
        guard
            case .opened(let cookie, let session) = try await OpenBrowserSession(manager.context)(
                id, network: network, replacing: former)
        else { throw TestFailure(what: "no session was opened") }
        (self.manager, self.cookie, self.session) = (manager, cookie.text, session)
    }

    /// The session as a request of this browser finds it.
    func found() async throws -> FindBrowserSession.Found? {
        try await FindBrowserSession(manager.context)(cookie: cookie)
    }
}

extension TestManager {
    /// Begins a login at the account pages.
    func beginAccountLogin() async throws -> SessionID {
        let begin = BeginLogin(returningTo: "\(issuer)/account", context)
        try await begin.store(context)
        return begin.login.process.id
    }
}
