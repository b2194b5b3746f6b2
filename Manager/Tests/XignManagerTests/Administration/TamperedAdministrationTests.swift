import Testing
import XignDomain
import XignProtocol
import XignStorage

@testable import XignDeviceAPI
@testable import XignServer
@testable import XignUseCases

/// Attacks by somebody who writes to the database, and does not have the key-encryption key.
struct TamperedAdministrationTests {
    @Test(
        "A database that somebody has written to, and the acts of administrators", .serialized,
        arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("A grant that somebody has written into the database gives no right", plantedGrant),
        TestCase("A grant that was moved to another scope gives no right", movedGrant),
        TestCase(
            "A process that somebody has marked as confirmed does nothing: of an administrator, and of a person",
            forgedConfirmation),
        TestCase("The statement of another process confirms nothing", movedStatement),
        TestCase("An act is confirmed by no device of another person, not even an administrator's", foreignDevice),
        TestCase("An act that waits and does not open keeps nobody from another act", damagedPendingAct),
        TestCase("An act that waits does not become that of another administrator", otherFirst),
        TestCase("An act that waits needs the statement of its first administrator", withoutStatement),
    ]

    private let manager: TestManager
    private let grace: ConsoleUser
    private let lin: ConsoleUser
    private let thief: ConsoleUser
    private let ada: AccountID

    init() throws {
        manager = try TestManager()
        grace = try ConsoleUser(manager, "grace")
        lin = try ConsoleUser(manager, "lin")
        thief = try ConsoleUser(manager, "mallory", nil)
        ada = try manager.account().id
    }

    private func write(_ sql: SQL) throws { try manager.context.database.write { try $0.execute(sql) } }

    func plantedGrant() async throws {
        try write(
            """
            INSERT INTO administrator_grant (account_id, scope, sealed_role, granted_by, granted_at, is_declared)
            SELECT \(thief.account), scope, sealed_role, granted_by, granted_at, is_declared
            FROM administrator_grant WHERE account_id = \(grace.account)
            """)
        await #expect(throws: Vault.OpeningError.self) { try await thief.ask(.disableAccount(ada)) }
        #expect(throws: Vault.OpeningError.self) {
            try DescribeAct(manager.context)(.disableAccount(ada), for: thief.party)
        }
    }

    func movedGrant() async throws {
        let olga = try ConsoleUser(manager, "olga", of: "Example Inc.")
        try write("UPDATE administrator_grant SET scope = '' WHERE account_id = \(olga.account)")
        await #expect(throws: Vault.OpeningError.self) { try await olga.ask(.disableAccount(ada)) }
    }

    /// Marks a process as confirmed, as `finish` does.
    private func confirm(_ id: SessionID, by device: RawDevice) throws {
        let template = try manager.context.database.read { transaction in
            try #require(try transaction.processes.find(id))
        }
        let claim = Claim(activationID: device.activation, tokenHash: BearerToken.generate().hash)
        let claimed = try #require(template.claimed(claim, through: template.channel, at: manager.clock.now))
        let statement = Statement(roleID: BuiltInParties.roleID, bytes: [])
        let prepared = try #require(claimed.process.prepared(statement, at: manager.clock.now))
        let confirmed = try #require(
            prepared.process.confirmed(
                by: [.device, .pin], failuresBefore: 0, returnHash: nil, at: manager.clock.now))
        for transition in [claimed, prepared, confirmed] {
            #expect(try manager.context.database.write { try $0.processes.apply(transition) })
        }
    }

    func forgedConfirmation() async throws {
        let (id, refusal) = try await grace.ask(.disableAccount(ada))
        #expect(refusal == nil)
        try confirm(id, by: grace.device)
        #expect(try await grace.perform(id).name == "over")
        #expect(try manager.account().isActive)

        let device = try RawDevice(manager)
        let browser = try await LoggedIn(manager, with: device)
        let own = try await browser.request(.connectDevice(alias: "planted"))
        try confirm(own, by: device)
        #expect(try await browser.perform(own).name == "over")
        #expect(try manager.events(.activationIssued).allSatisfy { $0.sessionID != own })
    }

    func movedStatement() async throws {
        let signed = try await grace.confirmed(.disableAccount(ada))
        let (id, _) = try await grace.ask(.disableAccount(ada))
        try confirm(id, by: grace.device)
        try write("UPDATE evidence SET session_id = \(id) WHERE session_id = \(signed)")
        await #expect(throws: Vault.OpeningError.self) { try await grace.perform(id) }
        #expect(try manager.account().isActive)
    }

    func foreignDevice() async throws {
        let (id, refusal) = try await grace.ask(.disableAccount(ada))
        #expect(refusal == nil)
        let refusals = try [grace, lin, thief].map { user in
            try manager.context.database.read { transaction in
                let process = try #require(try transaction.processes.find(id))
                guard case .act(let requested) = process.goal else { throw TestFailure(what: "no act") }
                let device = try #require(try transaction.activations.find(user.device.activation))
                return try ActRules(
                    of: requested, policy: transaction.declared.policy(), now: manager.clock.now, transaction
                ).refusal(confirmedBy: device)
            }
        }
        #expect(refusals == [nil, .notPermitted, .notPermitted])
    }

    func damagedPendingAct() async throws {
        let olga = try ConsoleUser(manager, "olga", of: "Example Inc.")
        _ = try await lin.begin(.removeAccount(olga.account))
        try write("UPDATE pending_act SET sealed_act = \([UInt8](repeating: 1, count: 60))")
        #expect(try await grace.act(.disableAccount(ada)) == "disableAccount")
    }

    func otherFirst() async throws {
        let pending = try await grace.begin(.removeAccount(ada))
        try write("UPDATE pending_act SET account_id = \(lin.account) WHERE id = \(pending)")
        #expect(try await grace.approve(pending) == "samePerson")
        #expect(try await lin.approve(pending) == "removeAccount")
    }

    func withoutStatement() async throws {
        let pending = try await grace.begin(.removeAccount(ada))
        let process = try #require(try manager.context.database.read { try $0.pendingActs.find(pending) }).process
        try write("DELETE FROM evidence WHERE session_id = \(process)")
        #expect(try await lin.approve(pending) == "notThere")
        let machine = #expect(throws: ManagerError.self) { try ApproveAtMachine(manager.context)(pending, by: "root") }
        #expect(machine?.code == .actRefused)
    }
}
