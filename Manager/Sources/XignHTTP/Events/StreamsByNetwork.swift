/// The open event streams by network: how many each has, and the oldest stream of the network with the most.
///
/// "With the most" compares the widest networks, so that nobody hides behind many addresses. All operations but `remove`,
/// which searches the streams of one network, take constant time.
struct StreamsByNetwork {
    /// An open stream; ids ascend with time.
    struct Stream {
        let id: UInt64
        let topic: String
    }

    private var counts: [ClientNetwork: Int] = [:]
    private var streams: [ClientNetwork: [Stream]] = [:]  // by widest network, the oldest first
    private var bySize: [Set<ClientNetwork>] = [[]]  // the keys of `streams`, by how many streams they have

    /// Whether each of the networks has less than the limit, times its allowance.
    func haveRoom(_ networks: [ClientNetwork], limit: Int) -> Bool {
        networks.allSatisfy { counts[$0] ?? 0 < limit * $0.allowance }
    }

    /// - Parameter networks: Of the client, the narrowest first; none where the client is exempt.
    mutating func add(_ stream: Stream, _ networks: [ClientNetwork]) {
        for network in networks { counts[network, default: 0] += 1 }
        guard let widest = networks.last else { return }
        streams[widest, default: []].append(stream)
        move(widest, from: (streams[widest]?.count ?? 0) - 1)
    }

    mutating func remove(_ id: UInt64, _ networks: [ClientNetwork]) {
        guard let widest = networks.last, let index = streams[widest]?.firstIndex(where: { $0.id == id }) else {
            return
        }
        for network in networks {
            let left = (counts[network] ?? 0) - 1
            counts[network] = left > 0 ? left : nil
        }
        let before = streams[widest]?.count ?? 0
        streams[widest]?.remove(at: index)
        if before == 1 { streams[widest] = nil }
        move(widest, from: before)
    }

    /// Nil where no network has any.
    var oldestOfLargest: (stream: Stream, network: ClientNetwork)? {
        guard let network = bySize.last?.first, let stream = streams[network]?.first else { return nil }
        return (stream, network)
    }

    private mutating func move(_ network: ClientNetwork, from size: Int) {
        bySize[size].remove(network)
        let size = streams[network]?.count ?? 0
        if size == bySize.count { bySize.append([]) }
        if size > 0 { bySize[size].insert(network) }
        while bySize.count > 1, bySize[bySize.count - 1].isEmpty { bySize.removeLast() }
    }
}
