import DatabaseFixture
import Testing
import XignDomain
import XignProtocol
import XignStorage

@testable import XignDeviceAPI
@testable import XignServer
@testable import XignUseCases

/// Acts that take two administrators, and the attempts of one to be both.
struct SecondPersonTests {
    @Test("The second person", .serialized, arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase(
            "The second administrator is not the first one, in whichever session and with whichever device", samePerson),
        TestCase(
            "Nobody helps himself to an account: without a second person a recovery gives nothing", lonelyRecovery),
        TestCase("The object of an act is not its second person", objectApproves),
        TestCase("The administrator whom an act concerns does not end it", objectWithdraws),
        TestCase(
            "An auditor, a person without a grant, and an organization's administrator confirm nothing", withoutRight),
        TestCase("Neither administrator may have lost the right meanwhile", lostRight),
        TestCase(
            "An act ends with the device that has confirmed it first, which may be stolen", deviceGone,
            each: [true, false]),
        TestCase("Both sign the same words", otherText),
        TestCase("Two who confirm at once have it done once", twoAtOnce, each: Engine.allCases),
        TestCase("An act waits for a day, and its end is recorded", expiry, each: Engine.allCases),
        TestCase(
            "Whoever asked for it withdraws it, and so does another administrator", withdrawal, each: Engine.allCases),
        TestCase("An administrator has twenty acts waiting at most", limit),
        TestCase("The machine is the second person where nobody else can be", machine, each: Engine.allCases),
        TestCase("The text of an act that waits is nowhere readable in the database", sealed),
    ]

    func samePerson() async throws {
        let (manager, grace, _, ada) = try TestManager.operators()
        let tablet = try grace.device.issue().personalize(alias: "tablet")
        try manager.waitForCoolDown()
        let pending = try await grace.again().begin(.removeAccount(ada.account))
        #expect(try await grace.again().approve(pending) == "samePerson")
        #expect(try await grace.again(with: tablet).approve(pending) == "samePerson")
        #expect(try ada.isThere)
    }

    func lonelyRecovery() async throws {
        let (manager, grace, _, ada) = try TestManager.operators()
        #expect(try await grace.act(.revokeDevice(ada.device.activation)) == "revokeDevice")
        let pending = try await grace.begin(.issueRecovery(ada.account))
        let before = try manager.context.database.read { try $0.activations.all(of: ada.account) }
        #expect(try await grace.approve(pending) == "samePerson")
        let machine = #expect(throws: ManagerError.self) { try ApproveAtMachine(manager.context)(pending, by: "root") }
        #expect(machine?.code == .actRefused)
        #expect(try manager.context.database.read { try $0.activations.all(of: ada.account) } == before)
        #expect(try manager.events(.recoveryIssued).isEmpty)
    }

    func objectApproves() async throws {
        let (manager, grace, lin, _) = try TestManager.operators()
        let revocation = try await grace.begin(.revokeDevice(lin.device.activation))
        #expect(try await lin.approve(revocation) == "ownAccount")
        let max = try ConsoleUser(manager, "max", .auditor)
        let promotion = try await grace.begin(.grant(max.account, .administrator, .manager))
        #expect(try await max.approve(promotion) == "notPermitted")
        #expect(try await lin.approve(promotion) == "grant")
    }

    func objectWithdraws() async throws {
        let manager = try TestManager()
        let (grace, lin) = (try ConsoleUser(manager, "grace"), try ConsoleUser(manager, "lin"))
        let max = try ConsoleUser(manager, "max")
        let effects: [Administration.Effect] = [
            .withdrawGrant(lin.account, .manager), .revokeDevice(lin.device.activation), .disableAccount(lin.account),
            .grant(lin.account, .auditor, .manager), .removeAccount(lin.account),
        ]
        for effect in effects {
            let pending = try await grace.begin(effect)
            let list = ListPendingActs(manager.context)
            #expect(try list.find(pending, for: lin.party)?.mayWithdraw == false, "\(effect.name.rawValue)")
            #expect(try await !WithdrawPendingAct(manager.context)(pending, for: lin.party), "\(effect.name.rawValue)")
            #expect(try manager.events(.actWithdrawn).isEmpty, "\(effect.name.rawValue)")
            for other in [grace.party, max.party, .machine("root")] {
                #expect(try list.find(pending, for: other)?.mayWithdraw == true, "\(effect.name.rawValue)")
            }
        }
        let last = try await grace.begin(.withdrawGrant(lin.account, .manager))
        #expect(try await max.approve(last) == "withdrawGrant")
    }

