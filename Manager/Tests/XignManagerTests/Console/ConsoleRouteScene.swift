import Testing
import XignDomain
import XignHTTP
import XignProtocol

@testable import XignServer
@testable import XignStorage
@testable import XignUseCases
@testable import XignWeb

/// A manager with an object of each kind that a path of the console names, and its parties at their browsers.
final class ConsoleRouteScene {
    /// An object, as the placeholders of a path name it.
    struct Target {
        let names: [String: String]
        let place: ConsoleRoute.Place

        func path(_ pattern: String) -> String {
            names.reduce(pattern) { $0.replacing("{\($1.key)}", with: $1.value) }
        }
    }

    let manager: TestManager
    /// An administrator who is no party.
    private let first: ConsoleUser
    /// A locked device of ada, who is a member of the organization.
    private let phone: RawDevice
    /// The only device of a person who has logged in at a website.
    private let shopper: RawDevice
    /// The id of the event of that login.
    private let login: String
    private var pending: PendingActID
    /// The ids of three events: of the manager, and of each of two organizations.
    private let events: [String]
    private var granteeCount = 0

    init() async throws {
        manager = try TestManager(surfaces: [.account, .console])
        let declaration = """
            organizations: [{name: \(Party.otherOrganization)}]
            users:
              - {name: holder, memberships: [\(Party.organization)]}
              - {name: other, memberships: [\(Party.otherOrganization)]}
              - {name: leaver}
            """
        _ = try Apply(manager.context)(Array(declaration.utf8))
        for (name, organization) in [("holder", Party.organization), ("other", Party.otherOrganization)] {
            _ = try manager.context.grant(.auditor, ofOrganization: organization, toUser: name, by: "root")
        }
        first = try ConsoleUser(manager, "first")
        phone = try RawDevice(manager)
        var lockout = LockoutState.none
        lockout.lockedUntil = manager.clock.now + 3600
        try await manager.context.database.write { [lockout, phone = phone.activation] in
            try $0.activations.save(lockout: lockout, of: phone)
        }
        shopper = try RawDevice(manager, user: "shopper")
        try manager.add("shopper", to: Party.organization)
        try await manager.remember(
            try manager.confirmedLogin(with: shopper), until: manager.clock.now + 30 * 86_400)
        login = try manager.loginEvent(of: "shopper")
        pending = try await first.begin(.removeAccount(try manager.account("leaver").id))
        events = [
            try manager.event(.actRequested, about: "leaver"), try manager.event(.grantGiven, about: "holder"),
            try manager.event(.grantGiven, about: "other"),
        ]
    }

    // MARK: Objects

    /// The objects to name in a path. The first one exists.
    func targets(of object: ConsoleRoute.Object) throws -> [Target] {
        let (account, device) = (try publicID(TestManager.userName), phone.activation.description)
        let noAccount = PublicAccountID.random().description
        let (own, other) = (try organization(Party.organization), try organization(Party.otherOrganization))
        let (holder, otherHolder) = (try grantID("holder", own), try grantID("other", other))
        let named: [([String: String], ConsoleRoute.Place)] =
            switch object {
            case .none: [([:], .anywhere)]
            case .firstList, .manager: [([:], .manager)]
            case .account: [(["account": account], .manager), (["account": noAccount], .nowhere)]
            case .device:
                [
                    (["account": account, "device": device], .manager),
                    (["account": account, "device": first.device.activation.description], .nowhere),
                    (["account": account, "device": ActivationID.random().description], .nowhere),
                    (["account": noAccount, "device": device], .nowhere),
                ]
            case .event:
                zip(events, [.manager, .organization, .otherOrganization]).map { (["event": $0], $1) }
                    + [(["event": String(repeating: "A", count: 60)], .nowhere)]
            case .login:
                [
                    (["event": login], .manager),
                    (["event": events[0]], .nowhere), (["event": String(repeating: "A", count: 60)], .nowhere),
                ]
            case .lastDevice:
                [
                    (["account": try publicID("shopper"), "device": shopper.activation.description], .manager),
                    (["account": account, "device": shopper.activation.description], .nowhere),
                ]
            case .pendingAct:
                [(["act": pending.description], .manager), (["act": PendingActID.random().description], .nowhere)]
            case .organization:
                [
                    (["organization": own], .organization), (["organization": other], .otherOrganization),
                    (["organization": "invented"], .nowhere),
                ]
            case .holder:
                [
                    (["account": try publicID(first.name)], .manager), (["account": account], .nowhere),
                    (["account": noAccount], .nowhere),
                ]
            case .holderInOrganization:
                [
                    (["organization": own, "account": holder], .organization),
                    (["organization": other, "account": otherHolder], .otherOrganization),
                    (["organization": own, "account": otherHolder], .nowhere),
                    (["organization": own, "account": try publicID("holder")], .nowhere),
                    (["organization": own, "account": noAccount], .nowhere),
                    (["organization": "invented", "account": holder], .nowhere),
                ]
            }
        return named.map { Target(names: $0, place: $1) }
    }

