import DatabaseFixture
import Testing
import XignDomain
import XignProtocol
import XignStorage

@testable import XignDeviceAPI
@testable import XignServer
@testable import XignUseCases

/// A person with a device and an open session, at the console if not said otherwise.
struct ConsoleUser: Sendable {
    let manager: TestManager
    let name: String
    let device: RawDevice
    let session: BrowserSession

    /// A new account with a device, and with a grant.
    /// - Parameters:
    ///   - role: nil for a person without a grant.
    ///   - organization: the name of the grant's scope; nil for the manager.
    init(
        _ manager: TestManager, _ name: String, _ role: AdministratorGrant.Role? = .administrator,
        of organization: String? = nil, at surface: BrowserSession.Surface = .console
    ) throws {
        let device = try RawDevice(manager, user: name)
        if let role {
            _ = try manager.context.grant(
                role, ofOrganization: organization, toUser: name, by: TestManager.operatorName)
        }
        self.init(manager, name, device, try manager.openSession(of: device, at: surface))
    }

    private init(_ manager: TestManager, _ name: String, _ device: RawDevice, _ session: BrowserSession) {
        (self.manager, self.name, self.device, self.session) = (manager, name, device, session)
    }

    var account: AccountID { session.accountID }
    var party: Actor { .session(session) }

    /// Opens another session of this person.
    /// - Parameter device: nil for the device of this session.
    func again(with device: RawDevice? = nil) throws -> ConsoleUser {
        let device = device ?? self.device
        return ConsoleUser(manager, name, device, try manager.openSession(of: device, at: session.surface))
    }

    // MARK: Acts

    // The text has 24 characters.
    static let reason = Reason(.inPerson, "showed the identity card")!

    /// The text of an act, with the names that a page has read.
    static func text(_ effect: Administration.Effect, _ names: [String]) -> TransactionText {
        TransactionText(
            type: effect.name.rawValue, language: "en", parts: [.literal("Act on")] + names.map { .name($0) })
    }

    /// Asks for an act as a page does.
    /// - Parameter seen: nil: the object as it is.
    func ask(
        _ effect: Administration.Effect, seen: [UInt8]? = nil, because reason: Reason = Self.reason
    ) async throws -> (SessionID, ActRefusal?) {
        let object = try manager.context.database.read { try AdministeredObject(effect, $0) }
        let names = [object?.account.name, object?.device?.alias].compactMap { $0 }
        return try await store(
            .administration(Administration(effect, because: reason)), Self.text(effect, names),
            seen: seen ?? object?.digest ?? [])
    }

    /// Asks to be the second one of an act.
    func ask(toApprove id: PendingActID, text: TransactionText? = nil) async throws -> (SessionID, ActRefusal?) {
        let pending = try manager.context.database.read { try $0.pendingActs.find(id) }
        return try await store(
            .approve(id), text ?? pending?.text ?? Self.text(.removeAccount(account), []), seen: pending?.object ?? [])
    }

    private func store(
        _ act: RequestedAct.Act, _ text: TransactionText, seen: [UInt8]
    ) async throws -> (SessionID, ActRefusal?) {
        let request = RequestAct(
            act, text: text, seen: seen, returningTo: "\(manager.issuer)/console", in: session, manager.context)
        return (request.begun.process.id, try await request.store(manager.context))
    }

    /// Asks for an act that is not refused, and confirms it on the device.
    func confirmed(_ effect: Administration.Effect) async throws -> SessionID {
        try confirm(try await ask(effect))
    }

    func confirmed(approving id: PendingActID) async throws -> SessionID {
        try confirm(try await ask(toApprove: id))
    }

    private func confirm(_ asked: (id: SessionID, refusal: ActRefusal?)) throws -> SessionID {
        #expect(asked.refusal == nil)
        _ = try device.confirm(asked.id)
        return asked.id
    }

    /// Has a confirmed act done.
    func perform(_ id: SessionID) async throws -> PerformAct.Outcome {
        try await PerformAct(manager.context)(id, in: session)
    }

    /// The whole act, as far as it gets.
    /// - Returns: the outcome in one word, or the refusal.
    func act(_ effect: Administration.Effect) async throws -> String {
        let (id, refusal) = try await ask(effect)
        if let refusal { return refusal.name }
        _ = try device.confirm(id)
        return try await perform(id).name
    }

    func approve(_ id: PendingActID) async throws -> String {
        let (process, refusal) = try await ask(toApprove: id)
        if let refusal { return refusal.name }
        _ = try device.confirm(process)
        return try await perform(process).name
    }

    /// The first half of an act that takes two.
    func begin(_ effect: Administration.Effect) async throws -> PendingActID {
        guard case .awaitsApproval(let id) = try await perform(try await confirmed(effect)) else {
            throw TestFailure(what: "\(effect.name.rawValue) waits for nobody")
        }
        return id
    }
}

extension TestManager {
    /// A manager with two administrators at the console, and with ada, who has no grant.
    static func operators(
        _ engine: Engine = .sqlite
    ) throws -> (manager: TestManager, grace: ConsoleUser, lin: ConsoleUser, ada: ConsoleUser) {
        let manager = try TestManager(engine)
        return (
            manager, try ConsoleUser(manager, "grace"), try ConsoleUser(manager, "lin"),
            try ConsoleUser(manager, "ada", nil, at: .account)
        )
    }
}
