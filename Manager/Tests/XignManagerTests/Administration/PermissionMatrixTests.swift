import Testing
import XignDomain
import XignProtocol
import XignStorage

@testable import XignDeviceAPI
@testable import XignServer
@testable import XignUseCases

// Long because: each use case of the table has its run here.

/// Each use case of `PermissionTable`, for each kind of party, on an object in scope and on another one.
@Suite("The permission matrix", .serialized)
struct PermissionMatrixTests {
    @Test("Each party may what the table says and no more, and the log has each write")
    func matrix() async throws {
        let matrix = try Matrix()
        var counts = (allowed: 0, refused: 0)
        for useCase in UseCase.allCases {
            // An export is an event, too.
            let isWrite = PermissionTable.permission(useCase).level > .none || useCase == .exportAudit
            for party in Party.allCases {
                for isInScope in Matrix.scopes(of: useCase, party) {
                    let attempt = try await matrix.attempt(useCase, as: party, inScope: isInScope)
                    let cell = "\(useCase), \(party), \(isInScope ? "in" : "out of") scope"
                    #expect(attempt.isDone == party.may(useCase, inScope: isInScope), "\(cell)")
                    #expect((attempt.events > 0) == (attempt.isDone && isWrite), "\(cell): \(attempt.events) events")
                    if attempt.isDone { counts.allowed += 1 } else { counts.refused += 1 }
                }
            }
        }
        #expect(counts.allowed > 100)
        #expect(counts.refused > 200)
    }
}

/// A manager with a party of each kind, and the attempts.
private final class Matrix {
    /// The use cases that name no object, so that none out of scope can be tried. Another one's grant is not given up
    /// but withdrawn.
    private static let withoutObject: Set<UseCase> = [
        .connectDevice, .exportData, .deleteAccount, .makeRecoveryCode, .removeRecoveryCode, .enterConsole,
        .exportAudit, .giveUpAdministration,
        .listLockedDevices, .listPendingActs,
    ]

    /// The objects to try: in scope (true), and out of it.
    static func scopes(of useCase: UseCase, _ party: Party) -> [Bool] {
        // A program is no person, and has no grant to give up.
        let isOfPeople = PermissionTable.permission(useCase).person || useCase == .giveUpAdministration
        if Party.programs.contains(party), isOfPeople { return [] }
        return withoutObject.contains(useCase) ? [true] : [true, false]
    }

    private let manager: TestManager
    private var people: [Party: ConsoleUser] = [:]
    /// The administrator whose acts wait for a second one.
    private let first: ConsoleUser
    private var targetCount = 0

    init() throws {
        manager = try TestManager()
        _ = try Apply(manager.context)(Array("organizations: [{name: \(Party.otherOrganization)}]".utf8))
        first = try ConsoleUser(manager, "first")
        for party in Party.allCases where !Party.programs.contains(party) {
            let user = try ConsoleUser(
                manager, party.rawValue.lowercased(), party.grant?.role, of: party.grant?.organization,
                at: party == .elsewhere ? .account : .console)
            people[party] = user
            if party == .member { try manager.add(user.name, to: Party.organization) }
            if party == .nobody { try manager.end(user.session) }
        }
    }

    /// Attempts a use case.
    /// - Parameter isInScope: on an object of Example Inc., else on one of another organization. At the own acts of
    ///   people, and where a grant is given up: on the own account, else on another one.
    func attempt(
        _ useCase: UseCase, as party: Party, inScope isInScope: Bool
    ) async throws -> (isDone: Bool, events: Int) {
        let run = try await prepare(useCase, party, isInScope)
        let before = try manager.effectCount()
        let isDone = try await run()
        let events = try manager.effectCount() - before
        if useCase == .giveUpAdministration, isDone { try restore(party) }
        try await manager.context.database.write { try $0.execute("DELETE FROM pending_act") }
        return (isDone, events)
    }

    private typealias Run = () async throws -> Bool

