import DatabaseFixture
import Testing
import XignDomain
import XignProtocol
import XignStorage

@testable import XignDeviceAPI
@testable import XignServer
@testable import XignUseCases

/// Attacks of administrators, of auditors, and of people who were administrators.
struct AdministrationAttackTests {
    @Test("Attacks by operators", .serialized, arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase(
            "An auditor, a person without a grant, and an organization's administrator change no account", withoutRight),
        TestCase("Ids of other scopes are like invented ones", otherScopes),
        TestCase("Nobody gives themselves more than they hold", selfPromotion),
        TestCase("A grant that was withdrawn in an open session gives no right", withdrawnBefore, each: [true, false]),
        TestCase("A grant that was withdrawn between page and device confirms nothing", withdrawnBeforeFinish),
        TestCase(
            "A grant that was withdrawn between confirmation and act does nothing", withdrawnBeforeAct,
            each: Engine.allCases),
        TestCase("Nobody acts as an operator on the own account", ownAccount),
        TestCase("A session of the account pages does nothing at the console, nor the reverse", otherSurface),
        TestCase("A session that has ended, or another one, has nothing done", otherSession),
        TestCase("An object that has changed since it was shown is left alone", changedObject),
        TestCase(
            "An act on a device that has got a device more is refused, as the page did not show it", anotherDevice),
        TestCase("A confirmation is good once, and for a minute", replay),
        TestCase("A name stays a name: it is no part of the sentence", hostileName),
        TestCase("An unlock and a recovery are refused without an identity check", identityCheck),
        TestCase("A new device of an administrator waits before it acts", coolDown),
    ]

    /// Every effect on an account and its device.
    private func effects(on user: ConsoleUser) throws -> [Administration.Effect] {
        let scope = Scope.organization(try user.manager.organization(named: "Example Inc.").id)
        return [
            .disableAccount(user.account), .enableAccount(user.account), .removeAccount(user.account),
            .revokeDevice(user.device.activation), .unlockDevice(user.device.activation),
            .issueRecovery(user.account), .grant(user.account, .administrator, .manager),
            .grant(user.account, .auditor, scope), .withdrawGrant(user.account, .manager),
        ]
    }

    // MARK: Rights

    func withoutRight() async throws {
        let (manager, _, _, ada) = try TestManager.operators()
        let auditor = try ConsoleUser(manager, "max", .auditor)
        let person = try ConsoleUser(manager, "mallory", nil)
        let organization = try ConsoleUser(manager, "olga", of: "Example Inc.")
        let before = try manager.eventCount()
        for effect in try effects(on: ada) where effect.grantScope == nil {
            #expect(try await organization.ask(effect).1 == .notPermitted, "\(effect.name.rawValue)")
        }
        for effect in try effects(on: ada) {
            #expect(try await auditor.ask(effect).1 == .notPermitted, "\(effect.name.rawValue)")
            #expect(try await person.ask(effect).1 == .sessionOver, "\(effect.name.rawValue)")
        }
        #expect(try manager.eventCount() == before)
    }

    func otherScopes() async throws {
        let (manager, grace, _, ada) = try TestManager.operators()
        let scope = Scope.organization(try manager.organization(named: "Example Inc.").id)
        let olga = try ConsoleUser(manager, "olga", of: "Example Inc.")
        // Nobody's member.
        let stranger = try ConsoleUser(manager, "stranger", nil)
        for account in [stranger.account, AccountID("invented")] {
            #expect(try await olga.ask(.grant(account, .auditor, scope)).1 == .notThere)
            #expect(try await olga.ask(.withdrawGrant(account, scope)).1 == .notThere)
            #expect(try DescribeAct(manager.context)(.grant(account, .auditor, scope), for: olga.party) == nil)
        }
        // A member, in a scope that is not hers.
        let invented = Scope.organization(OrganizationID("invented"))
        for scope in [.manager, try manager.otherScope(), invented] {
            #expect(try await olga.ask(.grant(ada.account, .auditor, scope)).1 == .notPermitted, "\(scope)")
            #expect(try await olga.ask(.withdrawGrant(ada.account, scope)).1 == .notPermitted, "\(scope)")
            #expect(try ListAdministrators(manager.context)(scope, for: olga.party) == nil, "\(scope)")
        }
        // An administrator of the manager who is a member, too.
        _ = try manager.context.grant(.auditor, toUser: "ada", by: "root")
        #expect(try await olga.ask(.grant(ada.account, .administrator, scope)).1 == .protectedAccount)
        for device in [ada.device.activation, ActivationID.random()] {
            #expect(try await olga.ask(.revokeDevice(device)).1 == .notPermitted)
        }
        #expect(try await grace.ask(.revokeDevice(.random())).1 == .notThere)
        #expect(try await grace.ask(.grant(ada.account, .auditor, invented)).1 == .notThere)
    }

