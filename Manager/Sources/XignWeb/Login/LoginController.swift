import Logging
import XignAdmission
import XignDomain
import XignHTTP
import XignProtocol
import XignUseCases

/// The front channel: the authorization endpoint, the pages of processes, the way back from an app, and the language
/// switch. It has the thread that watches the processes of open pages.
package struct LoginController: Sendable {
    private let context: Context
    private let admission: Admission
    private let log: Log
    private let refusals: RefusedRequests
    private let watcher: LoginWatcher
    private let accountPath: String?
    private let appLinkHosts: Set<String>

    /// Starts a thread, which runs until `stop`.
    /// - Parameters:
    ///   - hub: for the pages' event streams alone.
    ///   - accountPath: the first page of the account, for addresses without a page; nil where it is not served.
    ///   - appLinkHosts: the hosts without cookies.
    ///   - lookEvery: the interval at which changes whose notice was lost are looked for; nil: only on `look`.
    package init(
        _ context: Context, _ admission: Admission, _ log: Log, hub: EventHub, accountPath: String? = nil,
        appLinkHosts: Set<String> = [], lookEvery: Duration? = .seconds(1)
    ) {
        self.context = context
        self.admission = admission
        self.log = log
        self.accountPath = accountPath
        self.appLinkHosts = appLinkHosts
        refusals = RefusedRequests(context, log)
        watcher = LoginWatcher(context, log, hub: hub, lookEvery: lookEvery)
    }

    /// Registers the front channel of a site. Errors of all routes become pages, where a browser asks for one.
    package func register(in router: inout Router, at site: Site) {
        let pages = PageAnswers(context, log, accountPath: accountPath, appLinkHosts: appLinkHosts)
        router.answerErrors { pages.answer($0, to: $1) }
        if site.isIssuer {
            AuthorizationController(context: context, admission: admission, log: log, refusals: refusals)
                .register(in: &router)
            LogoutController(context: context, admission: admission, log: log, site: site).register(in: &router)
        }
        ProcessController(
            context: context, admission: admission, log: log, refusals: refusals, site: site, watcher: watcher
        ).register(in: &router)
        ReturnController(context: context, admission: admission, log: log, refusals: refusals, site: site)
            .register(in: &router)
        LanguageController(context: context, admission: admission, log: log, site: site).register(in: &router)
    }

    /// Reads all watched logins, for changes whose notice was lost.
    package func look() { watcher.look() }

    /// Ends the thread. Open streams receive no further events.
    package func stop() { watcher.stop() }

    /// The number of logins that are watched for open pages.
    package var watchedCount: Int { watcher.watchedCount }
}
