import Logging
import XignAdmission
import XignHTTP
import XignUseCases

/// The console: the routes of all its controllers.
package struct ConsoleController: Sendable {
    private let routes: ConsoleRoutes

    package init(_ context: Context, _ admission: Admission, _ log: Log, _ site: Site) {
        routes = ConsoleRoutes(
            surface: SurfaceRoutes(context: context, admission: admission, log: log, site: site))
    }

    package func register(in router: inout Router) {
        SurfaceLoginController(routes: routes.surface).register(in: &router)
        ConsoleOverviewController(routes: routes).register(in: &router)
        ConsoleAccountsController(routes: routes).register(in: &router)
        AdministrationController(routes: routes).register(in: &router)
        AuditController(routes: routes).register(in: &router)
        AdministratorsController(routes: routes).register(in: &router)
        ConfirmationsController(routes: routes).register(in: &router)
    }
}
