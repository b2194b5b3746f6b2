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

extension LoggedIn {
    /// The text of an act, with the names that a page has read.
    func text(_ act: OwnAct) throws -> (TransactionText, seen: [UInt8]) {
        if case .removeAddress(let id) = act {
            let value = try manager.context.database.read { try $0.attributeValues.all(of: session.accountID) }
                .first { $0.id == id.bytes }
            let parts: [TransactionText.Part] = [.literal("Remove the address"), .name(value?.text ?? "none")]
            return (TransactionText(type: act.type, language: "en", parts: parts), value?.shownDigest ?? [])
        }
        let device = try act.device.flatMap { try manager.activation($0) }
        let alias = if case .connectDevice(let alias) = act { alias } else { device?.alias ?? "" }
        let names: [TransactionText.Part] = alias.isEmpty ? [] : [.name(alias)]
        let parts = [.literal("Act on")] + names + [.literal("of the account"), .name(TestManager.userName)]
        return (TransactionText(type: act.type, language: "en", parts: parts), device?.objectDigest ?? [])
    }

    /// Asks for an act as a page does.
    /// - Parameter seen: nil: the object as it is.
    func ask(_ act: OwnAct, seen: [UInt8]? = nil) async throws -> (SessionID, ActRefusal?) {
        let (text, object) = try text(act)
        let request = RequestAct(
            .own(act), text: text, seen: seen ?? object, returningTo: "\(manager.issuer)/account/devices", in: session,
            manager.context)
        return (request.begun.process.id, try await request.store(manager.context))
    }

    /// Asks for an act that is not refused.
    func request(_ act: OwnAct, seen: [UInt8]? = nil) async throws -> SessionID {
        let (id, refusal) = try await ask(act, seen: seen)
        #expect(refusal == nil)
        return id
    }

    /// Asks for an act and confirms it.
    func confirmed(_ act: OwnAct, by device: RawDevice) async throws -> SessionID {
        let id = try await request(act)
        _ = try device.confirm(id)
        return id
    }

    /// Has a confirmed act done.
    func perform(
        _ id: SessionID, _ secret: SecretOctets? = nil, at node: Manager? = nil
    ) async throws -> PerformAct.Outcome {
        try await PerformAct(node?.context ?? manager.context)(id, in: session, returnSecret: secret)
    }

    /// The whole act.
    func act(_ act: OwnAct, by device: RawDevice) async throws -> PerformAct.Outcome {
        try await perform(try await confirmed(act, by: device))
    }
}

extension PerformAct.Outcome {
    /// The outcome in one word, or the refusal.
    var name: String {
        switch self {
        case .deviceConnected: "deviceConnected"
        case .deviceRemoved: "deviceRemoved"
        case .deviceLocked: "deviceLocked"
        case .exported: "exported"
        case .accountDeleted: "accountDeleted"
        case .addressRemoved: "addressRemoved"
        case .recoveryCodeMade: "recoveryCodeMade"
        case .recoveryCodeRemoved: "recoveryCodeRemoved"
        case .joined: "joined"
        case .administered(let effect): effect.name.rawValue
        case .awaitsApproval: "awaitsApproval"
        case .begun: "begun"
        case .recoveryIssued: "recoveryIssued"
        case .open: "open"
        case .over: "over"
        case .refused(let refusal): refusal.name
        }
    }
}

extension TestManager {
    /// Begins a login at the account pages.
    func beginAccountLogin() async throws -> SessionID { try await beginLogin(at: .account) }

    /// Begins a login at a surface.
    func beginLogin(at surface: BrowserSession.Surface) async throws -> SessionID {
        let begin = BeginLogin(at: surface, returningTo: "\(issuer)/\(surface.rawValue)", context)
        try await begin.store(context)
        return begin.login.process.id
    }
}
