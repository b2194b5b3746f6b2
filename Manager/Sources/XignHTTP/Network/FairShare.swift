import Threads

/// A limited resource that clients of many networks share: places in a queue, connections, bytes of memory.
///
/// A network may take more as long as it has no more than is left free, so that a few do not exhaust the resource: one
/// greedy network gets half, two get a third each, n get 1/(n + 1) each. Within an IPv6 /48 the /56 may have half of
/// that, and the /64 a quarter.
///
/// Safe to use from any thread. The memory grows with what is in use, not with what was refused.
final class FairShare: Sendable {
    private struct State {
        var used = 0
        var byNetwork: [ClientNetwork: Int] = [:]
    }

    private let state = Locked(State())
    private let capacity: Int, perNetwork: Int?
    private let exempt: [AddressRange]

    /// - Parameters:
    ///   - perNetwork: The most that a network may have, times its allowance, however much is free.
    ///   - exempt: Clients that are limited by the capacity alone.
    init(capacity: Int, perNetwork: Int? = nil, exempt: [AddressRange]) {
        (self.capacity, self.perNetwork, self.exempt) = (capacity, perNetwork, exempt)
    }

    /// The amount in use.
    var used: Int { state.withLock { $0.used } }

    /// Takes some of the resource.
    ///
    /// - Returns: False where the client's networks have their share already; nothing was taken then.
    func take(_ amount: Int, for client: RemoteAddress) -> Bool {
        let networks = counted(client)
        return state.withLock { state in
            let free = capacity - state.used
            guard amount <= free else { return false }
            let widest = networks.last?.allowance ?? 1
            for network in networks {
                let taken = state.byNetwork[network] ?? 0
                guard taken * widest <= free * network.allowance else { return false }
                if let perNetwork, taken + amount > perNetwork * network.allowance { return false }
            }
            state.used += amount
            for network in networks { state.byNetwork[network, default: 0] += amount }
            return true
        }
    }

    /// Gives back an amount that was taken for the same client.
    func giveBack(_ amount: Int, for client: RemoteAddress) {
        let networks = counted(client)
        state.withLock { state in
            state.used -= amount
            for network in networks {
                let left = (state.byNetwork[network] ?? 0) - amount
                state.byNetwork[network] = left > 0 ? left : nil
            }
        }
    }

    private func counted(_ client: RemoteAddress) -> [ClientNetwork] { exempt.covers(client) ? [] : client.networks }
}
