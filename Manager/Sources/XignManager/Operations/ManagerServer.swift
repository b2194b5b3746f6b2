import XignHTTP
import XignStorage

/// A manager that listens.
package final class ManagerServer: Sendable {
    private let server: Server
    private let housekeeping: Housekeeping
    private let manager: Manager

    /// Listens and serves, on threads of its own.
    /// - Parameter configure: sets addresses and limits.
    package init(_ manager: Manager, configure: (inout ServerConfiguration) throws -> Void) throws {
        let hub = EventHub()
        let log = manager.log
        var configuration = ServerConfiguration()
        configuration.accessLog = { entry in
            log(
                .debug, "request",
                [
                    ("method", entry.method?.rawValue ?? "-"), ("route", entry.route ?? "-"),
                    ("status", "\(entry.status.code)"), ("microseconds", "\(entry.duration.inMicroseconds)"),
                ])
        }
        try configure(&configuration)
        self.manager = manager
        server = try Server(configuration, router: manager.router(hub: hub), hubs: [hub])
        housekeeping = Housekeeping(manager)
        housekeeping.start()
    }

    package var port: UInt16 { server.port }

    /// Lets requests finish, ends event streams, then closes the database.
    /// - Returns: whether everything ended by itself within the time.
    package func stop(within time: Duration) -> Bool {
        let isComplete = server.stop(within: time)
        housekeeping.stop()
        manager.database.close()
        return isComplete
    }
}

extension Manager {
    /// Everything that the manager answers.
    package func router(hub: EventHub) -> Router {
        var router = Router()
        DeviceAPI(self).register(in: &router)
        OpenIDProvider(self).register(in: &router)
        LoginPages(self, hub: hub).register(in: &router)
        Health(self).register(in: &router)
        router.use([
            reportingErrors { [log] error, request in
                log(.error, "requestFailed", [("request", "\(request)"), ("error", "\(error)")])
            }
        ])
        return router
    }
}

extension Duration {
    fileprivate var inMicroseconds: Int64 {
        components.seconds * 1_000_000 + components.attoseconds / 1_000_000_000_000
    }
}