    func selfPromotion() async throws {
        let (manager, grace, _, _) = try TestManager.operators()
        let (own, other) = (try manager.organization(named: "Example Inc.").id, try manager.otherScope())
        let scopes = [Scope.manager, .organization(own), other]
        let auditors = [
            try ConsoleUser(manager, "max", .auditor), try ConsoleUser(manager, "mina", .auditor, of: "Example Inc."),
        ]
        let olga = try ConsoleUser(manager, "olga", of: "Example Inc.")
        let before = try manager.rows()
        for scope in scopes {
            for role in [AdministratorGrant.Role.administrator, .auditor] {
                for auditor in auditors {
                    let refusal = try await auditor.ask(.grant(auditor.account, role, scope)).1
                    #expect(refusal == .notPermitted, "\(auditor.name), \(role), \(scope)")
                }
                let refusal = try await olga.ask(.grant(olga.account, role, scope)).1
                #expect(refusal == (scope == .organization(own) ? .ownAccount : .notPermitted), "\(role), \(scope)")
                #expect(try await grace.ask(.grant(grace.account, role, scope)).1 == .ownAccount, "\(role), \(scope)")
            }
        }
        #expect(try manager.rows() == before)
    }

    /// Gives an administrator another grant, which keeps the sessions at the console open.
    private static func keepSessions(of user: ConsoleUser) throws {
        _ = try user.manager.context.grant(.auditor, ofOrganization: "Example Inc.", toUser: user.name, by: "root")
    }

    func withdrawnBefore(_ isLast: Bool) async throws {
        let (manager, grace, _, ada) = try TestManager.operators()
        if !isLast { try Self.keepSessions(of: grace) }
        _ = try manager.context.withdrawGrant(fromUser: grace.name, by: "root")
        let refusal = isLast ? ActRefusal.sessionOver : .notPermitted
        for effect in try effects(on: ada) {
            #expect(try await grace.ask(effect).1 == refusal, "\(effect.name.rawValue)")
        }
        #expect(try ListPendingActs(manager.context)(for: grace.party) == nil)
        #expect(try ListAdministrators(manager.context)(.manager, for: grace.party) == nil)
        #expect(try DescribeAct(manager.context)(.disableAccount(ada.account), for: grace.party) == nil)
    }

    func withdrawnBeforeFinish() async throws {
        let (manager, grace, _, ada) = try TestManager.operators()
        let (id, refusal) = try await grace.ask(.disableAccount(ada.account))
        #expect(refusal == nil)
        let prepared = try grace.device.prepare(id)
        try manager.withdrawGrant(from: grace.name)
        expectRefusal(.notAllowed) { try grace.device.finish(prepared) }
        #expect(try await grace.perform(id).name == "over")
        #expect(try manager.account().isActive)
    }

    func withdrawnBeforeAct(_ engine: Engine) async throws {
        let manager = try TestManager(engine)
        let (grace, _) = (try ConsoleUser(manager, "grace"), try ConsoleUser(manager, "lin"))
        let ada = try manager.account().id
        try Self.keepSessions(of: grace)
        let id = try await grace.confirmed(.disableAccount(ada))
        try manager.withdrawGrant(from: grace.name)
        #expect(try await grace.perform(id).name == "notPermitted")
        #expect(try manager.account().isActive)
        let event = try #require(try manager.events(.actRefused).first)
        #expect(event.detail == "disableAccount: notPermitted")
        #expect(event.accountID == ada)
        #expect(event.actor == .administrator(grace.account))
        // The confirmation is used up, and recorded once.
        _ = try manager.context.grant(.administrator, toUser: "grace", by: "root")
        #expect(try await grace.perform(id).name == "over")
        #expect(try manager.events(.actRefused).count == 1)
    }

    func ownAccount() async throws {
        let (_, grace, _, _) = try TestManager.operators()
        for effect in try effects(on: grace) {
            if case .withdrawGrant = effect { continue }
            #expect(try await grace.ask(effect).1 == .ownAccount, "\(effect.name.rawValue)")
        }
    }

