import Logging
import Metrics
import Threads
import XignDomain
import XignHTTP
import XignProtocol

/// Admission control: rate limits and concurrency limits.
///
/// Refuses a request as early as possible: before a body is opened, a row is written or a secret is compared. The
/// counts are this process's own: each of several managers on one database allows as much. Safe to use from any thread.
package final class Admission: Sendable {
    package let limits: Limits

    private let requests: Limit<ClientNetwork>
    private let tokenRequests: Limit<ClientNetwork>
    private let deviceRequests: Limit<ClientNetwork>
    private let activationOpens: Limit<ClientNetwork>
    private let logins: Limit<ClientNetwork>
    private let codePictures: Limit<ClientNetwork>
    private let loginsPerService: Limit<NetworkAtService>
    private let tokenFailures: Limit<ClientNetwork>
    private let activationRequests: Limit<Device>
    private let forms: Limit<FormSender>
    private let joins: Limit<ClientNetwork>
    private let namesOfJoinLink: Limit<NetworkWithLink>
    private let registrations: Limit<Everybody>
    private let registrationsOfNetwork: Limit<ClientNetwork>
    private let changes: Limit<AccountID>
    private let searches: Limit<AccountID>
    private let recoveries: Limit<ClientNetwork>
    package let exports: Exports
    /// The copies of people's own data, which are small. No auditor's export keeps a person from theirs.
    package let ownCopies: Exports
    package let unfinishedLogins: UnfinishedLogins

    private struct NetworkAtService: Hashable {
        let network: ClientNetwork
        let service: String
    }

    private struct NetworkWithLink: Hashable {
        let network: ClientNetwork
        let link: JoinLinkID
    }

    /// A browser is identified by its session, and without one by its network.
    private enum FormSender: Hashable {
        case session(BrowserSessionID)
        case network(ClientNetwork)
    }

    /// A device is identified by its activation, and within a login by the token that `start` gave it.
    private enum Device: Hashable {
        case activation(ActivationID)
        case session(token: [UInt8])
    }

    /// The one key of a limit for all clients together.
    private struct Everybody: Hashable {}

    /// The bucket that refuses a registration.
    package enum RegistrationRefusal: Error {
        /// The bucket of the network, which fills in a day.
        case network(HTTPError)
        /// The bucket of all people, which fills in minutes.
        case everybody(HTTPError)
    }

    package init(_ limits: Limits, clock: Clock, log: Log, metrics: Metrics) {
        self.limits = limits
        func limit<Key>(_ name: LimitName, _ rate: Rate) -> Limit<Key> {
            Limit(rate, buckets: limits.buckets, clock: clock, RefusalLog(name, metrics, clock, log))
        }
        requests = limit(.requests, limits.requests)
        tokenRequests = limit(.tokenRequests, limits.tokenRequests)
        deviceRequests = limit(.deviceRequests, limits.deviceRequests)
        activationOpens = limit(.activationOpens, limits.activationOpens)
        logins = limit(.logins, limits.logins)
        codePictures = limit(.codePictures, limits.codePictures)
        loginsPerService = limit(.loginsPerService, limits.loginsPerService)
        tokenFailures = limit(.tokenFailures, limits.tokenFailures)
        activationRequests = limit(.activationRequests, limits.activationRequests)
        forms = limit(.forms, limits.forms)
        joins = limit(.joins, limits.joins)
        namesOfJoinLink = limit(.namesOfJoinLink, Limits.namesOfJoinLink)
        registrations = limit(.registrations, limits.registrations)
        registrationsOfNetwork = limit(.registrationsOfNetwork, Limits.registrationsOfNetwork)
        changes = limit(.changes, limits.changes)
        searches = limit(.searches, limits.searches)
        recoveries = limit(.recoveries, limits.recoveries)
        let refusedExports = RefusalLog(.exports, metrics, clock, log)
        let exportLimit = Limit<AccountID>(limits.exports, buckets: limits.buckets, clock: clock, refusedExports)
        exports = Exports(exportLimit, exempt: limits.exempt, refusedExports)
        ownCopies = Exports(exportLimit, exempt: limits.exempt, refusedExports)
        unfinishedLogins = UnfinishedLogins(
            limits, total: RefusalLog(.unfinishedLogins, metrics, clock, log),
            perNetwork: RefusalLog(.unfinishedLoginsPerNetwork, metrics, clock, log))
    }

    // MARK: Checks of route groups, on the network thread

    /// Counts a request, also one that gets 404, 405 or the answer to OPTIONS.
    package func admitRequest(_ request: Request) throws(HTTPError) {
        try requests.take(networks(of: request.remoteAddress))
    }

    /// Counts a request of a website's server.
    package func admitTokenRequest(_ request: Request) throws(HTTPError) {
        try tokenRequests.take(networks(of: request.remoteAddress))
    }

    /// Counts a request of a device.
    package func admitDeviceRequest(_ request: Request) throws(HTTPError) {
        try deviceRequests.take(networks(of: request.remoteAddress))
    }

    // MARK: Checks of handlers

    /// Counts an attempt to open an activation.
    package func admitOpen(from client: RemoteAddress) throws(HTTPError) {
        try activationOpens.take(networks(of: client))
    }

    /// Counts a login that a browser begins.
    /// - Parameter service: the service's id.
    package func admitLogin(from client: RemoteAddress, at service: String) throws(HTTPError) {
        let networks = networks(of: client)
        let key = { NetworkAtService(network: $0, service: service) }
        try loginsPerService.take(networks, key: key)
        do { try logins.take(networks) } catch {
            loginsPerService.giveBack(networks, key: key)
            throw error
        }
    }

    /// Counts a picture of a login's codes, which costs more computing time than other answers.
    package func admitCodePicture(from client: RemoteAddress) throws(HTTPError) {
        try codePictures.take(networks(of: client))
    }

    /// Counts a failed attempt with a wrong secret, code or token.
    ///
    /// The attempt itself is never refused: each of these values has 256 random bits, so guessing is hopeless, and the
    /// failures of other clients in a network must not exclude its valid requests. The limit bounds what failures write
    /// into the logs; `tokenRequests` bounds what attempts cost.
    /// - Throws: 429 if the network has had too many, which is then the answer.
    package func countFailure(from client: RemoteAddress) throws(HTTPError) {
        try tokenFailures.take(networks(of: client))
    }

    /// Counts a request of an activation's device after it has authenticated.
    package func admit(_ activation: ActivationID, from client: RemoteAddress) throws(HTTPError) {
        try admit(.activation(activation), client)
    }

    /// Counts a request with this session token, before the token is compared.
    package func admit(token: SecretOctets, from client: RemoteAddress) throws(HTTPError) {
        try admit(.session(token: token.bytes), client)
    }

    /// Counts a form that a browser session sends.
    package func admitForm(of session: BrowserSessionID, from client: RemoteAddress) throws(HTTPError) {
        guard let network = networks(of: client).first else { return }
        try forms.take(.session(session), from: network)
    }

    /// Counts a form that a browser sends without a session.
    package func admitForm(from client: RemoteAddress) throws(HTTPError) {
        try forms.take(networks(of: client)) { .network($0) }
    }

    /// Counts a form of a recovery, before its code is looked up (SP 800-63B-4, section 4.2.1.1).
    package func admitRecovery(from client: RemoteAddress) throws(HTTPError) {
        try recoveries.take(networks(of: client))
    }

    /// Counts a step of somebody who joins.
    package func admitJoin(from client: RemoteAddress) throws(HTTPError) {
        try joins.take(networks(of: client))
    }

    /// Counts a name that somebody chooses with a join link, besides the step.
    /// - Parameter places: those of the link.
    package func admitName(with link: JoinLinkID, places: Int, from client: RemoteAddress) throws(HTTPError) {
        try namesOfJoinLink.take(networks(of: client), factor: 1 + places / Limits.placesOfNames) {
            NetworkWithLink(network: $0, link: link)
        }
    }

    /// Counts a step of somebody who registers. No network is exempt from the limit of all people: behind a proxy that
    /// the manager does not know, strangers come from an exempt one.
    package func admitRegistration(from client: RemoteAddress) throws(RegistrationRefusal) {
        let networks = networks(of: client)
        do { try registrationsOfNetwork.take(networks) } catch { throw .network(error) }
        do { try registrations.take(Everybody(), from: client.network) } catch {
            registrationsOfNetwork.giveBack(networks) { $0 }
            throw .everybody(error)
        }
    }

    /// Counts a change of an account that leaves an event in the audit log, by any of its browsers and devices. What
    /// takes something away is not counted: a thief who uses up the limit must not keep the person from it.
    package func admitChange(of account: AccountID, from client: RemoteAddress) throws(HTTPError) {
        guard let network = networks(of: client).first else { return }
        try changes.take(account, from: network)
    }

    /// Counts a search by an operator.
    package func admitSearch(by account: AccountID, from client: RemoteAddress) throws(HTTPError) {
        guard let network = networks(of: client).first else { return }
        try searches.take(account, from: network)
    }

    private func admit(_ device: Device, _ client: RemoteAddress) throws(HTTPError) {
        guard let network = networks(of: client).first else { return }
        try activationRequests.take(device, from: network)
    }

    /// The client's networks, the narrowest first; none for an exempt client.
    private func networks(of client: RemoteAddress) -> [ClientNetwork] {
        limits.exempt.covers(client) ? [] : client.networks
    }
}

/// A rate limit that counts and logs its refusals by its name.
struct Limit<Key: Hashable>: Sendable {
    private let limiter: RateLimiter
    private let clock: Clock
    private let refusals: RefusalLog

    init(_ rate: Rate, buckets: Int, clock: Clock, _ refusals: RefusalLog) {
        limiter = RateLimiter(rate, buckets: buckets)
        self.clock = clock
        self.refusals = refusals
    }

    /// Takes a token from the bucket of each network, the narrowest first, or from none of them.
    ///
    /// - Parameter factor: the number by which the rate of these keys is larger.
    /// - Throws: 429 with Retry-After.
    func take(_ networks: [ClientNetwork], factor: Int = 1, key: (ClientNetwork) -> Key) throws(HTTPError) {
        for (index, network) in networks.enumerated() {
            do throws(HTTPError) {
                try take(key(network), allowance: factor * network.allowance, from: network)
            } catch {
                giveBack(networks[..<index], factor: factor, key: key)
                throw error
            }
        }
    }

    func giveBack(_ networks: some Sequence<ClientNetwork>, factor: Int = 1, key: (ClientNetwork) -> Key) {
        for network in networks { limiter.giveBack(key(network), allowance: factor * network.allowance) }
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