    /// The fields of a form, as a person types them.
    func fields(of route: ConsoleRoute, at place: ConsoleRoute.Place) throws -> [String: String] {
        guard case .permission(.act(.grant)) = route.access else { return AccountsScene.reason }
        granteeCount += 1
        let name = "grantee\(granteeCount)"
        try manager.context.database.write { [now = manager.clock.now] in
            try $0.accounts.insert(Account(id: .random(), name: name, isActive: true), at: now)
        }
        try manager.add(name, to: place == .otherOrganization ? Party.otherOrganization : Party.organization)
        return AccountsScene.reason.merging(["account": name, "role": "auditor"]) { $1 }
    }

    /// Makes an object anew that an effect has removed, where another party is to find it.
    func restore(_ route: ConsoleRoute) async throws {
        switch route.access {
        case .permission(.act(.withdrawGrant)):
            for (name, organization) in [("holder", Party.organization), ("other", Party.otherOrganization)] {
                try manager.grant(
                    .auditor, to: name, in: .organization(try manager.organization(named: organization).id))
            }
        case .permission(.withdrawPendingAct):
            pending = try await first.begin(.removeAccount(try manager.account("leaver").id))
        default: break
        }
    }

    private func publicID(_ name: String) throws -> String { try manager.account(name).publicID.description }

    /// The id of an account among the administrators of an organization.
    private func grantID(_ name: String, _ organization: String) throws -> String {
        AdministratorGrant.id(of: try manager.account(name).publicID, in: OrganizationID(organization)).description
    }

    private func organization(_ name: String) throws -> String { try manager.organization(named: name).id.text }

    // MARK: Parties

    func visitor(_ party: Party) async throws -> ConsoleVisitor {
        let name = party.rawValue.lowercased()
        let device = try RawDevice(manager, user: name)
        let account = try manager.account(name)
        if party == .member { try manager.add(name, to: Party.organization) }
        let (role, organization) = party.grant ?? (.administrator, nil)
        try manager.grant(
            role, to: name, in: try manager.context.database.read { try $0.scope(ofOrganization: organization) })
        var browser = try AccountBrowser.loggedIn(manager, with: device, in: party == .elsewhere ? .account : .console)
        switch party {
        case .nobody: try manager.end(sessionsOf: account.id)
        // The sessions stay, as if an error had left them.
        case .person, .member: try manager.withdrawGrant(from: name)
        case .elsewhere: browser.keep("xign-console", try #require(browser.cookies["xign-account"]))
        default: break
        }
        return ConsoleVisitor(
            party: party, account: account, device: device, browser: browser,
            visit: try await browser.consoleVisit("/console"))
    }
}

/// A party at its browser.
struct ConsoleVisitor {
    let party: Party
    let account: Account
    let device: RawDevice
    var browser: AccountBrowser
    /// Nil for a party without a session at the console.
    let visit: ConsoleVisit?

    /// Sends a form with the ticket that its page would have, whether there is such a page or not.
    mutating func post(_ path: String, _ fields: [String: String]) throws -> Response {
        let ticket = visit?.ticket(for: path) ?? ""
        return try browser.post(path, fields.map { ($0.key, $0.value) } + [("ticket", ticket)])
    }

    /// The page where the party finds the own grant.
    func ownGrant(_ manager: TestManager) throws -> String {
        guard let name = party.grant?.organization else {
            return "/console/administrators/\(account.publicID)/withdraw"
        }
        let organization = try manager.organization(named: name).id
        let id = AdministratorGrant.id(of: account.publicID, in: organization)
        return "/console/organizations/\(organization)/administrators/\(id)/withdraw"
    }
}

extension TestManager {
    fileprivate func end(sessionsOf account: AccountID) throws {
        _ = try context.database.write { try $0.browserSessions.endAll(of: account) }
    }

    /// The id that pages have for an event about an account.
    fileprivate func event(_ kind: AuditEvent.Kind, about name: String) throws -> String {
        var filter = AuditFilter(days: try #require(AuditDays(at: clock.now)), topics: [.administration])
        filter.whom = name
        let found = try SearchAudit(context)(filter, for: .machine("root"))
        return try #require(found?.entries.first { $0.kind == kind }, "\(name)").id
    }
}
