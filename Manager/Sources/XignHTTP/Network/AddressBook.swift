import Threads

/// Counts the connections of all network threads, in all and for each client address.
final class AddressBook: Sendable {
    private struct State {
        var total = 0
        var byClient: [ClientNetwork: Int] = [:]
    }

    private let state = Locked(State())
    private let maxConnections: Int, maxPerAddress: Int?
    private let exempt: [AddressRange]  // with the trusted proxies: many clients behind one address

    init(_ configuration: ServerConfiguration) {
        maxConnections = configuration.maxConnections
        maxPerAddress = configuration.maxConnectionsPerAddress
        exempt = configuration.trustedProxies.ranges + configuration.exempt
    }

    var total: Int { state.withLock { $0.total } }

    func admit(_ address: RemoteAddress) -> Bool {
        state.withLock {
            guard $0.total < maxConnections else { return false }
            if isCounted(address), let maxPerAddress {
                let client = address.network
                guard $0.byClient[client, default: 0] < maxPerAddress else { return false }
                $0.byClient[client, default: 0] += 1
            }
            $0.total += 1
            return true
        }
    }

    func release(_ address: RemoteAddress) {
        state.withLock {
            $0.total -= 1
            guard isCounted(address) else { return }
            let client = address.network
            if let count = $0.byClient[client] { $0.byClient[client] = count > 1 ? count - 1 : nil }
        }
    }

    private func isCounted(_ address: RemoteAddress) -> Bool {
        maxPerAddress != nil && !exempt.covers(address)
    }
}
