import Logging
import XignAdmission
import XignHTTP
import XignStorage
import XignWeb

/// A manager that listens.
package final class ManagerServer: Sendable {
    private let server: Server
    private let pages: LoginController
    private let housekeeping: Housekeeping
    private let manager: Manager

    /// Besides connections: the database with its readers, what listens and what wakes.
    private static let otherFiles = 128

    /// Listens and serves, on threads of its own.
    /// - Parameter configure: sets addresses and limits.
    package init(_ manager: Manager, configure: (inout ServerConfiguration) throws -> Void) throws {
        let limits = manager.admission.limits
        let log = manager.log
        let report = reportingShortages(manager.context.clock, log)
        let hub = EventHub(EventHub.Limits(limits), report: report)
        var configuration = ServerConfiguration()
        configuration.shortageReport = report
        configuration.accessLog = { entry in
            log(
                .debug, "request", of: entry.remoteAddress.network,
                [
                    ("method", entry.method?.rawValue ?? "-"), ("route", entry.route ?? "-"),
                    ("status", "\(entry.status.code)"), ("microseconds", "\(entry.duration.inMicroseconds)"),
                ])
        }
        configuration.apply(limits)
        try configure(&configuration)
        let fitting = OpenFiles.allow(configuration.maxConnections + Self.otherFiles) - Self.otherFiles
        if fitting < configuration.maxConnections {
            log(
                .warning, "fewOpenFiles",
                [("connections", "\(fitting)"), ("wanted", "\(configuration.maxConnections)")])
            configuration.maxConnections = max(1, fitting)
        }
        self.manager = manager
        pages = manager.loginController(hub: hub)
        var router = manager.router(pages)
        router.use([
            configuration.trustedProxies.ranges.isEmpty ? reportingUntrustedProxy(log) : reportingUnknownClients(log)
        ])
        try manager.reportLegacyClients()
        server = try Server(configuration, router: router, hubs: [hub])
        housekeeping = Housekeeping(manager)
        housekeeping.start()
    }

    package var port: UInt16 { server.port }

    /// Lets requests finish, ends event streams, then closes the database.
    /// - Returns: whether everything ended by itself within the time.
    package func stop(within time: Duration) -> Bool {
        let isComplete = server.stop(within: time)
        pages.stop()
        housekeeping.stop()
        manager.context.database.close()
        return isComplete
    }
}

extension Duration {
    fileprivate var inMicroseconds: Int64 {
        components.seconds * 1_000_000 + components.attoseconds / 1_000_000_000_000
    }
}
