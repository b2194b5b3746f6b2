import XignHTTP
import XignPages
import XignUseCases

/// The first page of the account.
struct OverviewController: Sendable {
    let routes: AccountRoutes
    let hasRecovery: Bool

    func register(in router: inout Router) {
        router.on(.get, "/account", routes.page { try show($0) })
    }

    private func show(_ visit: AccountVisit) throws -> Response {
        let devices = try ListOwnDevices(routes.context)(visit.account.id)
        let overview = try ReadOverview(routes.context)(visit.session)
        let recovery = hasRecovery ? try ReadOwnRecovery(routes.context)(visit.account.id) : nil
        let model = OverviewPage.Model(
            lastLogin: overview.lastLogin.map { Moment($0) }, deviceCount: devices.count { $0.state == .active },
            valueCount: overview.valueCount, websiteCount: overview.websiteCount,
            addressStep: overview.addresses.flatMap { OverviewPage.AddressStep($0) },
            runningRecovery: recovery.flatMap { visit.running($0) },
            codeStep: recovery.flatMap { OverviewPage.CodeStep($0) })
        let notices = NoticeList(overview.notices.map(NoticeList.Item.init)).html(in: visit.wording)
        return visit.page(OverviewPage.page(model, notices: notices, visit.frame, in: visit.wording))
    }
}

extension OverviewPage.CodeStep {
    fileprivate init?(_ recovery: OwnRecovery) {
        // No code brings an administrator back.
        guard !recovery.isAdministrator else { return nil }
        if recovery.codeMadeAt == nil {
            self = .make
        } else if recovery.hasCodeOfEndedRecovery {
            self = .replace
        } else {
            return nil
        }
    }
}

extension OverviewPage.AddressStep {
    fileprivate init?(_ addresses: ReadOverview.Addresses) {
        switch addresses {
        case .none: self = .add
        case .unverified(let id): self = .verify(path: AddressController.path(id))
        case .verified: return nil
        }
    }
}