    func withoutRight() async throws {
        let (manager, grace, _, ada) = try TestManager.operators()
        let pending = try await grace.begin(.removeAccount(ada.account))
        let others = [
            try ConsoleUser(manager, "max", .auditor), try ConsoleUser(manager, "mallory", nil),
            try ConsoleUser(manager, "olga", of: "Example Inc."),
        ]
        for user in others {
            #expect(["notPermitted", "sessionOver"].contains(try await user.approve(pending)), "\(user.name)")
            #expect(try await !WithdrawPendingAct(manager.context)(pending, for: user.party))
        }
        #expect(try ListPendingActs(manager.context)(for: others[1].party) == nil)
        #expect(try ListPendingActs(manager.context).find(pending, for: others[2].party) == nil)
        // An auditor sees it.
        let entry = try #require(try ListPendingActs(manager.context)(for: others[0].party)?.first)
        #expect(entry.refusal == .notPermitted)
        #expect(!entry.mayWithdraw)
        #expect(entry.requestedBy == "grace")
    }

    func lostRight() async throws {
        let manager = try TestManager()
        let (grace, lin) = (try ConsoleUser(manager, "grace"), try ConsoleUser(manager, "lin"))
        let ada = try manager.account().id
        let pending = try await grace.begin(.removeAccount(ada))
        let confirmed = try await lin.confirmed(approving: pending)
        _ = try manager.context.grant(.auditor, ofOrganization: "Example Inc.", toUser: "lin", by: "root")
        try manager.withdrawGrant(from: lin.name)
        #expect(try await lin.perform(confirmed).name == "notPermitted")
        _ = try manager.context.grant(.administrator, toUser: "lin", by: "root")
        try manager.withdrawGrant(from: grace.name)
        #expect(try await lin.approve(pending) == "notPermitted")
        _ = try manager.context.grant(.administrator, toUser: "grace", by: "root")
        #expect(try manager.context.setActive(false, user: "grace", by: "root"))
        #expect(try await lin.approve(pending) == "notPermitted")
        #expect(try manager.context.setActive(true, user: "grace", by: "root"))
        #expect(try await lin.approve(pending) == "removeAccount")
    }

    func deviceGone(_ isRevoked: Bool) async throws {
        let (manager, grace, lin, ada) = try TestManager.operators()
        let pending = try await grace.begin(.removeAccount(ada.account))
        let approval = try await lin.confirmed(approving: pending)
        let (device, now) = (grace.device.activation, manager.clock.now)
        try await manager.context.database.write { transaction in
            let act = Performer(actor: .machine("root"), now: now, transaction: transaction)
            let found = try #require(try transaction.activations.find(device))
            #expect(try isRevoked ? act.end(found) : act.lock(found))
        }
        #expect(try await lin.perform(approval).name == "deviceEnded")
        #expect(try await lin.approve(pending) == "deviceEnded")
        #expect(throws: ManagerError.self) { try ApproveAtMachine(manager.context)(pending, by: "root") }
        #expect(try ada.isThere)
    }

