import XignDomain
import XignHTTP
import XignPages
import XignUseCases

/// The first page of the console.
struct ConsoleOverviewController: Sendable {
    let routes: ConsoleRoutes

    func register(in router: inout Router) {
        router.on(.get, "/console", routes.page(.enterConsole) { try show($0) })
    }

    private func show(_ visit: ConsoleVisit) throws -> Response {
        let lastLogin = try ReadHistory(routes.context).lastSession(before: visit.session)
        let pendingActs = try ListPendingActs(routes.context)(for: visit.party)
        let model = ConsoleOverviewPage.Model(
            canSearch: visit.may(.findAccounts),
            pendingActs: pendingActs.map { acts in
                .init(all: acts.count, forReader: acts.count { $0.refusal == nil })
            },
            lockedDevices: try ListLockedDevices(routes.context).count(for: visit.party),
            lastLogin: lastLogin.map { ConsoleOverviewPage.Model.Login(at: Moment($0.at), network: $0.network) })
        return visit.page(ConsoleOverviewPage.page(model, visit.frame, in: visit.wording))
    }
}
