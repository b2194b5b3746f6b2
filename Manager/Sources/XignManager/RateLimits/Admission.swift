import Threads
import XignDomain
import XignHTTP
import XignProtocol
import XignStorage

/// Refuses what exceeds the limits, as early as possible: before a body is opened, a row written or a secret compared.
///
/// The counts are this manager's own: of several managers on one database each allows as much.
package final class Admission: Sendable {
    package let limits: Limits

    private let requests: Limit<ClientNetwork>
    private let deviceRequests: Limit<ClientNetwork>
    private let activationOpens: Limit<ClientNetwork>
    private let logins: Limit<ClientNetwork>
    private let loginsPerService: Limit<NetworkAtService>
    private let tokenFailures: Limit<ClientNetwork>
    private let activationRequests: Limit<Device>

    private struct NetworkAtService: Hashable {
        let network: ClientNetwork
        let service: String
    }

    /// A device is known by its activation, and within a login by the token that `start` gave it.
    private enum Device: Hashable {
        case activation(ActivationID)
        case session(token: [UInt8])
    }

    init(_ limits: Limits, environment: Environment, log: Log) {
        self.limits = limits
        func limit<Key>(_ name: StaticString, _ rate: Rate) -> Limit<Key> {
            Limit(name, rate, buckets: limits.buckets, environment: environment, log: log)
        }
        requests = limit("requests", limits.requests)
        deviceRequests = limit("deviceRequests", limits.deviceRequests)
        activationOpens = limit("activationOpens", limits.activationOpens)
        logins = limit("logins", limits.logins)
        loginsPerService = limit("loginsPerService", limits.loginsPerService)
        tokenFailures = limit("tokenFailures", limits.tokenFailures)
        activationRequests = limit("activationRequests", limits.activationRequests)
    }

    /// In front of every handler: counts the request for its network.
    package var middleware: Middleware {
        { next in
            { [self] request in
                if let network = network(of: request.remoteAddress) { try admit(request, network) }
                return try await next(request)
            }
        }
    }

    private func admit(_ request: Request, _ network: ClientNetwork) throws(HTTPError) {
        switch request.route {
        // What websites' servers do succeeds as often as people log in; what fails is counted there.
        case TokenEndpoint.path, UserInfoEndpoint.path: break
        case DeviceAPI.route: try deviceRequests.take(network, from: network)
        default: try requests.take(network, from: network)
        }
    }

    /// An attempt to open an activation.
    func admitOpen(from client: RemoteAddress) throws(HTTPError) {
        guard let network = network(of: client) else { return }
        try activationOpens.take(network, from: network)
    }

    /// A login that a browser begins.
    func admitLogin(from client: RemoteAddress, at service: Service) throws(HTTPError) {
        guard let network = network(of: client) else { return }
        try loginsPerService.take(NetworkAtService(network: network, service: service.id), from: network)
        try logins.take(network, from: network)
    }

    /// Runs what shows a code or a token. It is counted before it is tried and forgiven if it succeeds, so that
    /// attempts at the same time are not more than the limit.
    func countingFailures(
        from client: RemoteAddress, _ body: () async throws -> (response: Response, isSuccess: Bool)
    ) async throws -> Response {
        guard let network = network(of: client) else { return try await body().response }
        try tokenFailures.take(network, from: network)
        do {
            let (response, isSuccess) = try await body()
            if isSuccess { tokenFailures.giveBack(network) }
            return response
        } catch let error as StorageError {
            // Nobody was refused: the database was away.
            tokenFailures.giveBack(network)
            throw error
        }
    }

    /// What an activation's device asks, after its proof.
    func admit(_ activation: ActivationID, from client: RemoteAddress) throws(ProtocolError) {
        try admit(.activation(activation), client)
    }

    /// What the device asks that shows this token, be it the session's or not.
    func admit(token: SecretOctets, from client: RemoteAddress) throws(ProtocolError) {
        try admit(.session(token: token.bytes), client)
    }

    private func admit(_ device: Device, _ client: RemoteAddress) throws(ProtocolError) {
        guard let network = network(of: client) else { return }
        do { try activationRequests.take(device, from: network) } catch { throw ProtocolError(.tooManyRequests) }
    }

    /// Nil: nobody's requests are counted there.
    private func network(of client: RemoteAddress) -> ClientNetwork? {
        limits.exempt.covers(client) ? nil : client.network
    }
}

/// A limit by its name, which tells the operator when it is reached: in one line a minute, since a flood must not fill
/// the log.
private struct Limit<Key: Hashable>: Sendable {
    private struct Report {
        var refused = 0
        var lastAt: Timestamp?
    }

    private static var reportSeconds: Int64 { 60 }

    private let name: StaticString
    private let limiter: RateLimiter
    private let environment: Environment
    private let log: Log
    private let report = Locked(Report())

    init(_ name: StaticString, _ rate: Rate, buckets: Int, environment: Environment, log: Log) {
        self.name = name
        limiter = RateLimiter(rate, buckets: buckets)
        self.environment = environment
        self.log = log
    }

    /// - Throws: 429 with Retry-After.
    func take(_ key: Key, from network: ClientNetwork) throws(HTTPError) {
        let now = environment.now()
        do { try limiter.take(key, at: now) } catch {
            reportRefusal(network, now)
            throw HTTPError(
                .tooManyRequests, "too many requests: try again in \(error.retryAfterSeconds) s",
                headers: [HeaderField("Retry-After", "\(error.retryAfterSeconds)")])
        }
    }

    func giveBack(_ key: Key) { limiter.giveBack(key) }

    private func reportRefusal(_ network: ClientNetwork, _ now: Timestamp) {
        let refused = report.withLock { report -> Int? in
            report.refused += 1
            if let last = report.lastAt, last <= now, now < last + Self.reportSeconds { return nil }
            defer { report = Report(refused: 0, lastAt: now) }
            return report.refused
        }
        guard let refused else { return }
        log(
            .warning, "tooManyRequests",
            [("limit", "\(name)"), ("refused", "\(refused)"), ("network", "\(network)")])
    }
}
