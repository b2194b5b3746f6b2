import XignHTTP
import XignPages
import XignUseCases

/// The first page of the account.
struct OverviewController: Sendable {
    let routes: AccountRoutes

    func register(in router: inout Router) {
        router.on(.get, "/account", routes.page { try show($0) })
    }

    private func show(_ visit: AccountVisit) throws -> Response {
        let devices = try ListOwnDevices(routes.context)(visit.account.id)
        let overview = try ReadOverview(routes.context)(visit.session)
        let model = OverviewPage.Model(
            lastLogin: overview.lastLogin.map { Moment($0) }, deviceCount: devices.count { $0.state == .active },
            valueCount: overview.valueCount, websiteCount: overview.websiteCount)
        let notices = NoticeList(overview.notices.map(NoticeList.Item.init)).html(in: visit.wording)
        return visit.page(OverviewPage.page(model, notices: notices, visit.frame, in: visit.wording))
    }
}