    /// Makes the object, and returns the attempt.
    private func prepare(_ useCase: UseCase, _ party: Party, _ isInScope: Bool) async throws -> Run {
        let context = manager.context
        let person = people[party]
        let caller: Actor = person.map { .session($0.session) } ?? party.program
        switch useCase {
        case .connectDevice, .removeDevice, .lockDevice, .exportData, .deleteAccount, .removeAddress, .makeRecoveryCode,
            .removeRecoveryCode, .acceptJoin:
            return try own(useCase, party, isInScope)
        case .enterConsole:
            return right(caller, useCase)
        case .findAccounts:
            let name = try target(isInScope).name
            return { try FindAccounts(context)(name, for: caller)?.named.map(\.name) == [name] }
        case .viewAccount:
            let id = try manager.account(try target(isInScope).name).publicID
            return { try ViewAccount(context)(id, for: caller)?.account.publicID == id }
        case .listLockedDevices: return { try ListLockedDevices(context)(.forATime, for: caller) != nil }
        case .searchAudit, .exportAudit, .readEvidence: return try reading(useCase, party, caller, isInScope)
        case .listAdministrators:
            let scope = try scope(isInScope)
            return { try ListAdministrators(context)(scope, for: caller) != nil }
        case .listPendingActs: return { try ListPendingActs(context)(for: caller) != nil }
        case .approvePendingAct:
            let pending = try await pendingAct()
            if party == .client { return right(caller, useCase) }
            guard let person else { return { (try? ApproveAtMachine(context)(pending, by: "root")) != nil } }
            return { try await person.approve(pending) == "removeAccount" }
        case .withdrawPendingAct:
            let pending = try await pendingAct()
            return { try await WithdrawPendingAct(context)(pending, for: caller) }
        case .giveUpAdministration:
            guard let person else { throw TestFailure(what: "the machine has no grant") }
            let scope = try context.database.read { try $0.scope(ofOrganization: party.grant?.organization) }
            return { try await person.act(.withdrawGrant(person.account, scope)) == "withdrawGrant" }
        case .act(let act):
            let effect = try effect(of: act, isInScope)
            if party == .client { return right(caller, useCase) }
            guard let person else { return try machine(effect) }
            return { [manager] in
                let before = try manager.signedCount(by: person.account)
                guard [effect.name.rawValue, "awaitsApproval", "begun"].contains(try await person.act(effect)) else {
                    return false
                }
                // The administrator, and the statement, are in each event.
                return try manager.signedCount(by: person.account) > before
            }
        }
    }

    /// An API does not exist yet, so nothing but the right to a use case can be tried.
    private func right(_ caller: Actor, _ useCase: UseCase) -> Run {
        let (context, now) = (manager.context, manager.clock.now)
        return { try context.database.read { try Authority(caller, for: useCase, at: now, $0) } != nil }
    }

    /// Makes the attempt of the machine: does an act as its command does.
    private func machine(_ effect: Administration.Effect) throws -> Run {
        let context = manager.context
        guard effect.issuesActivation else {
            return { (try? context.atMachine(by: "root") { try $0(effect) }) ?? false }
        }
        // The command for it, after that for a revocation.
        let name = try context.database.read { try AdministeredObject(effect, $0)?.account.name } ?? ""
        return { [manager] in try !manager.issueActivation(user: name).isEmpty }
    }

    // MARK: Objects

    private func scope(_ isInScope: Bool) throws -> Scope {
        .organization(try manager.organization(named: isInScope ? Party.organization : Party.otherOrganization).id)
    }

    /// A new member of an organization, with a device.
    private func target(_ isInScope: Bool) throws -> ConsoleUser {
        targetCount += 1
        let user = try ConsoleUser(manager, "target\(targetCount)", nil, at: .account)
        try manager.add(user.name, to: isInScope ? Party.organization : Party.otherOrganization)
        return user
    }

    /// An act on a new object that can be done.
    private func effect(of act: ActName, _ isInScope: Bool) throws -> Administration.Effect {
        let (target, scope) = (try target(isInScope), try scope(isInScope))
        let (account, device) = (target.account, target.device.activation)
        let context = manager.context
        switch act {
        case .disableAccount: return .disableAccount(account)
        case .enableAccount:
            _ = try context.setActive(false, user: target.name, by: "root")
            return .enableAccount(account)
        case .removeAccount: return .removeAccount(account)
        case .revokeDevice: return .revokeDevice(device)
        case .unlockDevice:
            var lockout = LockoutState.none
            lockout.lockedUntil = manager.clock.now + 3600
            try context.database.write { [lockout] in try $0.activations.save(lockout: lockout, of: device) }
            return .unlockDevice(device)
        case .issueRecovery:
            _ = try context.revokeDevice("test", ofUser: target.name, by: "root")
            return .issueRecovery(account)
        case .replaceDevice: return .replaceDevice(device)
        case .endLogin:
            // Members alone log in at the website.
            if !isInScope { try manager.add(target.name, to: Party.organization) }
            return .endLogin(try manager.confirmedLogin(with: target.device))
        case .grant: return .grant(account, .auditor, scope)
        case .withdrawGrant:
            let organization = isInScope ? Party.organization : Party.otherOrganization
            _ = try context.grant(.auditor, ofOrganization: organization, toUser: target.name, by: "root")
            return .withdrawGrant(account, scope)
        }
    }

    private func pendingAct() async throws -> PendingActID {
        try await first.begin(.removeAccount(try target(true).account))
    }

    /// Gives a grant back to a party that has given it up.
    private func restore(_ party: Party) throws {
        guard let person = people[party], let grant = party.grant else { return }
        _ = try manager.context.grant(
            grant.role, ofOrganization: grant.organization, toUser: person.name, by: "root")
        people[party] = try person.again()
    }

    // MARK: The audit log

