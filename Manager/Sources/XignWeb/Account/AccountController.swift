import Logging
import XignAdmission
import XignHTTP
import XignPages
import XignUseCases
import XignWording

/// The account pages: the routes of all their controllers.
package struct AccountController: Sendable {
    private let routes: AccountRoutes
    private let servesJoin: Bool
    private let hasRecovery: Bool

    /// - Parameters:
    ///   - servesJoin: people with an account can join an organization by a code.
    ///   - hasRecovery: there are recovery codes.
    package init(
        _ context: Context, _ admission: Admission, _ log: Log, _ site: Site, servesJoin: Bool, hasRecovery: Bool
    ) {
        self.servesJoin = servesJoin
        routes = AccountRoutes(context: context, admission: admission, log: log, site: site)
        self.hasRecovery = hasRecovery
    }

    package func register(in router: inout Router) {
        SurfaceLoginController(routes: routes).register(in: &router)
        OverviewController(routes: routes, hasRecovery: hasRecovery).register(in: &router)
        DevicesController(routes: routes, hasRecovery: hasRecovery).register(in: &router)
        ConnectController(routes: routes).register(in: &router)
        DataController(routes: routes).register(in: &router)
        AddressController(routes: routes).register(in: &router)
        WebsitesController(routes: routes).register(in: &router)
        HistoryController(routes: routes).register(in: &router)
        SettingsController(routes: routes).register(in: &router)
        if servesJoin { AcceptJoinController(routes: routes).register(in: &router) }
        if hasRecovery { OwnRecoveryController(routes: routes).register(in: &router) }
    }
}
