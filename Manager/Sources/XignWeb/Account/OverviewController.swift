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
        let model = OverviewPage.Model(
            lastLogin: nil, deviceCount: devices.count { $0.state == .active }, valueCount: 0, websiteCount: 0)
        return visit.page(OverviewPage.page(model, visit.frame, in: visit.wording))
    }
}
