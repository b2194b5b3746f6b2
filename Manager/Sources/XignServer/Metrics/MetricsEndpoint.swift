import Logging
import Metrics
import Threads
import XignDomain
import XignHTTP
import XignProtocol
import XignStorage
import XignUseCases

/// `GET /metrics` in Prometheus' text format, on a listener of its own with threads and limits of its own.
///
/// Its readers send a token, or are on this machine: without a token it has a loopback address or a Unix-domain socket
/// (`Configuration.metricsAddress`).
final class MetricsEndpoint: Sendable {
    static let path = "/metrics"

    private let server: Server
    private let sampler: HealthSampler

    /// Listens and starts the threads.
    /// - Parameters:
    ///   - token: the bearer token that each request must have; nil: none.
    ///   - families: the metrics besides the properties of `Metrics`.
    ///   - patience: the time for which a scrape waits for the database.
    ///   - sample: sets the gauges that only the server knows.
    /// - Throws: `SystemError` where the address cannot be listened on.
    init(
        _ address: ListenAddress, _ manager: Manager, token: BearerHash? = nil, families: [any Family],
        patience: Duration = .seconds(1), sample: @escaping @Sendable (Metrics) -> Void
    ) throws {
        let (context, metrics) = (manager.context, manager.context.database.metrics)
        let sampler = HealthSampler(context, patience: patience)
        self.sampler = sampler
        metrics.startTime.set(context.clock.now())
        var router = Router(defaultBodyLimit: 0)
        router.use([Self.onlyReading, token.map(Self.onlyReaders) ?? Self.onlyLocalHosts])
        router.on(.get, Self.path) { _ in
            sampler.refresh()
            metrics.clock.set(context.clock.now())
            metrics.sample(context.database)
            ProcessUsage().sample(metrics)
            sample(metrics)
            let text = TextFormat.text(metrics.families + families)
            return .bytes(Array(text.utf8), contentType: TextFormat.contentType)
        }
        var configuration = ServerConfiguration()
        configuration.address = address
        (configuration.workers, configuration.requestLimit) = (2, 8)
        (configuration.maxConnections, configuration.maxUnfinishedBytes) = (16, 64 << 10)
        // Clients on this machine are of one network, which may take all.
        configuration.exempt = [.local] + AddressRange.loopback
        server = try Server(configuration, router: router)
        sampler.start()
        manager.log(.info, "metricsListening", [("address", "\(address)")])
    }

    var port: UInt16 { server.port }

    func stop() {
        server.stop(within: .seconds(1))
        sampler.stop()
    }

    private static let onlyReading: Middleware = { next in
        { request in
            guard request.method == .get || request.method == .head else {
                throw HTTPError(
                    .methodNotAllowed, "the method is not allowed here", headers: [HeaderField("Allow", "GET, HEAD")])
            }
            return try await next(request)
        }
    }

    /// Refuses requests without the token (RFC 6750, section 2.1). A website does not know it, whatever its name is.
    private static func onlyReaders(with token: BearerHash) -> Middleware {
        { next in
            { request in
                guard let given = try? request.authorization()?.bearerToken, BearerHash(of: given) == token else {
                    throw HTTPError(
                        .unauthorized, "send the token of metrics.tokenFile: Authorization: Bearer TOKEN",
                        headers: [HeaderField("WWW-Authenticate", #"Bearer realm="metrics""#)])
                }
                return try await next(request)
            }
        }
    }

    /// Refuses the names of other hosts: a website could give its own name this machine's address (DNS rebinding), and
    /// read the answer with a browser that runs here.
    private static let onlyLocalHosts: Middleware = { next in
        { request in
            guard isLocal(request.host) else {
                throw HTTPError(
                    .forbidden, "metrics are for this machine: let a proxy send a loopback address or localhost in Host"
                )
            }
            return try await next(request)
        }
    }

    /// - Parameter host: with or without a port; empty for a client of HTTP/1.0.
    private static func isLocal(_ host: String) -> Bool {
        let name = host.hasPrefix("[") ? host.dropFirst().prefix { $0 != "]" } : host.prefix { $0 != ":" }
        if name.isEmpty || name == "localhost" { return true }
        return RemoteAddress(name).map { AddressRange.loopback.covers($0) } ?? false
    }
}

extension Metrics {
    /// Sets the gauges of the database, without a statement.
    fileprivate func sample(_ database: any Database) {
        let (executed, usage) = (database.statistics, database.usage)
        databaseStatements.set(executed.statements)
        databaseTransactions.set(executed.transactions)
        databaseCommits.set(executed.commits)
        databaseRetries.set(executed.retries)
        databaseConnections.set(usage.connections)
        databaseConnectionsInUse.set(usage.connectionsInUse)
        if let waiting = usage.waitingWrites { databaseWaitingWrites.set(waiting) }
    }
}

extension Gauges where Series == NoLabels {
    /// Sets seconds since 1970.
    func set(_ moment: Timestamp) { set(Double(moment.rawValue) / 1000) }
}

extension GaugeCell {
    /// Sets seconds since 1970.
    func set(_ moment: Timestamp) { set(Double(moment.rawValue) / 1000) }
}

extension MessageKind {
    init(_ kind: Outbox.Kind) {
        switch kind {
        case .notice: self = .notice
        case .mail: self = .mail
        case .invitationMail: self = .invitationMail
        case .logout: self = .logout
        }
    }
}
