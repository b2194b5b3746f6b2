import Logging
import Metrics
import OutgoingHTTPS
import XignAdmission
import XignDomain
import XignHTTP
import XignStorage
import XignUseCases
import XignWeb

/// A manager that listens.
package final class ManagerServer: Sendable {
    private let server: Server
    private let pages: LoginController
    private let housekeeping: Housekeeping
    private let outbox: [OutboxDispatcher]
    private let metrics: MetricsEndpoint?
    private let manager: Manager

    /// File descriptors besides those of connections: the database with its readers, listeners and wake-ups.
    static let otherFiles = 128
    /// The number of files without which no manager serves, however few connections `limits` allows.
    static let leastFiles = 256

    /// Raises the limit of open files for a number of connections.
    /// - Returns: the number of connections that fit.
    /// - Throws: `ManagerError` with the code `openFiles` where too few fit for a manager that serves.
    package static func allowFiles(forConnections connections: Int) throws(ManagerError) -> Int {
        let wanted = connections + otherFiles
        let allowed = OpenFiles.allow(wanted)
        guard allowed >= min(wanted, leastFiles) else {
            throw ManagerError(
                .openFiles,
                "A process of this user may open \(allowed) files, and the limits of connections need \(wanted): raise "
                    + "LimitNOFILE of the service, or the hard limit of the shell (`ulimit -Hn`).")
        }
        return allowed - otherFiles
    }

    /// Listens and serves, on threads of its own.
    /// - Parameters:
    ///   - program: gets the notices to users; nil: this manager delivers none.
    ///   - mail: mails codes and invitations, and notices if it says so; nil: this manager mails nothing.
    ///   - client: posts logouts to websites; nil: this manager delivers none.
    ///   - metrics: where `/metrics` is served, the token of its readers, and the program's version; nil: nowhere.
    ///   - configure: sets addresses and limits.
    package init(
        _ manager: Manager, notifying program: NotifyProgram? = nil, mailing mail: MailSender? = nil,
        posting client: HTTPSClient? = nil,
        metrics listener: (address: ListenAddress, token: BearerHash?, version: String)? = nil,
        configure: (inout ServerConfiguration) throws -> Void
    ) throws {
        let limits = manager.admission.limits
        let log = manager.log
        let report = reportingShortages(manager.context.database.metrics, manager.context.clock, log)
        let hub = EventHub(EventHub.Limits(limits), report: report)
        var configuration = ServerConfiguration()
        configuration.workers = manager.context.database.usefulThreads
        configuration.shortageReport = report
        configuration.apply(limits)
        try configure(&configuration)
        let fitting = try Self.allowFiles(forConnections: configuration.maxConnections)
        if fitting < configuration.maxConnections {
            log(
                .warning, "fewOpenFiles",
                [("connections", "\(fitting)"), ("wanted", "\(configuration.maxConnections)")])
            configuration.maxConnections = fitting
        }
        self.manager = manager
        pages = manager.loginController(hub: hub)
        var router = manager.router(pages)
        let requests = HTTPMetrics(patterns: router.patterns)
        configuration.accessLog = {
            requests.count(route: $0.route, status: $0.status.code, duration: $0.duration)
            log.access($0)
        }
        router.use([
            configuration.trustedProxies.ranges.isEmpty ? reportingUntrustedProxy(log) : reportingUnknownClients(log)
        ])
        let legacyServices = try ListLegacyServices(manager.context)()
        if !legacyServices.isEmpty {
            log(.warning, "legacyClients", [("services", legacyServices.joined(separator: ", "))])
        }
        let context = manager.context
        if let encoding = try context.database.foreignEncoding() {
            log(.error, "databaseEncoding", [("encoding", encoding)])
        }
        if let former = try context.keyEncryptionKeys().former {
            log(.warning, "unfinishedKeyRotation", [("former", former)])
        }
        let deliveries: [(any Delivery)?] = [
            program.map { NoticeDelivery(context, $0) },
            mail.map { MailDelivery(context, log, $0) },
            mail.map { InvitationDelivery(context, log, $0) },
            client.map { LogoutDelivery(context, log, $0) },
        ]
        outbox = try deliveries.compactMap(\.self).map { try OutboxDispatcher(manager, $0) }
        let server = try Server(configuration, router: router, hubs: [hub])
        self.server = server
        do {
            metrics = try listener.map { listener in
                try MetricsEndpoint(
                    listener.address, manager, token: listener.token,
                    families: requests.families + [BuildInfo(version: listener.version)]
                ) { [unfinished = manager.admission.unfinishedLogins] metrics in
                    metrics.connections.set(server.connectionCount)
                    metrics.runningRequests.set(server.runningRequestCount)
                    metrics.eventStreams.set(hub.count)
                    metrics.unfinishedLogins.set(unfinished.count)
                    metrics.logLinesDropped.set(log.droppedLines)
                }
            }
        } catch {
            server.stop(within: .zero)
            throw error
        }
        housekeeping = Housekeeping(manager)
        housekeeping.start()
        for dispatcher in outbox { dispatcher.start() }
        log(.info, "listening", [("issuer", "\(manager.context.issuer)"), ("port", "\(server.port)")])
    }

    package var port: UInt16 { server.port }

    /// Goes on serving, and tells balancers that ask for `/health/ready` to choose another manager.
    package func leave() {
        manager.isLeaving.withLock { $0 = true }
        server.leave()
    }

    /// Lets requests finish, ends event streams, lets deliveries under way finish, then closes the database.
    /// - Parameter time: for the requests, and again for each kind of delivery.
    /// - Returns: true if all requests ended within the time.
    @discardableResult
    package func stop(within time: Duration) -> Bool {
        let isComplete = server.stop(within: time)
        pages.stop()
        housekeeping.stop()
        for dispatcher in outbox { dispatcher.stop(within: time) }
        metrics?.stop()
        let database = manager.context.database
        database.close()
        let executed = database.statistics
        manager.log(
            .info, "stopped",
            [
                ("complete", "\(isComplete)"), ("statements", "\(executed.statements)"),
                ("transactions", "\(executed.transactions)"), ("commits", "\(executed.commits)"),
                ("retries", "\(executed.retries)"), ("roundTrips", "\(executed.roundTrips)"),
            ])
        return isComplete
    }
}

extension Log {
    /// Logs an answered request, for `debug` alone. The route has placeholders in place of identifiers.
    fileprivate func access(_ entry: AccessLogEntry) {
        self(
            .debug, "request", of: entry.remoteAddress.network,
            [
                ("method", entry.method?.rawValue ?? "-"), ("route", entry.route ?? "-"),
                ("status", "\(entry.status.code)"), ("microseconds", "\(entry.duration.inMicroseconds)"),
            ])
    }
}

extension Duration {
    fileprivate var inMicroseconds: Int64 {
        components.seconds * 1_000_000 + components.attoseconds / 1_000_000_000_000
    }
}