    /// Reads the event of a grant in an organization.
    private func reading(_ useCase: UseCase, _ party: Party, _ caller: Actor, _ isInScope: Bool) throws -> Run {
        let context = manager.context
        let holders = try [true, false].map { isInScope in
            let name = try target(isInScope).name
            let organization = isInScope ? Party.organization : Party.otherOrganization
            _ = try context.grant(.auditor, ofOrganization: organization, toUser: name, by: "root")
            return name
        }
        let holder = isInScope ? holders[0] : holders[1]
        var filter = AuditFilter(days: try #require(AuditDays(at: manager.clock.now)), topics: [.administration])
        if useCase == .exportAudit {
            return { [filter] in
                guard let lines = try await ExportAudit(context)(filter, for: caller) else { return false }
                let text = String(decoding: lines, as: UTF8.self)
                #expect(text.contains("\"\(holders[0])\"") == party.may(.searchAudit, inScope: true))
                #expect(text.contains("\"\(holders[1])\"") == party.may(.searchAudit, inScope: false))
                return true
            }
        }
        filter.whom = holder
        let found = try SearchAudit(context)(filter, for: .machine("root"))
        let event = try #require(found?.entries.first { $0.kind == .grantGiven }).id
        if useCase == .readEvidence { return { try ReadEvidence(context)(event, for: caller) != nil } }
        return { [filter] in
            try SearchAudit(context)(filter, for: caller)?.entries.map(\.kind) == [.grantGiven]
        }
    }

    // MARK: People on their own accounts

    /// An act in a session of the account pages, on the own account or on the device of another one.
    private func own(_ useCase: UseCase, _ party: Party, _ isOwn: Bool) throws -> Run {
        guard let person = people[party] else { throw TestFailure(what: "the machine has no account") }
        // A new person stands for each party, since some acts remove it.
        let stand = try target(true)
        if let grant = party.grant {
            _ = try manager.context.grant(
                grant.role, ofOrganization: grant.organization, toUser: stand.name, by: "root")
        }
        let other = isOwn ? try stand.device.issue().personalize(alias: "other").activation : person.device.activation
        if party == .nobody { try manager.end(stand.session) }
        let address =
            useCase == .removeAddress
            ? try manager.store(
                .email, "\(stand.name)@example.org", alias: "home", isVerified: true,
                user: isOwn ? stand.name : person.name) : nil
        let link = try useCase == .acceptJoin ? joinLink(isOpen: isOwn) : nil
        let act: OwnAct =
            switch useCase {
            case .removeDevice: .removeDevice(other)
            case .lockDevice: .lockDevice(other)
            case .exportData: .exportData
            case .deleteAccount: .deleteAccount
            case .removeAddress: .removeAddress(value: Octets(address?.id ?? []))
            case .makeRecoveryCode: .makeRecoveryCode
            case .removeRecoveryCode: .removeRecoveryCode
            case .acceptJoin: .acceptJoin(link?.id ?? .random())
            default: .connectDevice(alias: "laptop")
            }
        if act == .removeRecoveryCode {
            let code = Recovery.code(
                RecoveryCode.random().hash, of: stand.account, replacing: nil, at: manager.clock.now)
            try manager.context.database.write { try $0.recoveries.save(code) }
        }
        let seen =
            try address?.shownDigest ?? link?.digest ?? act.device.flatMap { try manager.activation($0)?.objectDigest }
            ?? []
        let text = TransactionText(type: act.type, language: "en", parts: [.literal("Act")])
        let context = manager.context
        return {
            let request = RequestAct(
                .own(act), text: text, seen: seen, returningTo: "https://a.example", in: stand.session, context)
            guard try await request.store(context) == nil else { return false }
            let id = request.begun.process.id
            _ = try stand.device.confirm(id)
            return try await [
                "deviceConnected", "deviceRemoved", "deviceLocked", "exported", "accountDeleted", "addressRemoved",
                "recoveryCodeMade",
                "recoveryCodeRemoved", "joined",
            ].contains(PerformAct(context)(id, in: stand.session).name)
        }
    }

    private func joinLink(isOpen: Bool) throws -> JoinLink {
        let terms = JoinLinkTerms(
            organization: "Example Inc.", roles: [.init(service: "demo", name: "visitor")], places: 2)
        let link = try MakeJoinLink(manager.context)(terms, by: "root")
        if !isOpen { _ = try WithdrawJoinLink(manager.context)(link.id.description, by: "root") }
        return link
    }
}

extension TestManager {
    fileprivate func end(_ session: BrowserSession) throws {
        _ = try context.database.write { try $0.browserSessions.end(session.id, of: session.accountID) }
    }

    /// The number of events by an administrator that name a signed statement.
    fileprivate func signedCount(by account: AccountID) throws -> Int {
        let row = try context.database.read {
            try $0.row(
                """
                SELECT count(*) AS count FROM audit WHERE operator_account_id = \(account) AND session_id IS NOT NULL
                """)
        }
        return try row?("count") ?? 0
    }

    /// The number of events but the confirmations, which any device can make of anything.
    fileprivate func effectCount() throws -> Int {
        let others: [AuditEvent.Kind] = [.loginConfirmed, .sessionTaken]
        let row = try context.database.read {
            try $0.row("SELECT count(*) AS count FROM audit WHERE kind NOT IN (\(others))")
        }
        return try row?("count") ?? 0
    }
}
