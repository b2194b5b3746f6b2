import Synchronization

/// A number that any thread may add to, without a lock.
package final class Cell: Sendable {
    private let value = Atomic(0)

    package func add(_ amount: Int = 1) { value.wrappingAdd(amount, ordering: .relaxed) }

    package var current: Int { value.load(ordering: .relaxed) }
}

/// A change of a cell that is made later: once a transaction is durable, for example.
package struct Increment: Sendable {
    private let cell: Cell
    private let amount: Int

    package init(_ cell: Cell, by amount: Int = 1) { (self.cell, self.amount) = (cell, amount) }

    package func run() { cell.add(amount) }
}

/// A measured number that any thread may replace. It has no value until it is set for the first time.
package final class GaugeCell: Sendable {
    private let bits = Atomic(Double.nan.bitPattern)

    package func set(_ value: Double) { bits.store(value.bitPattern, ordering: .relaxed) }
    package func set(_ value: Int) { set(Double(value)) }
    package func set(_ value: Bool) { set(value ? 1 : 0) }
    /// Removes the value: the next scrape does not show the series.
    package func clear() { set(Double.nan) }

    /// Nil where none is set.
    package var current: Double? {
        let value = Double(bitPattern: bits.load(ordering: .relaxed))
        return value.isNaN ? nil : value
    }
}
