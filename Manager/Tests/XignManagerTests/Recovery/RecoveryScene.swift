import DatabaseFixture
import Testing
import XignDomain
import XignProtocol

@testable import XignServer
@testable import XignStorage
@testable import XignUseCases

/// A manager with a device of ada and a recovery code, and the steps of a recovery below the pages.
struct RecoveryScene: Sendable {
    static let network = "192.0.2.0/24"
    /// The confirmation that has made the code is older than clocks can differ.
    private static let pauseSeconds: Int64 = 2 * Timestamp.clockTolerance

    let manager: TestManager
    let phone: RawDevice
    let code: RecoveryCode
    let pins = StrangerPINs()
    /// A secret of the browser that recovers.
    struct Browser: Sendable { var cookie: String }

    /// - Parameter addresses: of ada, in YAML.
    init(_ engine: Engine = .sqlite, addresses: String = "{value: ada@example.org, verified: true}") async throws {
        manager = try TestManager(engine)
        let users = "users: [{name: ada, attributes: {email: \(addresses)}}]"
        _ = try Apply(manager.context)(Array(users.utf8))
        let end = manager.clock.now + 40 * 86_400
        try await manager.context.database.write { try $0.outbox.open(.mail, until: end) }
        phone = try RawDevice(manager)
        code = try await Self.makeCode(manager, by: phone)
        manager.clock.advance(seconds: Self.pauseSeconds)
    }

    /// Makes a code, confirmed on a device.
    static func makeCode(_ manager: TestManager, by device: RawDevice) async throws -> RecoveryCode {
        let browser = try await LoggedIn(manager, with: device)
        guard case .recoveryCodeMade(let code) = try await browser.act(.makeRecoveryCode, by: device) else {
            throw TestFailure(what: "no code was made")
        }
        return code
    }

    var context: Context { manager.context }
    var account: AccountID { get throws { try manager.account().id } }

    // MARK: Mails

    /// Takes the mails out of the outbox.
    func mails() throws -> [OutgoingMail] { try manager.mails() }

    /// The notices that wait in the outbox, taken out.
    func mailedNotices() throws -> [MailPayload] { try manager.mailedNotices() }

    // MARK: Steps

    /// Shows the recovery code.
    func enter(_ code: RecoveryCode? = nil) async throws -> RecoveryVisit {
        try #require(
            try await FindRecovery(context)(typed: (code ?? self.code).groupedText, network: Self.network))
    }

    /// Shows the recovery code, and has a code mailed.
    /// - Returns: the browser, and the code that was mailed.
    func ask(_ code: RecoveryCode? = nil) async throws -> (Browser, mailed: String) {
        let cookie = try await enter(code).cookie
        guard
            case .sent = try await SendRecoveryMail(context)(
                cookie: cookie, from: Self.network, logged: Self.network)
        else {
            throw TestFailure(what: "nothing was mailed")
        }
        let codes = try mails().compactMap { if case .code(let mail) = $0 { mail.code } else { nil } }
        return (Browser(cookie: cookie), try #require(codes.last))
    }

    /// - Parameter context: of the manager that is asked; nil: the scene's.
    func prove(
        _ mailed: String, in browser: Browser, _ context: Context? = nil
    ) async throws -> ProveRecovery.Outcome {
        try await ProveRecovery(context ?? self.context, pins)(
            typed: mailed, cookie: browser.cookie, network: Self.network)
    }

    /// The addresses among which the person chooses, as the page shows them.
    func addresses() async throws -> [String] {
        guard case .chooseAddress(let addresses, _) = try await enter().state else { return [] }
        return addresses.map(\.masked)
    }

    /// Shows both proofs.
    @discardableResult
    func prove(_ code: RecoveryCode? = nil) async throws -> ProveRecovery.Outcome {
        let (browser, mailed) = try await ask(code)
        return try await prove(mailed, in: browser)
    }

    /// Begins a recovery.
    /// - Returns: its id.
    @discardableResult
    func begin() async throws -> RecoveryID {
        guard case .begun = try await prove() else { throw TestFailure(what: "no recovery was begun") }
        return try #require(try recovery()?.begun?.id)
    }

    /// Lets the wait pass, with the keys that devices seal to.
    func wait(seconds: Int64 = Recovery.waitSeconds) throws {
        manager.clock.advance(seconds: seconds)
        _ = try RotateEncryptionKeys(context)()
    }

    /// Begins a recovery, waits, and has the activation issued.
    func issued() async throws -> ConnectedDevice {
        try await begin()
        try wait()
        return try await issue()
    }

    /// Shows both proofs after the wait.
    func issue() async throws -> ConnectedDevice {
        guard case .issued(let device, _) = try await prove() else { throw TestFailure(what: "nothing was issued") }
        return device
    }

    /// Opens the activation, as the new device does.
    func open(_ issued: ConnectedDevice) throws -> (RawDevice, Open.Personalize) {
        let activation = try RawActivation(manager, link: issued.link)
        return (activation.device(), try #require(try activation.open(pin: issued.pin.text).personalize))
    }

    /// Enrols the new device.
    @discardableResult
    func connect(_ issued: ConnectedDevice) throws -> RawDevice {
        let (device, opened) = try open(issued)
        _ = try device.enrol(with: opened.openToken, challenge: opened.challenge.bytes)
        return device
    }

    // MARK: The state

    func recovery() throws -> Recovery? {
        let account = try account
        return try context.database.read { try $0.recoveries.find(account) }
    }

    func state(_ device: RawDevice) throws -> Activation.State? { try manager.activation(of: device)?.state }

    /// The first words of the details of the events of a kind, oldest first. The device that has confirmed may follow.
    func details(_ kind: AuditEvent.Kind) throws -> [String?] {
        let events = try context.database.read { try $0.audit.newest(1000) }.filter { $0.kind == kind }
        return events.map { event in event.detail.map { String($0.prefix { $0 != ":" }) } }.reversed()
    }

    func housekeep() throws { try HoldRecoveries(context) { false } }

    /// Logs in at the website with the PIN.
    func logIn(with device: RawDevice, wrongPIN: Bool = false) throws {
        let finished = try device.finish(try device.prepare(try TestBrowser(manager)), wrongPIN: wrongPIN)
        #expect((finished.result == nil) == wrongPIN)
    }
}

extension ProveRecovery.Outcome {
    /// The outcome in one word, or the refusal.
    var name: String {
        switch self {
        case .begun: "begun"
        case .issued: "issued"
        case .malformed: "malformed"
        case .wrong: "wrong"
        case .codeOver: "codeOver"
        case .refused(let refusal): refusal.name
        case .over: "over"
        }
    }
}

extension RecoveryVisit.State {
    /// The state in one word, or the refusal.
    var name: String {
        switch self {
        case .refused(let refusal): refusal.name
        case .chooseAddress(_, let isEnd): isEnd ? "chooseAddress, end" : "chooseAddress"
        case .codeMailed(_, _, _, let isEnd): isEnd ? "codeMailed, end" : "codeMailed"
        case .waiting: "waiting"
        case .issued: "issued"
        case .done: "done"
        }
    }
}
