/// The results of several runs for one quantity.
package struct Figure: Sendable {
    package let values: [Double]

    package init(_ values: [Double]) {
        precondition(!values.isEmpty, "a figure comes from at least one run")
        self.values = values
    }

    package var median: Double { Percentiles(values).at(0.5) }
    package var minimum: Double { values.min() ?? 0 }
    package var maximum: Double { values.max() ?? 0 }
}

/// Percentiles by nearest rank. The median of an even number of values is the mean of the middle two.
package struct Percentiles: Sendable {
    private let sorted: [Double]

    package init(_ values: [Double]) { sorted = values.sorted() }

    package func at(_ share: Double) -> Double {
        guard let last = sorted.indices.last else { return 0 }
        if share == 0.5, sorted.count % 2 == 0 { return (sorted[last / 2] + sorted[last / 2 + 1]) / 2 }
        return sorted[min(last, max(0, Int((share * Double(sorted.count)).rounded(.up)) - 1))]
    }
}
