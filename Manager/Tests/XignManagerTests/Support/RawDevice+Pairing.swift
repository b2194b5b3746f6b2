import Testing
import XignDomain
import XignHTTP
import XignProtocol
import XignStorage

@testable import XignServer
@testable import XignUseCases

extension TestManager {
    /// Sets the policy of the service `demo` for QR codes that were opened.
    func setOpenedQRCodes(_ policy: OpenedQRCodePolicy) throws {
        var service = try service
        service.openedQRCodes = policy
        let changed = service
        try context.database.write { try $0.services.save(changed) }
    }
}

extension RawDevice {
    /// A client that asks its user for the digits of the page.
    static let pairingClient = ClientInformation(
        version: "1.0.0", platform: "Linux", securityCheck: nil, supports: [.pairing, .transaction])

    /// The ways in which a device can get hold of a QR code.
    enum Way { case scanned, opened }

    /// A session that the device has claimed.
    struct Claimed: Sendable {
        let session: SessionID
        let started: Start.Response
    }

    /// Claims a session with the present secret of its QR code.
    func claimed(
        _ session: SessionID, _ way: Way = .opened, client: ClientInformation = Self.pairingClient
    ) throws -> Claimed {
        let secrets = manager.context.secrets(of: session)
        let secret = secrets.qrSecret(step: SessionSecrets.step(at: manager.clock.now.seconds))
        let claim: Start.Claim = way == .opened ? .openedQRCode(secret) : .qrCode(secret)
        return Claimed(
            session: session,
            started: try call(
                Start.self, .init(activationId: activation, sessionId: session, claim: claim, client: client),
                proven: true))
    }

    /// Asks for the statement of the first role.
    func prepare(
        _ claimed: Claimed, digits: String?, attributes: [String: Prepare.Selection] = [:], at node: Manager? = nil
    ) throws -> Prepare.Response {
        try call(Prepare.self, request(claimed, digits: digits, attributes: attributes), at: node)
    }

    /// Asks for the statement, which must not be refused.
    func prepared(_ claimed: Claimed, digits: String?) throws -> Prepared {
        Prepared(
            session: claimed.session, token: claimed.started.sessionToken,
            statement: try #require(try prepare(claimed, digits: digits).statement).bytes)
    }

    func request(
        _ claimed: Claimed, digits: String?, role: String? = nil, attributes: [String: Prepare.Selection] = [:]
    ) -> Prepare.Request {
        Prepare.Request(
            sessionId: claimed.session, sessionToken: claimed.started.sessionToken,
            roleId: role ?? claimed.started.roles[0].id, attributes: attributes,
            pairing: digits.flatMap { PairingDigits($0) })
    }
}

extension TestBrowser {
    /// The digits that the page shows; nil where it shows none.
    var digits: String? {
        get throws {
            let page = try page
            guard let start = page.range(of: "<strong data-digits>")?.upperBound else { return nil }
            let text = page[start...].prefix { $0 != "<" }.filter { $0 != " " }
            return text.isEmpty ? nil : String(text)
        }
    }

    /// Two digits that are not those of the page.
    var otherDigits: String {
        get throws { try digits == "00" ? "01" : "00" }
    }
}
