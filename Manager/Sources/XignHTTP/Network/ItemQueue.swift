/// A queue from which any item can be removed. All operations take constant time on average.
struct ItemQueue<Item: Identifiable> {
    private var items: [Item?] = []  // nil where one was removed
    private var positions: [Item.ID: Int] = [:]
    private var first = 0  // the oldest item's position

    var count: Int { positions.count }

    var oldest: Item? { first < items.count ? items[first] : nil }

    mutating func append(_ item: Item) {
        positions[item.id] = items.count
        items.append(item)
    }

    /// Removes an item, wherever it is.
    ///
    /// - Returns: False if there is no such item.
    mutating func remove(_ id: Item.ID) -> Bool {
        guard let position = positions.removeValue(forKey: id) else { return false }
        items[position] = nil
        while first < items.count, items[first] == nil { first += 1 }
        if items.count > 2 * count + 16 { compact() }
        return true
    }

    private mutating func compact() {
        items = items.filter { $0 != nil }
        first = 0
        for (position, item) in items.enumerated() { if let item { positions[item.id] = position } }
    }
}

extension ItemQueue: Sendable where Item: Sendable, Item.ID: Sendable {}
