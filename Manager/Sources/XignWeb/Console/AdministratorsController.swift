import XignDomain
import XignHTTP
import XignPages
import XignProtocol
import XignUseCases
import XignWording

/// The administrators and auditors of the manager and of organizations: their lists, grants and withdrawals.
struct AdministratorsController: Sendable {
    let routes: ConsoleRoutes

    func register(in router: inout Router) {
        for base in ["/console/administrators", "/console/organizations/{organization}/administrators"] {
            router.on(.get, base, routes.page(.listAdministrators) { try list($0) })
            router.on(.get, "\(base)/new", routes.page(.act(.grant)) { try askGrant($0) })
            router.on(.post, "\(base)/new", routes.form(.act(.grant)) { try await grant($0, $1) })
            router.on(.get, "\(base)/{account}/withdraw", routes.page(.listAdministrators) { try askWithdrawal($0) })
            router.on(
                .post, "\(base)/{account}/withdraw",
                routes.form(.giveUpAdministration, takesAway: true) { try await withdraw($0, $1) })
        }
    }

    // MARK: Scope

    /// A scope that the operator may see.
    private struct Seen {
        let scope: Scope
        let page: AdministeredScope
    }

    /// Returns the scope that the address names.
    /// - Throws: 404 for an unknown one, and for one that the operator may not see.
    private func scope(of visit: ConsoleVisit) throws -> Seen {
        guard visit.isAboutOrganization else {
            guard try FindScopes(routes.context)(for: visit.party)?.includesManager == true else {
                throw HTTPError.notFound
            }
            return Seen(scope: .manager, page: AdministeredScope())
        }
        let id = OrganizationID(try visit.request.parameter("organization"))
        guard let found = try FindScopes(routes.context).organization(id, for: visit.party) else {
            throw HTTPError.notFound
        }
        return Seen(scope: .organization(id), page: AdministeredScope(found))
    }

    private func entries(of scope: Scope, _ visit: ConsoleVisit) throws -> [ListAdministrators.Entry] {
        guard let entries = try ListAdministrators(routes.context)(scope, for: visit.party) else {
            throw HTTPError.notFound
        }
        return entries
    }

    // MARK: List

    private func list(_ visit: ConsoleVisit) throws -> Response {
        let scopes = FindScopes(routes.context)
        guard let own = try scopes(for: visit.party) else { throw HTTPError.notFound }
        let isManagers = !visit.isAboutOrganization
        if isManagers, !own.includesManager {
            // The menu's address; its list is not for operators of an organization.
            guard let first = own.organizations.first else { throw HTTPError.notFound }
            return visit.redirect(to: AdministeredScope(first).address)
        }
        var search: AdministratorsPage.Search?
        if isManagers {
            let typed = try visit.request.query.single("organization") ?? ""
            if let found = try scopes.organization(named: typed, for: visit.party) {
                return visit.redirect(to: AdministeredScope(found).address)
            }
            search = AdministratorsPage.Search(typed: typed, isUnknown: !typed.isEmpty)
        }
        let seen = try scope(of: visit)
        let all = (own.includesManager ? [AdministeredScope()] : []) + own.organizations.map { AdministeredScope($0) }
        let model = AdministratorsPage.Model(
            scope: seen.page,
            entries: try entries(of: seen.scope, visit).map {
                AdministratorsPage.Entry($0, isYou: $0.account.id == visit.account.id)
            },
            mayChange: visit.may(.act(.grant), in: seen.scope), others: all.filter { $0 != seen.page },
            search: search)
        return visit.page(
            AdministratorsPage.page(model, visit.frame, in: visit.wording),
            status: search?.isUnknown == true ? .unprocessableContent : .ok)
    }

    // MARK: Grant

    private func askGrant(_ visit: ConsoleVisit) throws -> Response {
        visit.page(try grantPage(GrantPage.Typed(), in: scope(of: visit), visit))
    }

    /// Asks for the grant, which a device then confirms.
    private func grant(_ visit: ConsoleVisit, _ sent: SentForm) async throws -> Response {
        let seen = try scope(of: visit)
        let reason = try SentReason(sent.fields, asksForIdentity: false)
        let name = try sent.fields.required("account")
        guard let role = AdministratorGrant.Role(rawValue: try sent.fields.required("role")) else {
            throw HTTPError(.badRequest, "role is unknown")
        }
        var typed = GrantPage.Typed(account: name, role: role, reason: reason.typed)
        let account = try FindGrantee(routes.context)(name, for: visit.party)
        if account == nil { typed.accountError = visit.wording.console.administrators.unknownAccount }
        guard let account, let reason = reason.reason else {
            return visit.page(try grantPage(typed, in: seen, visit), status: .unprocessableContent)
        }
        let administration = Administration(.grant(account, role, seen.scope), because: reason)
        return try await request(administration, seen: nil, page: seen.page.address, visit)
    }

    private func grantPage(_ typed: GrantPage.Typed, in seen: Seen, _ visit: ConsoleVisit) throws -> HTML {
        GrantPage.page(
            typed, in: seen.page, ticket: visit.ticket(for: visit.request.target.path), visit.frame, in: visit.wording)
    }

