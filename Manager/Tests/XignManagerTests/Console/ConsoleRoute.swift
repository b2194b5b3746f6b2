import XignDomain
import XignHTTP

/// A route of the console: the permission that it needs, the object that its path names, and the event that it leaves.
struct ConsoleRoute: Sendable {
    enum Access: Sendable {
        case everybody
        /// Each session at the console.
        case session
        /// The sessions whose account has the permission for the object.
        case permission(UseCase)
    }

    enum Object: Sendable {
        case none
        case account, device, event, pendingAct
        /// The only device of an account; the event of a login at a website.
        case lastDevice, login
        /// The list of the manager's administrators, to which the menu leads. An organization's operator is led on.
        case firstList
        case manager, organization
        /// An account with a grant of the manager.
        case holder
        /// An account with a grant of an organization.
        case holderInOrganization
    }

    let method: Method
    let pattern: String
    let access: Access
    let object: Object
    /// The use case without which a form is refused, whatever its object is.
    var entry: UseCase?
    /// The event of a form; nil where it leaves none.
    var event: AuditEvent.Kind?

    var name: String { "\(method.rawValue) \(pattern)" }

    /// All routes. One that changes an object of a test comes after those that need the object as it was.
    static let all: [ConsoleRoute] =
        [
            ConsoleRoute(.get, "/login", .everybody), ConsoleRoute(.post, "/login", .everybody),
            ConsoleRoute(.get, "/logout", .everybody), ConsoleRoute(.post, "/known", .session),
            page("", .enterConsole), page("/devices", .listLockedDevices),
        ] + accounts + audit + administrators(of: "", .manager, .holder)
        + administrators(of: "/organizations/{organization}", .organization, .holderInOrganization) + confirmations
        + [ConsoleRoute(.post, "/logout", .session, event: .sessionEnded)]

    private static let accounts: [ConsoleRoute] = {
        let (account, device) = ("/accounts/{account}", "/accounts/{account}/devices/{device}")
        return [
            page("/accounts", .findAccounts), page(account, .viewAccount, .account),
            page("\(account)/memberships", .viewAccount, .account), page("\(account)/data", .viewAccount, .account),
            page(device, .viewAccount, .device),
        ] + act("\(device)/unlock", .act(.unlockDevice), .device, .deviceUnlocked)
            + act("\(account)/disable", .act(.disableAccount), .account, .accountDisabled)
            + act("\(account)/enable", .act(.enableAccount), .account, .accountEnabled)
            + act("\(device)/revoke", .act(.revokeDevice), .device, .activationRevoked)
            // Without a device in use.
            + act("\(account)/recover", .act(.issueRecovery), .account, .actRequested)
            + act("\(account)/remove", .act(.removeAccount), .account, .actRequested)
            + act("/audit/events/{event}/end", .act(.endLogin), .login, .loginEnded)
            + act("\(device)/replace", .act(.replaceDevice), .lastDevice, .actRequested)
    }()

    private static let audit: [ConsoleRoute] = [
        page("/audit", .searchAudit), page("/audit/events/{event}", .readEvidence, .event),
        form("/audit/export", .exportAudit, .none, .auditExported),
    ]

    private static func administrators(of scope: String, _ list: Object, _ holder: Object) -> [ConsoleRoute] {
        let base = "\(scope)/administrators"
        let isOfManager = list == .manager
        return [page(base, .listAdministrators, isOfManager ? .firstList : list)]
            + act("\(base)/new", .act(.grant), list, isOfManager ? .actRequested : .grantGiven)
            + [
                page("\(base)/{account}/withdraw", .listAdministrators, holder),
                form(
                    "\(base)/{account}/withdraw", .act(.withdrawGrant), holder,
                    isOfManager ? .actRequested : .grantWithdrawn, entry: .giveUpAdministration),
            ]
    }

    private static let confirmations: [ConsoleRoute] = {
        let act = "/confirmations/{act}"
        return [
            page("/confirmations", .listPendingActs), page(act, .listPendingActs, .pendingAct),
            form("\(act)/withdraw", .withdrawPendingAct, .pendingAct, .actWithdrawn),
            form(act, .approvePendingAct, .pendingAct, .accountRemoved),
        ]
    }()

    // MARK: Rows

    private init(
        _ method: Method, _ path: String, _ access: Access, _ object: Object = .none, entry: UseCase? = nil,
        event: AuditEvent.Kind? = nil
    ) {
        (self.method, pattern, self.access, self.object) = (method, "/console\(path)", access, object)
        (self.entry, self.event) = (entry, event)
    }

    private static func page(_ path: String, _ useCase: UseCase, _ object: Object = .none) -> ConsoleRoute {
        ConsoleRoute(.get, path, .permission(useCase), object)
    }

    private static func form(
        _ path: String, _ useCase: UseCase, _ object: Object, _ event: AuditEvent.Kind, entry: UseCase? = nil
    ) -> ConsoleRoute {
        ConsoleRoute(.post, path, .permission(useCase), object, entry: entry, event: event)
    }

    /// An act has a page with its form.
    private static func act(
        _ path: String, _ useCase: UseCase, _ object: Object, _ event: AuditEvent.Kind
    ) -> [ConsoleRoute] {
        [page(path, useCase, object), form(path, useCase, object, event)]
    }
}

// MARK: Expectations

extension ConsoleRoute {
    /// The scope to which an object belongs.
    enum Place: Sendable {
        /// No object was named.
        case anywhere
        case manager, organization, otherOrganization
        /// There is no such object.
        case nowhere

        func isWithin(_ party: Party) -> Bool {
            guard self != .anywhere else { return true }
            guard self != .nowhere, let grant = party.grant else { return false }
            return switch grant.organization {
            case nil: true
            case Party.organization: self == .organization
            default: self == .otherOrganization
            }
        }
    }

    enum Answer: Sendable {
        /// The page, or the effect.
        case done
        case logIn
        /// Leads to the list of the own organization.
        case ownList
        case notThere, refused
    }

    /// The expectation, by the table of permissions.
    func answer(to party: Party, at place: Place) -> Answer {
        if case .everybody = access { return .done }
        guard party.hasConsoleSession else { return .logIn }
        guard case .permission(let useCase) = access else { return .done }
        guard party.may(entry ?? useCase) else { return method == .get ? .notThere : .refused }
        guard place.isWithin(party) else { return object == .firstList ? .ownList : .notThere }
        return party.may(useCase) ? .done : .refused
    }

    /// True for a form that a device confirms.
    var takesDevice: Bool {
        guard case .permission(let useCase) = access else { return false }
        return PermissionTable.permission(useCase).level >= .device
    }
}

extension Party {
    var hasConsoleSession: Bool { may(.enterConsole) }

    /// Returns true if the party has a permission in the scope of its grant.
    fileprivate func may(_ useCase: UseCase) -> Bool {
        may(useCase, inScope: grant?.organization != Self.otherOrganization)
    }
}