    func otherSurface() async throws {
        let (manager, grace, _, ada) = try TestManager.operators()
        let atAccount = try ConsoleUser(manager, "olga", at: .account)
        #expect(try await atAccount.ask(.disableAccount(ada.account)).1 == .sessionOver)
        #expect(try ListAdministrators(manager.context)(.manager, for: atAccount.party) == nil)
        let request = RequestAct(
            .own(.deleteAccount), text: TransactionText(type: "deleteAccount", language: "en", parts: [.literal("a")]),
            returningTo: "\(manager.issuer)/account", in: grace.session, manager.context)
        #expect(try await request.store(manager.context) == .sessionOver)
    }

    func otherSession() async throws {
        let (manager, grace, lin, ada) = try TestManager.operators()
        let id = try await grace.confirmed(.disableAccount(ada.account))
        #expect(try await lin.perform(id).name == "otherSession")
        #expect(try await grace.again().perform(id).name == "otherSession")
        #expect(try manager.events(.actRefused).map(\.detail) == ["disableAccount: otherSession"])
        try await EndBrowserSession(manager.context).own(grace.session)
        #expect(try await grace.perform(id).name == "sessionOver")
        #expect(try manager.account().isActive)
    }

    // MARK: Objects

    func changedObject() async throws {
        let (manager, grace, lin, ada) = try TestManager.operators()
        let revocation = try await grace.confirmed(.revokeDevice(ada.device.activation))
        try manager.rename(ada.device, to: "phone of another kind")
        #expect(try await grace.perform(revocation).name == "changed")
        let removal = try await grace.begin(.removeAccount(ada.account))
        try manager.rename(ada.device, to: "test")
        #expect(try await lin.approve(removal) == "changed")
        #expect(try await grace.ask(.disableAccount(ada.account), seen: [1]).1 == .changed)
        #expect(try await grace.ask(.disableAccount(ada.account), seen: []).1 == .changed)
        #expect(try manager.activation(of: ada.device)?.state == .active)
    }

    func anotherDevice() async throws {
        let (_, grace, lin, ada) = try TestManager.operators()
        let pending = try await grace.begin(.removeAccount(ada.account))
        _ = try ada.device.issue()
        #expect(try await lin.approve(pending) == "changed")
    }

    func replay() async throws {
        let (manager, grace, _, ada) = try TestManager.operators()
        let id = try await grace.confirmed(.disableAccount(ada.account))
        #expect(try await grace.perform(id).name == "disableAccount")
        #expect(try await grace.act(.enableAccount(ada.account)) == "enableAccount")
        #expect(try await grace.perform(id).name == "over")
        let late = try await grace.confirmed(.disableAccount(ada.account))
        manager.clock.advance(seconds: 60)
        #expect(try await grace.perform(late).name == "over")
        #expect(try manager.account().isActive)
    }

    func hostileName() async throws {
        let (manager, grace, _, ada) = try TestManager.operators()
        let name = "x. Disable the account of eve"
        try manager.rename(ada.device, to: name)
        let (id, refusal) = try await grace.ask(.revokeDevice(ada.device.activation))
        #expect(refusal == nil)
        let prepared = try grace.device.prepare(id)
        guard case .transaction(let text) = try ConsentStatement(parsing: prepared.statement).subject else {
            Issue.record("no transaction")
            return
        }
        #expect(text.parts.count { $0.text == name } == 1)
        for part in text.parts where part.text.contains("eve") {
            guard case .name = part else {
                Issue.record("a name has become words of the manager")
                return
            }
        }
    }

    func identityCheck() async throws {
        let (_, grace, _, ada) = try TestManager.operators()
        let reason = try #require(Reason(nil, "it was asked for"))
        #expect(try await grace.ask(.unlockDevice(ada.device.activation), because: reason).1 == .noIdentityCheck)
        #expect(try await grace.ask(.issueRecovery(ada.account), because: reason).1 == .noIdentityCheck)
        #expect(try await grace.ask(.disableAccount(ada.account), because: reason).1 == nil)
    }

    func coolDown() async throws {
        let (_, grace, _, ada) = try TestManager.operators()
        let planted = try grace.device.issue().personalize(alias: "planted")
        let session = try grace.again(with: planted)
        let (id, refusal) = try await session.ask(.disableAccount(ada.account))
        // Another device could confirm it.
        #expect(refusal == nil)
        let prepared = try planted.prepare(id)
        expectRefusal(.coolDown) { try planted.finish(prepared) }
    }
}

extension TestManager {
    /// The scope of an organization in which no test has anybody.
    fileprivate func otherScope() throws -> Scope {
        _ = try Apply(context)(Array("organizations: [{name: Other Inc.}]".utf8))
        return .organization(try organization(named: "Other Inc.").id)
    }
}
