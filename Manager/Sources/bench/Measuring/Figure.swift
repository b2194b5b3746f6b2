/// What several runs gave for one quantity.
struct Figure: Sendable {
    let values: [Double]

    init(_ values: [Double]) {
        precondition(!values.isEmpty, "a figure comes from at least one run")
        self.values = values
    }

    var median: Double { Percentiles(values).at(0.5) }
    var minimum: Double { values.min() ?? 0 }
    var maximum: Double { values.max() ?? 0 }
}

/// Sorted values, to be asked for percentiles (nearest rank; of an even number of values, the median is the lower one's
/// and the upper one's mean).
struct Percentiles: Sendable {
    private let sorted: [Double]

    init(_ values: [Double]) { sorted = values.sorted() }

    func at(_ share: Double) -> Double {
        guard let last = sorted.indices.last else { return 0 }
        if share == 0.5, sorted.count % 2 == 0 { return (sorted[last / 2] + sorted[last / 2 + 1]) / 2 }
        return sorted[min(last, max(0, Int((share * Double(sorted.count)).rounded(.up)) - 1))]
    }
}