    // MARK: Withdrawal

    private func askWithdrawal(_ visit: ConsoleVisit) throws -> Response {
        let (entry, seen) = try self.entry(of: visit)
        return visit.page(try withdrawalPage(of: entry, in: seen, reason: .init(), visit))
    }

    private func withdraw(_ visit: ConsoleVisit, _ sent: SentForm) async throws -> Response {
        let (entry, seen) = try self.entry(of: visit)
        let reason = try SentReason(sent.fields, asksForIdentity: false)
        guard let given = reason.reason else {
            return visit.page(
                try withdrawalPage(of: entry, in: seen, reason: reason.typed, visit), status: .unprocessableContent)
        }
        let administration = Administration(.withdrawGrant(entry.account.id, seen.scope), because: given)
        return try await request(administration, seen: sent.seen, page: seen.page.address, visit)
    }

    /// Finds the grant that the address names.
    /// - Throws: 404.
    private func entry(of visit: ConsoleVisit) throws -> (ListAdministrators.Entry, Seen) {
        let seen = try scope(of: visit)
        let id = try visit.request.parameter("account")
        guard let entry = try entries(of: seen.scope, visit).first(where: { $0.id.text == id }) else {
            throw HTTPError.notFound
        }
        return (entry, seen)
    }

    private func withdrawalPage(
        of entry: ListAdministrators.Entry, in seen: Seen, reason: ReasonFields.Typed, _ visit: ConsoleVisit
    ) throws -> HTML {
        let effect = Administration.Effect.withdrawGrant(entry.account.id, seen.scope)
        guard let description = try DescribeAct(routes.context)(effect, for: visit.party) else {
            throw HTTPError.notFound
        }
        let model = WithdrawGrantPage.Model(
            scope: seen.page, account: entry.account.name, id: entry.id.text, shortID: entry.id.short,
            role: entry.grant.role, isYou: entry.account.id == visit.account.id, isDeclared: entry.grant.isDeclared,
            needsTwoPersons: description.level == .twoPersons, reason: reason)
        return WithdrawGrantPage.page(
            model, ticket: visit.ticket(for: visit.request.target.path, object: description.object.digest),
            visit.frame, in: visit.wording)
    }

    // MARK: Confirmation

    /// - Parameter seen: the digest of the object as the page showed it; nil where the form has named the object.
    private func request(
        _ administration: Administration, seen: [UInt8]?, page: String, _ visit: ConsoleVisit
    ) async throws -> Response {
        guard let description = try DescribeAct(routes.context)(administration.effect, for: visit.party) else {
            throw HTTPError.notFound
        }
        guard
            let text = TransactionText(
                administration, about: description.object, in: visit.wording)
        else { return visit.problem(.malformed, back: .administrators) }
        return try await RequestedAdministration(
            .administration(administration), text: text, seen: seen ?? description.object.digest, returningTo: page,
            back: .administrators
        ).begin(by: visit, routes)
    }
}

extension ConsoleVisit {
    fileprivate var isAboutOrganization: Bool { request.target.segments.dropFirst().first == "organizations" }

    /// Returns true if a grant of the account gives a permission in a scope. It hides buttons that could only refuse.
    fileprivate func may(_ useCase: UseCase, in scope: Scope) -> Bool {
        let permission = PermissionTable.permission(useCase)
        return browser.found.grants.contains {
            permission.isGiven(by: $0) && ($0.scope == .manager || $0.scope == scope)
        }
    }
}

extension AdministeredScope {
    fileprivate init(_ organization: Organization) {
        self.init(organization: (organization.id.text, organization.name))
    }
}

extension ListAdministrators.Entry {
    /// The id of the account in the paths of the list, and its beginning: at an organization another one, by which no
    /// other organization knows the account.
    fileprivate var id: (text: String, short: String) {
        guard let organization = grant.scope.organization else {
            return (account.publicID.description, account.publicID.short)
        }
        let id = AdministratorGrant.id(of: account.publicID, in: organization)
        return (id.description, id.short)
    }
}

extension AdministratorsPage.Entry {
    fileprivate init(_ entry: ListAdministrators.Entry, isYou: Bool) {
        self.init(
            account: entry.account.name,
            accountPage: entry.ofManager.map { _ in "\(ConsoleSection.accounts.address)/\(entry.account.publicID)" },
            id: entry.id.text, shortID: entry.id.short, role: entry.grant.role, isYou: isYou,
            isUsable: entry.isUsable, isDeclared: entry.grant.isDeclared, grantedBy: entry.grantedBy,
            grantedAt: Moment(entry.grant.grantedAt), lastUsed: LastUse(entry.ofManager))
    }
}

extension AdministratorsPage.Entry.LastUse {
    fileprivate init(_ seen: ListAdministrators.OfManager?) {
        self = seen.map { $0.lastUsedAt.map { .at(Moment($0)) } ?? .never } ?? .hidden
    }
}
