import Logging
import Threads
import XignAdmission
import XignDeviceAPI
import XignDomain
import XignHTTP
import XignOpenID
import XignPages
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
    /// True where people recover their accounts alone. Without it there are no pages for that.
    package let servesRecovery: Bool
    /// True once this manager is about to stop.
    let isLeaving = Locked(false)
    private let sites: [Site]
    private let appLinks: AppLinks
    private let logo: Logo?
    /// Nil where nobody joins, and nobody recovers an account.
    let strangerPINs: StrangerPINs?
    /// The origins that answer App-Links and nothing else.
    private let appLinkOrigins: [ManagerOrigin]

    /// - Parameters:
    ///   - surfaces: the parts of the pages that are served. One that is off has no routes.
    ///   - appLinks: the settings of the origins to which App-Links lead.
    ///   - recovery: people recover their accounts alone.
    ///   - logo: of the operator, in the header of pages.
    ///   - sendsMail: true where `mail` names a mail server.
    /// - Throws: as `Context.init`; `ManagerError` where pages have the host of App-Links.
    package init(
        database: any Database, issuer: ManagerOrigin, clock: Clock, log: Log, limits: Limits = Limits(),
        surfaces: ServedSurfaces = [], appLinks: AppLinks = AppLinks(), recovery: Bool = false, logo: Logo? = nil,
        sendsMail: Bool = false,
        activationPINStretching: ActivationPINProof.Stretching = .standard
    ) throws {
        let sites = surfaces.sites(issuer: issuer)
        let joinSite = ServedSurfaces.joinSite(among: sites)
        context = try Context(
            database: database, issuer: issuer, clock: clock,
            installation: OperatorProfile.Installation(
                logoPath: logo?.path, hasBrowserAuthenticator: appLinks.hasAuthenticator, sendsMail: sendsMail,
                lostDeviceAddress: sites.first { $0.surfaces.contains(.account) }.map {
                    sites.address(of: LostDevicePage.path, at: $0)
                },
                registrationAddress: surfaces.hasJoin
                    ? joinSite.map { sites.address(of: RegisterController.path, at: $0) } : nil),
            joinOrigin: joinSite?.origin,
            activationPINStretching: activationPINStretching)
        admission = Admission(limits, clock: clock, log: log, metrics: database.metrics)
        self.log = log
        self.surfaces = surfaces
        servesRecovery = recovery
        strangerPINs = surfaces.hasJoin || recovery ? StrangerPINs() : nil
        self.sites = sites
        self.appLinks = appLinks
        self.logo = logo
        // Compared without the port, which does not separate the cookies of a host (RFC 6265, section 8.5). Old
        // managers without a domain name have App-Links at the issuer's own host: those lead to a page of the issuer's.
        appLinkOrigins = context.appLinkOrigins.filter { $0.host != issuer.host }
        try Self.check(sites, apartFrom: appLinkOrigins)
        guard !appLinks.hasAuthenticator || !appLinkOrigins.isEmpty else {
            throw ManagerError(
                .configuration,
                "surfaces cannot name authenticator: App-Links lead to the issuer's own host, whose pages have cookies."
            )
        }
        context.observeProcesses { [unfinished = admission.unfinishedLogins] change in
            if case .changed(let id, to: let news?) = change, news.phase == .claimed { unfinished.remove(id) }
        }
    }

    /// True where the pages are served on which people join.
    package var servesJoin: Bool { surfaces.hasJoin }

    /// Refuses origins of App-Links with which this manager would not start.
    /// - Throws: `ManagerError` where pages have the host of one.
    package func checkAppLinks(at origins: [ManagerOrigin]) throws { try Self.check(sites, apartFrom: origins) }

    private static func check(_ sites: [Site], apartFrom appLinkOrigins: [ManagerOrigin]) throws {
        let hosts = Set(appLinkOrigins.map(\.host))
        if let site = sites.first(where: { hosts.contains($0.origin.host) }) {
            throw ManagerError(
                .configuration,
                "\(site.origin) must have another host: App-Links lead there, and nothing else is served.")
        }
    }

    /// The address of the account's first page, as each site can lead to it; nil where it is not served.
    private var accountPath: String? {
        sites.first { $0.surfaces.contains(.account) }.map { sites.address(of: "/account", at: $0) }
    }

    /// The login pages with their thread, which runs until they are stopped.
    /// - Parameters:
    ///   - hub: for the pages' event streams alone.
    ///   - lookEvery: how often to look for changes whose notice was lost; nil: only when told to.
    package func loginController(hub: EventHub, lookEvery: Duration? = .seconds(1)) -> LoginController {
        LoginController(
            context, admission, log, hub: hub, accountPath: accountPath,
            appLinkHosts: Set(appLinkOrigins.map(\.requestHost)), lookEvery: lookEvery)
    }

    /// All routes of the manager.
    package func router(_ pages: LoginController) -> Router {
        var router = Router()
        DeviceAPI(context, admission, log).register(in: &router)
        OpenIDProvider(context, admission, log).register(in: &router)
        for site in sites { router.site(site) { register(pages, at: site, in: &$0) } }
        for origin in appLinkOrigins { router.appLinks(at: origin) { registerAppLinks(in: &$0) } }
        Health(context, log, isLeaving: isLeaving).register(in: &router)
        ExaminationEndpoint(context).register(in: &router)
        router.admit(admission.admitRequest)
        if context.issuer.isSecure { router.use([reportingRequestsWithoutTLS(log), requiringTLS(context.issuer)]) }
        router.use([
            reportingErrors { [log] error, request in
                log(
                    .error, "requestFailed", of: request.remoteAddress.network,
                    [("request", "\(request)"), ("error", explanation(of: error))])
            },
            reportingOutages(log),
        ])
        if !surfaces.networks.isEmpty { router.use([hidingSurfaces(of: sites)]) }
        return router
    }

    /// Registers the routes of an App-Link origin. An authenticator there needs the device API at its own origin.
    private func registerAppLinks(in router: inout Router) {
        AppLinkController(context, appLinks).register(in: &router)
        logo?.register(in: &router)
        guard appLinks.hasAuthenticator else { return }
        DeviceAPI(context, admission, log).register(in: &router)
        OpenIDProvider(context, admission, log).registerKeyMaterial(in: &router)
    }

    /// Registers the pages of a site.
    private func register(_ pages: LoginController, at site: Site, in router: inout Router) {
        pages.register(in: &router, at: site)
        logo?.register(in: &router)
        if site.surfaces.contains(.account) {
            AccountController(
                context, admission, log, site, servesJoin: surfaces.hasJoin, hasRecovery: servesRecovery
            ).register(in: &router)
            RecoveryController(context, admission, log, site, pins: servesRecovery ? strangerPINs : nil)
                .register(in: &router)
        }
        if site.surfaces.contains(.console) { ConsoleController(context, admission, log, site).register(in: &router) }
        if surfaces.hasJoin, let strangerPINs, let joins = ServedSurfaces.joinSite(among: sites),
            joins.host == site.host
        {
            let joining = JoinController(context, admission, strangerPINs, log, site)
            joining.register(in: &router)
            RegisterController(joining).register(in: &router)
        }
        // Also where another manager, or a former one, has sent the links.
        if site.isIssuer { StopController(context, admission, log, site).register(in: &router) }
        if !site.isIssuer { ExaminationEndpoint(context).register(in: &router) }
        HomeController(context, firstPage: site.isIssuer ? accountPath : site.firstPage).register(in: &router)
    }
}
