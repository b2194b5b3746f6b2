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
    let surfaces: Set<Surface>

    /// - Parameter surfaces: the parts of the pages that are served. One that is off has no routes.
    /// - Throws: as `Context.init`.
    package init(
        database: any Database, issuer: ManagerOrigin, clock: Clock, log: Log, limits: Limits = Limits(),
        surfaces: Set<Surface> = [],
        activationPINStretching: ActivationPINProof.Stretching = .standard
    ) throws {
        context = try Context(
            database: database, issuer: issuer, clock: clock, activationPINStretching: activationPINStretching)
        admission = Admission(limits, clock: clock, log: log)
        self.log = log
        self.surfaces = surfaces
        context.observeProcesses { [unfinished = admission.unfinishedLogins] change in
            if case .changed(let id, to: .claimed) = change { unfinished.remove(id) }
        }
    }

    /// The first page of the account; nil where it is not served.
    private var accountPath: String? { surfaces.contains(.account) ? "/account" : nil }

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
        pages.register(in: &router)
        if surfaces.contains(.account) { AccountController(context, admission, log).register(in: &router) }
        HomeController(context, accountPath: accountPath).register(in: &router)
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
        return router
    }
}
