import Logging
import Threads
import XignDomain
import XignHTTP
import XignProtocol

/// The logins that browsers have begun and no device has claimed. Each is a row in the database, and anybody can begin
/// one, so that a network has a limited number of them, and so have all networks together.
///
/// The counts are this manager's own. Safe to use from any thread.
package final class UnfinishedLogins: Sendable {
    private struct Login: Identifiable {
        let id: SessionID
        let networks: [ClientNetwork]
        let removedAt: Timestamp
    }

    private struct State {
        var logins: [SessionID: Login] = [:]
        var byNetwork = ItemsByNetwork<Login>()

        mutating func remove(_ id: SessionID) {
            guard let login = logins.removeValue(forKey: id) else { return }
            byNetwork.remove(id, login.networks)
        }
    }

    private let limits: Limits
    private let state = Locked(State())
    private let total: RefusalLog
    private let perNetwork: RefusalLog

    init(_ limits: Limits, total: RefusalLog, perNetwork: RefusalLog) {
        (self.limits, self.total, self.perNetwork) = (limits, total, perNetwork)
    }

    /// The number of unfinished logins.
    package var count: Int { state.withLock { $0.logins.count } }

    /// Adds a login that a client begins.
    ///
    /// - Parameter removedAt: when housekeeping removes its row.
    /// - Returns: the login to remove for it if there are too many: the oldest of the network that has most of them.
    /// - Throws: 429 with Retry-After if the client's network has too many. Nothing has changed then.
    package func add(
        _ id: SessionID, removedAt: Timestamp, of client: RemoteAddress
    ) throws(HTTPError) -> SessionID? {
        let networks = client.networks
        let isLimited = !limits.exempt.covers(client)
        let login = Login(id: id, networks: networks, removedAt: removedAt)
        let decision = state.withLock { state -> (isAdmitted: Bool, oldest: (item: Login, network: ClientNetwork)?) in
            guard !isLimited || state.byNetwork.haveRoom(networks, limit: limits.unfinishedLoginsPerNetwork) else {
                return (false, nil)
            }
            let oldest = state.logins.count < limits.unfinishedLogins ? nil : state.byNetwork.oldestOfLargest
            if let oldest { state.remove(oldest.item.id) }
            state.logins[id] = login
            state.byNetwork.add(login, networks)
            return (true, oldest)
        }
        guard decision.isAdmitted else {
            perNetwork.add(client.network)
            throw HTTPError(
                .tooManyRequests, "too many logins are unfinished", headers: [HeaderField("Retry-After", "60")])
        }
        if let network = decision.oldest?.network { total.add(network) }
        return decision.oldest?.item.id
    }

    /// Removes a login that a device has claimed, or that was not stored after all.
    package func remove(_ id: SessionID) { state.withLock { $0.remove(id) } }

    /// Removes the logins whose rows housekeeping removes.
    package func removeExpired(at now: Timestamp) {
        state.withLock { state in
            for login in state.logins.values where login.removedAt <= now { state.remove(login.id) }
        }
    }
}