    func otherText() async throws {
        let (manager, grace, lin, ada) = try TestManager.operators()
        let pending = try await grace.begin(.removeAccount(ada.account))
        let other = ConsoleUser.text(.disableAccount(ada.account), ["ada"])
        #expect(try await lin.ask(toApprove: pending, text: other).1 == .changed)
        let id = try await lin.confirmed(approving: pending)
        let texts = try manager.context.database.read { transaction in
            let first = try #require(try transaction.pendingActs.find(pending)).process
            return try [first, id].map {
                try ConsentStatement(parsing: try #require(try transaction.evidence.record(of: $0)?.consent?.payload))
                    .subject
            }
        }
        #expect(texts[0] == texts[1])
        #expect(try await lin.perform(id).name == "removeAccount")
    }

    func twoAtOnce(_ engine: Engine) async throws {
        let manager = try TestManager(engine)
        let (grace, lin) = (try ConsoleUser(manager, "grace"), try ConsoleUser(manager, "lin"))
        let max = try ConsoleUser(manager, "max")
        let ada = try RawDevice(manager)
        #expect(try await grace.act(.revokeDevice(ada.activation)) == "revokeDevice")
        let pending = try await grace.begin(.issueRecovery(try manager.account().id))
        let (first, second) = (
            try await lin.confirmed(approving: pending), try await max.confirmed(approving: pending)
        )
        async let left = lin.perform(first).name
        async let right = max.perform(second).name
        let names = try await [left, right]
        #expect(names.sorted() == ["notThere", "recoveryIssued"])
        #expect(try manager.events(.recoveryIssued).count == 1)
    }

    func expiry(_ engine: Engine) async throws {
        let (manager, grace, lin, ada) = try TestManager.operators(engine)
        let pending = try await grace.begin(.removeAccount(ada.account))
        manager.clock.advance(seconds: PendingAct.maximumSeconds)
        _ = try RotateEncryptionKeys(manager.context)()
        #expect(try await lin.again().approve(pending) == "notThere")
        #expect(throws: ManagerError.self) { try ApproveAtMachine(manager.context)(pending, by: "root") }
        #expect(try ListPendingActs(manager.context)(for: grace.again().party)?.isEmpty == true)
        try RemoveExpired(manager.context)(isStopping: { false })
        #expect(try manager.context.database.read { try $0.pendingActs.find(pending) } == nil)
        let event = try #require(try manager.events(.actExpired).first)
        #expect(event.detail == "removeAccount")
        #expect(event.actor == .manager)
        #expect(event.accountID == ada.account)
        #expect(try ada.isThere)
    }

    func withdrawal(_ engine: Engine) async throws {
        let (manager, grace, lin, ada) = try TestManager.operators(engine)
        for user in [grace, lin] {
            let pending = try await grace.begin(.removeAccount(ada.account))
            let confirmed = try await lin.confirmed(approving: pending)
            #expect(try await WithdrawPendingAct(manager.context)(pending, for: user.party))
            #expect(try await !WithdrawPendingAct(manager.context)(pending, for: user.party))
            #expect(try await lin.perform(confirmed).name == "notThere")
            #expect(try manager.events(.actWithdrawn).contains { $0.actor == .administrator(user.account) })
        }
        #expect(try manager.events(.actWithdrawn).count == 2)
        #expect(try ada.isThere)
    }

    func limit() async throws {
        let (_, grace, lin, ada) = try TestManager.operators()
        for _ in 0..<PendingAct.openPerAccount { _ = try await grace.begin(.removeAccount(ada.account)) }
        #expect(try await grace.ask(.removeAccount(ada.account)).1 == .limit)
        #expect(try await lin.ask(.removeAccount(ada.account)).1 == nil)
    }

    func machine(_ engine: Engine) async throws {
        let manager = try TestManager(engine)
        let grace = try ConsoleUser(manager, "grace")
        let lost = try RawDevice(manager)
        #expect(try await grace.act(.revokeDevice(lost.activation)) == "revokeDevice")
        let pending = try await grace.begin(.issueRecovery(try manager.account().id))
        let lin = try ConsoleUser(manager, "lin")
        let refused = #expect(throws: ManagerError.self) { try ApproveAtMachine(manager.context)(pending, by: "root") }
        #expect(refused?.description.contains("Another administrator") == true)
        // A second one who can do nothing does not count.
        #expect(try manager.context.setActive(false, user: "lin", by: "root"))
        guard case .recoveryIssued(let issued, _) = try ApproveAtMachine(manager.context)(pending, by: "root") else {
            Issue.record("not issued")
            return
        }
        #expect(issued.link.contains("http"))
        let event = try #require(try manager.events(.recoveryIssued).first)
        #expect(event.actor == .administrator(grace.account))
        #expect(event.approvalID == nil)
        let approval = try #require(try manager.events(.actApproved).first)
        #expect(approval.actor == .machine("root"))
        #expect(approval.accountID == event.accountID)
        #expect(approval.sessionID == event.sessionID)
        #expect(approval.approvalID == nil)
        #expect(throws: ManagerError.self) { try ApproveAtMachine(manager.context)(pending, by: "root") }
        // Against the only other one, the machine is asked, too.
        #expect(try manager.context.setActive(true, user: "lin", by: "root"))
        let against = try await grace.begin(.disableAccount(lin.account))
        _ = try ApproveAtMachine(manager.context)(against, by: "root")
        #expect(try !manager.account("lin").isActive)
    }

    func sealed() async throws {
        let (manager, grace, lin, ada) = try TestManager.operators()
        try manager.rename(ada.device, to: "Zwischenablage-9137")
        let max = try ConsoleUser(manager, "max", .auditor)
        try manager.rename(max.device, to: "Werkzeugkasten-4711", of: "max")
        let pending = try await grace.begin(.revokeDevice(max.device.activation))
        let stored = try manager.context.database.read { transaction in
            try transaction.rows("SELECT sealed_act FROM pending_act").map { try $0("sealed_act", as: [UInt8].self) }
        }
        #expect(!stored.isEmpty)
        for bytes in stored { #expect(!String(decoding: bytes, as: UTF8.self).contains("Werkzeugkasten")) }
        #expect(try await lin.approve(pending) == "revokeDevice")
    }
}

extension ConsoleUser {
    /// True while the account was not removed.
    var isThere: Bool {
        get throws { try manager.context.database.read { try $0.accounts.find(id: account) } != nil }
    }
}
