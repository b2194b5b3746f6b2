/// The items that clients hold, counted by network, with access to the oldest item of the network with the most items.
///
/// That network is the largest of the widest networks, so that many addresses hide nobody. All operations take constant
/// time on average.
public struct ItemsByNetwork<Item: Identifiable> {
    private var counts: [ClientNetwork: Int] = [:]
    private var items: [ClientNetwork: ItemQueue<Item>] = [:]  // by widest network
    private var bySize: [Set<ClientNetwork>] = [[]]  // the keys of `items`, by how many items they have

    public init() {}

    /// Returns true if each of the networks has less than the limit, times its allowance.
    public func haveRoom(_ networks: [ClientNetwork], limit: Int) -> Bool {
        networks.allSatisfy { counts[$0] ?? 0 < limit * $0.allowance }
    }

    /// - Parameter networks: The client's networks, the narrowest first; empty if the client is exempt.
    public mutating func add(_ item: Item, _ networks: [ClientNetwork]) {
        for network in networks { counts[network, default: 0] += 1 }
        guard let widest = networks.last else { return }
        items[widest, default: ItemQueue()].append(item)
        move(widest, from: (items[widest]?.count ?? 0) - 1)
    }

    public mutating func remove(_ id: Item.ID, _ networks: [ClientNetwork]) {
        guard let widest = networks.last, items[widest]?.remove(id) == true else { return }
        for network in networks {
            let left = (counts[network] ?? 0) - 1
            counts[network] = left > 0 ? left : nil
        }
        let left = items[widest]?.count ?? 0
        if left == 0 { items[widest] = nil }
        move(widest, from: left + 1)
    }

    /// The oldest item of the network with the most items; nil if there are no items.
    public var oldestOfLargest: (item: Item, network: ClientNetwork)? {
        guard let network = bySize.last?.first, let item = items[network]?.oldest else { return nil }
        return (item, network)
    }

    private mutating func move(_ network: ClientNetwork, from size: Int) {
        bySize[size].remove(network)
        let size = items[network]?.count ?? 0
        if size == bySize.count { bySize.append([]) }
        if size > 0 { bySize[size].insert(network) }
        while bySize.count > 1, bySize[bySize.count - 1].isEmpty { bySize.removeLast() }
    }
}

extension ItemsByNetwork: Sendable where Item: Sendable, Item.ID: Sendable {}
