import XignDomain
import XignHTTP
import XignPages
import XignProtocol
import XignUseCases
import XignWording

/// The search for accounts, the pages of one account and of its devices, and the locked devices.
struct ConsoleAccountsController: Sendable {
    let routes: ConsoleRoutes

    func register(in router: inout Router) {
        let account = "/console/accounts/{account}"
        router.on(.get, "/console/accounts", routes.page(.findAccounts) { try search($0) })
        router.on(.get, account, routes.page(.viewAccount) { try showDevices($0) })
        router.on(.get, "\(account)/memberships", routes.page(.viewAccount) { try showMemberships($0) })
        router.on(.get, "\(account)/data", routes.page(.viewAccount) { try showData($0) })
        router.on(.get, "\(account)/devices/{device}", routes.page(.viewAccount) { try showDevice($0) })
        router.on(.get, "/console/devices", routes.page(.listLockedDevices) { try listLocked($0) })
    }

    // MARK: Search

    private func search(_ visit: ConsoleVisit) throws -> Response {
        let typed = try visit.request.query.single("text") ?? ""
        try routes.admission.admitSearch(by: visit.account.id, from: visit.request.remoteAddress)
        let place = try visit.request.query.single("after").flatMap(FindAccounts.Cursor.init)
        guard let answer = try FindAccounts(routes.context)(typed, after: place, for: visit.party) else {
            throw HTTPError.notFound
        }
        let model = AccountsPage.Model(
            typed: typed,
            exact: answer.exact, hasMoreExact: answer.hasMoreExact, named: answer.named, searched: answer.searched,
            isContinued: place != nil,
            next: answer.next.map { next in
                let text = typed.isEmpty ? [] : [("text", typed)]
                return RedirectURI.appending(text + [("after", next.text)], to: ConsoleSection.accounts.address)
            })
        return visit.page(AccountsPage.page(model, visit.frame, in: visit.wording))
    }

    // MARK: One account

    private func showDevices(_ visit: ConsoleVisit) throws -> Response {
        let found = try details(visit)
        let acts = visit.acts(at: ActPlace(account: found.account))
        return show(.devices(found.devices.map { ConsoleDevice($0) }, acts: acts), of: found, visit)
    }

    private func showMemberships(_ visit: ConsoleVisit) throws -> Response {
        let found = try details(visit)
        let roles = found.roles.map { ConsoleAccountPage.ServiceRoles(service: $0.service, roles: $0.roles) }
        let organizations = found.organizations.map { membership in
            ConsoleAccountPage.Membership(
                organization: membership.organization.name, memberID: membership.memberID.description,
                grantID: AdministratorGrant.id(of: found.account.publicID, in: membership.organization.id).short)
        }
        return show(.memberships(organizations, roles: roles), of: found, visit)
    }

    private func showData(_ visit: ConsoleVisit) throws -> Response {
        let found = try details(visit)
        let declared = found.declaredAttributes.map {
            KeptDataModel.Label.declared($0.label.text(in: visit.language))
        }
        let names = found.accountNames.map { KeptDataModel.Label.accountName(website: $0.service.displayName) }
        return show(.data(found.attributes, kept: declared + names), of: found, visit)
    }

    private func show(
        _ content: ConsoleAccountPage.Content, of found: ViewAccount.Details, _ visit: ConsoleVisit
    ) -> Response {
        visit.page(ConsoleAccountPage.page(visit.header(of: found), content, visit.frame, in: visit.wording))
    }

    private func showDevice(_ visit: ConsoleVisit) throws -> Response {
        let found = try details(visit)
        let id = ActivationID(text: try visit.request.parameter("device"))
        guard let device = found.devices.first(where: { $0.activation.id == id }) else { throw HTTPError.notFound }
        let isLastUsable = found.devices.map(\.activation).filter(\.isUsable).map(\.id) == [device.activation.id]
        return visit.page(
            ConsoleDevicePage.page(
                ConsoleDevice(device), of: visit.header(of: found),
                acts: visit.acts(
                    at: ActPlace(account: found.account, device: device.state, isLastUsableDevice: isLastUsable)),
                visit.frame, in: visit.wording))
    }

    /// Finds the account that the address names. There is one answer for an unknown one and for one out of sight.
    /// - Throws: 404.
    private func details(_ visit: ConsoleVisit) throws -> ViewAccount.Details {
        guard let id = PublicAccountID(text: try visit.request.parameter("account")),
            let found = try ViewAccount(routes.context)(id, for: visit.party)
        else { throw HTTPError.notFound }
        return found
    }

    // MARK: Locked devices

    private func listLocked(_ visit: ConsoleVisit) throws -> Response {
        let kind: LockedDeviceKind = try visit.request.query.single("for") == "good" ? .forGood : .forATime
        let place = try visit.request.query.single("after").flatMap(ListLockedDevices.Cursor.init)
        guard let page = try ListLockedDevices(routes.context)(kind, after: place, for: visit.party) else {
            throw HTTPError.notFound
        }
        let model = LockedDevicesPage.Model(
            kind: kind, entries: page.devices.map { .init($0) },
            next: page.next.map { RedirectURI.appending([("after", $0.text)], to: kind.address) })
        return visit.page(LockedDevicesPage.page(model, visit.frame, in: visit.wording))
    }
}

extension ConsoleVisit {
    /// The acts that a page offers to the operator. Nobody acts as an operator on the own account.
    func acts(at place: ActPlace) -> [ActName] {
        guard place.account.id != account.id else { return [] }
        return ActName.allCases.filter { act in
            guard let page = act.definition.page, place.device == nil ? page.isOnAccount : page.isOnDevice else {
                return false
            }
            return act.definition.isOffered(at: place) && may(.act(act))
        }
    }

    /// The path of the operator's own account pages; nil where this site has none.
    var accountPages: String? { site.surfaces.contains(.account) ? Surface.account.path : nil }

    fileprivate func header(of found: ViewAccount.Details) -> AccountHeader {
        AccountHeader(
            id: found.account.publicID.description, name: found.account.name, isActive: found.account.isActive,
            isDeclared: found.account.isActiveDeclared, since: Moment(found.since),
            rights: found.grants.map { .init($0.grant.role, organization: $0.organization) },
            holdsManagerGrant: found.grants.contains { $0.grant.scope == .manager },
            isYours: found.account.id == account.id, accountPages: accountPages)
    }
}

extension LockedDevicesPage.Entry {
    fileprivate init(_ entry: ListLockedDevices.Entry) {
        self.init(
            account: entry.account.description, userName: entry.userName, isAccountActive: entry.isAccountActive,
            device: ConsoleDevice(
                id: entry.device.description, shortID: entry.device.short, alias: entry.alias,
                state: entry.lockedUntil.map { .locked(until: $0) } ?? .lockedForGood, system: entry.platform,
                isBrowser: entry.isBrowser,
                lastUsed: entry.lastUsedAt.map { Moment($0) }, failuresInARow: entry.failuresInARow))
    }
}
