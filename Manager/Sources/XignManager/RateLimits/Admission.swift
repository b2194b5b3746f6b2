import Logging
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
    private let tokenRequests: Limit<ClientNetwork>
    private let deviceRequests: Limit<ClientNetwork>
    private let activationOpens: Limit<ClientNetwork>
    private let logins: Limit<ClientNetwork>
    private let loginsPerService: Limit<NetworkAtService>
    private let tokenFailures: Limit<ClientNetwork>
    private let activationRequests: Limit<Device>
    let unfinishedLogins: UnfinishedLogins

    private struct NetworkAtService: Hashable {
        let network: ClientNetwork
        let service: String
    }

    /// A device is known by its activation, and within a login by the token that `start` gave it.
    private enum Device: Hashable {
        case activation(ActivationID)
        case session(token: [UInt8])
    }

    init(_ limits: Limits, clock: Clock, log: Log) {
        self.limits = limits
        func limit<Key>(_ name: StaticString, _ rate: Rate) -> Limit<Key> {
            Limit(name, rate, buckets: limits.buckets, clock: clock, log: log)
        }
        requests = limit("requests", limits.requests)
        tokenRequests = limit("tokenRequests", limits.tokenRequests)
        deviceRequests = limit("deviceRequests", limits.deviceRequests)
        activationOpens = limit("activationOpens", limits.activationOpens)
        logins = limit("logins", limits.logins)
        loginsPerService = limit("loginsPerService", limits.loginsPerService)
        tokenFailures = limit("tokenFailures", limits.tokenFailures)
        activationRequests = limit("activationRequests", limits.activationRequests)
        unfinishedLogins = UnfinishedLogins(limits, clock: clock, log: log)
    }

    // MARK: Checks of route groups, on the network thread

    /// Counts a request, also one that gets 404, 405 or the answer to OPTIONS.
    package func admitRequest(_ request: Request) throws(HTTPError) {
        try requests.take(networks(of: request.remoteAddress))
    }

    /// Counts a request of a website's server.
    func admitTokenRequest(_ request: Request) throws(HTTPError) {
        try tokenRequests.take(networks(of: request.remoteAddress))
    }

    /// Counts a request of a device.
    func admitDeviceRequest(_ request: Request) throws(HTTPError) {
        try deviceRequests.take(networks(of: request.remoteAddress))
    }

    // MARK: Checks of handlers

    /// An attempt to open an activation.
    func admitOpen(from client: RemoteAddress) throws(HTTPError) { try activationOpens.take(networks(of: client)) }

    /// A login that a browser begins.
    func admitLogin(from client: RemoteAddress, at service: Service) throws(HTTPError) {
        let networks = networks(of: client)
        let key = { NetworkAtService(network: $0, service: service.id) }
        try loginsPerService.take(networks, key: key)
        do { try logins.take(networks) } catch {
            loginsPerService.giveBack(networks, key: key)
            throw error
        }
    }

    /// Counts an attempt with a wrong secret, code or token, once it has failed.
    ///
    /// The attempt itself is never refused: each of these values has 256 random bits, so that trying them is no guessing, and
    /// the failures of others in a network must not keep its good ones out. The limit bounds what failures write into the logs;
    /// `tokenRequests` bounds what attempts cost.
    /// - Throws: 429 where the network has had too many. That is then the answer.
    func countFailure(from client: RemoteAddress) throws(HTTPError) { try tokenFailures.take(networks(of: client)) }

    /// What an activation's device asks, after its proof.
    func admit(_ activation: ActivationID, from client: RemoteAddress) throws(ProtocolError) {
        try admit(.activation(activation), client)
    }

    /// What the device asks that shows this token, be it the session's or not.
    func admit(token: SecretOctets, from client: RemoteAddress) throws(ProtocolError) {
        try admit(.session(token: token.bytes), client)
    }

    private func admit(_ device: Device, _ client: RemoteAddress) throws(ProtocolError) {
        guard let network = networks(of: client).first else { return }
        do { try activationRequests.take(device, from: network) } catch { throw ProtocolError(.tooManyRequests) }
    }

    /// Empty where the client is exempt.
    private func networks(of client: RemoteAddress) -> [ClientNetwork] {
        limits.exempt.covers(client) ? [] : client.networks
    }
}

/// A rate limit by its name, which reports its refusals.
private struct Limit<Key: Hashable>: Sendable {
    private let limiter: RateLimiter
    private let clock: Clock
    private let refusals: RefusalLog

    init(_ name: StaticString, _ rate: Rate, buckets: Int, clock: Clock, log: Log) {
        limiter = RateLimiter(rate, buckets: buckets)
        self.clock = clock
        refusals = RefusalLog(limit: name, clock, log)
    }

    /// Takes a token of each network, the narrowest first, or of none.
    ///
    /// - Throws: 429 with Retry-After.
    func take(_ networks: [ClientNetwork], key: (ClientNetwork) -> Key) throws(HTTPError) {
        for (index, network) in networks.enumerated() {
            do throws(HTTPError) { try take(key(network), allowance: network.allowance, from: network) } catch {
                giveBack(networks[..<index], key: key)
                throw error
            }
        }
    }

    func giveBack(_ networks: some Sequence<ClientNetwork>, key: (ClientNetwork) -> Key) {
        for network in networks { limiter.giveBack(key(network), allowance: network.allowance) }
    }

    /// - Throws: 429 with Retry-After.
    func take(_ key: Key, allowance: Int = 1, from network: ClientNetwork) throws(HTTPError) {
        do { try limiter.take(key, allowance: allowance, at: clock.now()) } catch {
            refusals.add(network)
            throw HTTPError(
                .tooManyRequests, "too many requests: try again in \(error.retryAfterSeconds) s",
                headers: [HeaderField("Retry-After", "\(error.retryAfterSeconds)")])
        }
    }
}

extension Limit where Key == ClientNetwork {
    func take(_ networks: [ClientNetwork]) throws(HTTPError) { try take(networks) { $0 } }
}
