import DatabaseFixture
import Testing
import XignDomain
import XignProtocol
import XignStorage

@testable import XignDeviceAPI
@testable import XignServer
@testable import XignUseCases

/// Acts of administrators that take effect: each is signed on the administrator's device, and found in the audit log.
struct AdministrationTests {
    @Test("Acts of administrators", .serialized, arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase(
            "An account is disabled and enabled, by a statement that the log names", disabling, each: Engine.allCases),
        TestCase("A device is revoked", revocation, each: Engine.allCases),
        TestCase("A timed lockout is ended, and no guess is given back", unlocking, each: Engine.allCases),
        TestCase("A device that is locked for good stays so, unless the policy leaves the standard", permanentLockout),
        TestCase("A device that its owner has locked is unlocked by nobody", lockedByOwner),
        TestCase("A recovery takes two persons, and gives link and PIN to the second", recovery, each: Engine.allCases),
        TestCase("An account is removed by two persons", removal, each: Engine.allCases),
        TestCase("A grant of the manager takes two persons, and gives the right", granting, each: Engine.allCases),
        TestCase("An organization's administrators choose each other among its members", organization),
    ]

    func disabling(_ engine: Engine) async throws {
        let manager = try TestManager(engine)
        let grace = try ConsoleUser(manager, "grace")
        let ada = try ConsoleUser(manager, "ada", nil, at: .account)
        let id = try await grace.confirmed(.disableAccount(ada.account))
        #expect(try manager.account().isActive)
        #expect(try await grace.perform(id).name == "disableAccount")
        #expect(try !manager.account().isActive)
        #expect(try manager.openSession(ada.session) == nil)
        let event = try #require(try manager.events(.accountDisabled).first)
        #expect(event.accountID == ada.account)
        #expect(event.actor == .administrator(grace.account))
        #expect(event.sessionID == id)
        #expect(event.network == "192.0.2.0/24")
        #expect(event.detail == "inPerson: showed the identity card")
        let evidence = try #require(
            try manager.context.database.read { try $0.evidence.record(of: id)?.consent?.payload })
        #expect(
            try ConsentStatement(parsing: evidence).subject
                == .transaction(
                    ConsoleUser.text(
                        .disableAccount(ada.account), ["ada"])))
        #expect(try await grace.act(.disableAccount(ada.account)) == "alreadyDone")
        #expect(try await grace.act(.enableAccount(ada.account)) == "enableAccount")
        #expect(try manager.account().isActive)
        #expect(try ada.device.notices(after: 0).suffix(2).map(\.kind) == ["accountDisabled", "accountEnabled"])
    }

    func revocation(_ engine: Engine) async throws {
        let manager = try TestManager(engine)
        let grace = try ConsoleUser(manager, "grace")
        let ada = try RawDevice(manager)
        #expect(try await grace.act(.revokeDevice(ada.activation)) == "revokeDevice")
        #expect(try manager.activation(of: ada)?.state == .revoked)
        #expect(try manager.events(.activationRevoked).first?.actor == .administrator(grace.account))
        #expect(try await grace.act(.revokeDevice(ada.activation)) == "notThere")
    }

    func unlocking(_ engine: Engine) async throws {
        let manager = try TestManager(engine)
        let grace = try ConsoleUser(manager, "grace")
        let ada = try RawDevice(manager)
        #expect(try await grace.act(.unlockDevice(ada.activation)) == "notLocked")
        try ada.guess(times: 3)
        #expect(try manager.activation(of: ada)?.lockout.pending(at: manager.clock.now) != nil)
        #expect(try await grace.act(.unlockDevice(ada.activation)) == "unlockDevice")
        let unlocked = try #require(try manager.activation(of: ada))
        #expect(unlocked.lockout.pending(at: manager.clock.now) == nil)
        #expect(unlocked.lockout.pinFailures == 3)
        #expect(unlocked.unlocks == 1)
        #expect(try manager.events(.deviceUnlocked).first?.activationID == ada.activation)
        #expect(try ada.notices(after: 0).last?.kind == "deviceUnlocked")
    }

    func permanentLockout() async throws {
        let manager = try TestManager()
        let ada = try RawDevice(manager)
        try ada.guess(times: 10)
        let grace = try ConsoleUser(manager, "grace")
        #expect(try manager.activation(of: ada)?.lockout.isPermanent == true)
        #expect(try await grace.act(.unlockDevice(ada.activation)) == "lockedForGood")
        try manager.allowPermanentUnlock()
        #expect(try await grace.act(.unlockDevice(ada.activation)) == "unlockDevice")
        #expect(try manager.activation(of: ada)?.lockout == LockoutState.none)
        // The budget has counted the ten.
        let failures = try manager.context.database.read {
            try $0.activations.failures(of: ada.activation, since: Timestamp(rawValue: 0))
        }
        #expect(failures == 10)
    }

    func lockedByOwner() async throws {
        let manager = try TestManager()
        try manager.allowPermanentUnlock()
        let grace = try ConsoleUser(manager, "grace")
        let phone = try RawDevice(manager)
        let lost = try phone.issue().personalize(alias: "tablet")
        let browser = try await LoggedIn(manager, with: phone)
        #expect(try await browser.act(.lockDevice(lost.activation), by: phone).name == "deviceLocked")
        #expect(try await grace.act(.unlockDevice(lost.activation)) == "lockedForGood")
    }

    func recovery(_ engine: Engine) async throws {
        let manager = try TestManager(engine)
        let (grace, lin) = (try ConsoleUser(manager, "grace"), try ConsoleUser(manager, "lin"))
        let lost = try RawDevice(manager)
        let ada = try manager.account().id
        #expect(try await grace.act(.issueRecovery(ada)) == "deviceInUse")
        #expect(try await grace.act(.revokeDevice(lost.activation)) == "revokeDevice")
        let pending = try await grace.begin(.issueRecovery(ada))
        #expect(try manager.events(.recoveryIssued).isEmpty)
        #expect(try manager.events(.actRequested).first?.accountID == ada)
        let second = try await lin.confirmed(approving: pending)
        guard case .recoveryIssued(let issued, let account) = try await lin.perform(second) else {
            Issue.record("not issued")
            return
        }
        #expect(account.name == "ada")
        let event = try #require(try manager.events(.recoveryIssued).first)
        #expect(event.actor == .administrator(grace.account))
        #expect(event.approvalID == second)
        #expect(event.sessionID != second)
        #expect(event.activationID == issued.activationID)
        let activation = try RawActivation(manager, link: issued.link)
        let opened = try #require(try activation.open(pin: issued.pin.text).personalize)
        // Two operators have seen the PIN: the person chooses another one.
        #expect(opened.newPinRequired)
        _ = try activation.device().enrol(with: opened.openToken, challenge: opened.challenge.bytes)
        #expect(try await lin.approve(pending) == "notThere")
        #expect(try await lin.perform(second).name == "over")
        #expect(try !manager.dump().contains(issued.pin.text))
    }

    func removal(_ engine: Engine) async throws {
        let manager = try TestManager(engine)
        let (grace, lin) = (try ConsoleUser(manager, "grace"), try ConsoleUser(manager, "lin"))
        let ada = try ConsoleUser(manager, "ada", nil, at: .account)
        let pending = try await grace.begin(.removeAccount(ada.account))
        #expect(try manager.account().isActive)
        #expect(try await lin.approve(pending) == "removeAccount")
        #expect(try manager.context.database.read { try $0.accounts.find(id: ada.account) } == nil)
        #expect(try manager.events(.accountRemoved).first?.approvalID != nil)
    }

    func granting(_ engine: Engine) async throws {
        let manager = try TestManager(engine)
        let (grace, lin) = (try ConsoleUser(manager, "grace"), try ConsoleUser(manager, "lin"))
        let max = try ConsoleUser(manager, "max", nil)
        #expect(try ListAdministrators(manager.context)(.manager, for: max.party) == nil)
        let pending = try await grace.begin(.grant(max.account, .auditor, .manager))
        #expect(try manager.grants(of: max.account).isEmpty)
        #expect(try await lin.approve(pending) == "grant")
        let list = try #require(try ListAdministrators(manager.context)(.manager, for: max.party))
        #expect(list.map(\.account.name) == ["grace", "lin", "max"])
        #expect(list.map(\.grant.role) == [.administrator, .administrator, .auditor])
        #expect(list.last?.grant.grantedBy == "grace")
        let event = try #require(try manager.events(.grantGiven).first { $0.accountID == max.account })
        #expect(event.detail == "auditor, manager: inPerson: showed the identity card")
        // An auditor becomes an administrator, and has one role.
        #expect(try await lin.approve(try await grace.begin(.grant(max.account, .administrator, .manager))) == "grant")
        #expect(try manager.grants(of: max.account).map(\.role) == [.administrator])
        #expect(try await max.act(.disableAccount(try manager.account("mallory").id)) == "disableAccount")
        // A grant is given up alone, and the console closes.
        #expect(try await max.act(.withdrawGrant(max.account, .manager)) == "withdrawGrant")
        #expect(try manager.openSession(max.session) == nil)
        #expect(try max.device.notices(after: 0).count { $0.kind == "grantChanged" } == 3)
    }

    func organization() async throws {
        let manager = try TestManager()
        let scope = Scope.organization(try manager.organization(named: "Example Inc.").id)
        let lin = try ConsoleUser(manager, "lin", of: "Example Inc.")
        let ada = try ConsoleUser(manager, "ada", nil)
        #expect(try await lin.act(.grant(ada.account, .auditor, scope)) == "grant")
        let list = try #require(try ListAdministrators(manager.context)(scope, for: ada.party))
        #expect(list.map(\.account.name) == ["ada", "lin"])
        #expect(try await ada.act(.withdrawGrant(lin.account, scope)) == "notPermitted")
        #expect(try await lin.act(.withdrawGrant(ada.account, scope)) == "withdrawGrant")
        // The manager needs an administrator, an organization does not.
        #expect(try await lin.act(.withdrawGrant(lin.account, scope)) == "withdrawGrant")
    }
}

extension TestManager {
    /// The session as a request finds it.
    func openSession(_ session: BrowserSession) throws -> FindBrowserSession.Found? {
        try context.database.read { try $0.openSession(session, at: clock.now) }
    }

    /// Allows operators to unlock what is locked for good.
    func allowPermanentUnlock() throws {
        _ = try Apply(context)(Array("settings: { permanentUnlock: true }".utf8))
    }
}

extension RawDevice {
    /// Signs with wrong PINs, each after its lockout.
    func guess(times: Int) throws {
        for _ in 0..<times {
            if let end = try manager.activation(of: self)?.lockout.lockedUntil, manager.clock.now < end {
                manager.clock.advance(seconds: end.secondsSince(manager.clock.now))
            }
            _ = try finish(try prepare(.changePin), wrongPIN: true)
        }
    }
}
