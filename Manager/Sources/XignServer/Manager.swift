import Logging
import XignAdmission
import XignDeviceAPI
import XignDomain
import XignHTTP
import XignOpenID
import XignProtocol
import XignStorage
import XignUseCases
import XignWeb

/// A manager: the context of the use cases, with the admission control and the log that all adapters share.
package final class Manager: Sendable {
    package let context: Context
    package let admission: Admission
    package let log: Log
    let surfaces: ServedSurfaces
    private let sites: [Site]

    /// - Parameter surfaces: the parts of the pages that are served. One that is off has no routes.
    /// - Throws: as `Context.init`.
    package init(
        database: any Database, issuer: ManagerOrigin, clock: Clock, log: Log, limits: Limits = Limits(),
        surfaces: ServedSurfaces = [],
        activationPINStretching: ActivationPINProof.Stretching = .standard
    ) throws {
        context = try Context(
            database: database, issuer: issuer, clock: clock, activationPINStretching: activationPINStretching)
        admission = Admission(limits, clock: clock, log: log)
        self.log = log
        self.surfaces = surfaces
        sites = surfaces.sites(issuer: issuer)
        context.observeProcesses { [unfinished = admission.unfinishedLogins] change in
            if case .changed(let id, to: .claimed) = change { unfinished.remove(id) }
        }
    }

    /// The address of the account's first page, as each site can lead to it; nil where it is not served.
    private var accountPath: String? {
        sites.first { $0.surfaces.contains(.account) }.map { sites.count == 1 ? "/account" : "\($0.origin)/account" }
    }

    /// The login pages with their thread, which runs until they are stopped.
    /// - Parameters:
    ///   - hub: for the pages' event streams alone.
    ///   - lookEvery: how often to look for changes whose notice was lost; nil: only when told to.
    package func loginController(hub: EventHub, lookEvery: Duration? = .seconds(1)) -> LoginController {
        LoginController(context, admission, log, hub: hub, accountPath: accountPath, lookEvery: lookEvery)
    }

    /// All routes of the manager.
    package func router(_ pages: LoginController) -> Router {
        var router = Router()
        DeviceAPI(context, admission, log).register(in: &router)
        OpenIDProvider(context, admission, log).register(in: &router)
        for site in sites { router.site(site) { register(pages, at: site, in: &$0) } }
        Health(context, log).register(in: &router)
        router.admit(admission.admitRequest)
        if context.issuer.isSecure { router.use([reportingRequestsWithoutTLS(log), requiringTLS(context.issuer)]) }
        router.use([
            reportingErrors { [log] error, request in
                log(
                    .error, "requestFailed", of: request.remoteAddress.network,
                    [("request", "\(request)"), ("error", "\(error)")])
            },
            reportingOutages(log),
        ])
        if !surfaces.networks.isEmpty { router.use([hidingSurfaces(of: sites)]) }
        return router
    }

    /// Registers the pages of a site.
    private func register(_ pages: LoginController, at site: Site, in router: inout Router) {
        pages.register(in: &router, at: site)
        if site.surfaces.contains(.account) { AccountController(context, admission, log, site).register(in: &router) }
        if site.surfaces.contains(.console) { ConsoleController(context, admission, log, site).register(in: &router) }
        HomeController(context, firstPage: site.isIssuer ? accountPath : site.firstPage).register(in: &router)
    }
}
