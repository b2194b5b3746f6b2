/// A metric with its series, as a scrape reads it.
package protocol Family: Sendable {
    var definition: Definition { get }
    /// The series that have a value. Each number is right, but they may belong to different moments.
    var samples: [Sample] { get }
}

/// The name of a metric, its type, its labels, and an explanation of one line.
package struct Definition: Sendable {
    package enum Kind: String, Sendable { case counter, gauge, histogram }

    package let name: String
    package let kind: Kind
    package let labelNames: [String]
    package let help: String
}

/// A line of the text format, without its metric's name.
package struct Sample: Sendable {
    /// `_bucket`, `_sum` or `_count` of a histogram; otherwise empty.
    package var suffix = ""
    package let labels: [(name: String, value: String)]
    package let value: Double
}

/// Counters: a series for each value of `Series`.
package struct Counters<Series: Labels>: Family {
    package let definition: Definition
    private let cells: [Series: Cell]
    private let order: [Series]
    private let hidesZeros: Bool
    /// Takes what has no series. `Labels.all` names all, so it stays empty.
    private let unlisted = Cell()

    /// - Parameters:
    ///   - hidesZeros: leaves out series that were never counted, where there are hundreds.
    ///   - series: those of the family.
    package init(_ name: String, _ help: String, hidesZeros: Bool = false, series: [Series] = Series.all) {
        definition = Definition(name: name, kind: .counter, labelNames: Series.names, help: help)
        order = series
        cells = Dictionary(series.map { ($0, Cell()) }) { first, _ in first }
        self.hidesZeros = hidesZeros
    }

    package subscript(series: Series) -> Cell { cells[series] ?? unlisted }

    package var samples: [Sample] {
        order.compactMap { series in
            let count = self[series].current
            return hidesZeros && count == 0 ? nil : Sample(labels: labels(of: series), value: Double(count))
        }
    }
}

extension Counters where Series == NoLabels {
    package var cell: Cell { self[NoLabels()] }
    package func add(_ amount: Int = 1) { cell.add(amount) }
}

/// Measured numbers: a series for each value of `Series`.
package struct Gauges<Series: Labels>: Family {
    package let definition: Definition
    private let cells: [Series: GaugeCell]
    private let unlisted = GaugeCell()

    /// - Parameter kind: `counter` for numbers that are counted elsewhere, and only grow.
    package init(_ name: String, _ help: String, kind: Definition.Kind = .gauge) {
        definition = Definition(name: name, kind: kind, labelNames: Series.names, help: help)
        cells = Dictionary(Series.all.map { ($0, GaugeCell()) }) { first, _ in first }
    }

    package subscript(series: Series) -> GaugeCell { cells[series] ?? unlisted }

    package var samples: [Sample] {
        Series.all.compactMap { series in
            self[series].current.map { Sample(labels: labels(of: series), value: $0) }
        }
    }
}

extension Gauges where Series == NoLabels {
    package func set(_ value: Double) { self[NoLabels()].set(value) }
    package func set(_ value: Int) { self[NoLabels()].set(value) }
    package func set(_ value: Bool) { self[NoLabels()].set(value) }
    package func clear() { self[NoLabels()].clear() }
}

extension Family {
    fileprivate func labels(of series: some Labels) -> [(name: String, value: String)] {
        Array(zip(definition.labelNames, series.values))
    }
}

/// Histograms: one for each value of `Series`, all with the same buckets.
package struct Histograms<Series: Labels>: Family {
    package let definition: Definition
    private let cells: [Series: HistogramCells]
    private let order: [Series]
    private let buckets: Buckets
    private let hidesZeros: Bool
    private let unlisted: HistogramCells

    /// - Parameters:
    ///   - hidesZeros: leaves out series that were never observed.
    ///   - series: those of the family.
    package init(
        _ name: String, _ help: String, _ buckets: Buckets, hidesZeros: Bool = false, series: [Series] = Series.all
    ) {
        definition = Definition(name: name, kind: .histogram, labelNames: Series.names, help: help)
        order = series
        cells = Dictionary(series.map { ($0, HistogramCells(buckets)) }) { first, _ in first }
        unlisted = HistogramCells(buckets)
        self.buckets = buckets
        self.hidesZeros = hidesZeros
    }

    package subscript(series: Series) -> HistogramCells { cells[series] ?? unlisted }

    package var samples: [Sample] {
        order.flatMap { series -> [Sample] in
            let cells = self[series]
            let labels = labels(of: series)
            var count = 0
            let lines = zip(buckets.texts, cells.counts).map { bound, cell in
                count += cell.current
                return Sample(suffix: "_bucket", labels: labels + [("le", bound)], value: Double(count))
            }
            if hidesZeros, count == 0 { return [] }
            // The count is that of the last bucket, so that both are the same in each scrape.
            return lines + [
                Sample(suffix: "_sum", labels: labels, value: Double(cells.sum.current) / buckets.unit),
                Sample(suffix: "_count", labels: labels, value: Double(count)),
            ]
        }
    }
}

extension Histograms where Series == NoLabels {
    package func observe(_ value: Int) { self[NoLabels()].observe(value) }
    package var cells: HistogramCells { self[NoLabels()] }
}

/// The upper bounds of a histogram's buckets, which are fixed.
package struct Buckets: Sendable {
    /// In the unit in which values are observed.
    let bounds: [Int]
    /// The observed unit's share of the exported one: 1,000,000 for microseconds that are exported as seconds.
    let unit: Double

    /// The bounds as labels, the last of which is infinite.
    var texts: [String] { bounds.map { TextFormat.number(Double($0) / unit) } + ["+Inf"] }

    /// Latencies in microseconds, from a millisecond to ten seconds.
    package static let latency = Buckets(
        bounds: [
            1_000, 2_500, 5_000, 10_000, 25_000, 50_000, 100_000, 250_000, 500_000, 1_000_000, 2_500_000, 10_000_000,
        ], unit: 1_000_000)
    /// The times of people, in seconds.
    package static let patience = Buckets(bounds: [5, 10, 20, 30, 60, 120, 300, 600], unit: 1)
    /// Small numbers.
    package static let size = Buckets(bounds: [1, 2, 4, 8, 16, 32, 64], unit: 1)
}

/// The cells of one histogram. Each observation is in one of them; a scrape adds them up.
package struct HistogramCells: Sendable {
    let counts: [Cell]
    let sum = Cell()
    private let bounds: [Int]

    init(_ buckets: Buckets) {
        bounds = buckets.bounds
        counts = (0...buckets.bounds.count).map { _ in Cell() }
    }

    package func observe(_ value: Int) {
        bucket(of: value).add()
        sum.add(value)
    }

    /// The changes of an observation.
    package func increments(_ value: Int) -> [Increment] {
        [Increment(bucket(of: value)), Increment(sum, by: value)]
    }

    /// Observes the microseconds since a moment.
    package func observe(since begin: ContinuousClock.Instant) { observe(begin.duration(to: .now)) }

    /// Observes microseconds.
    package func observe(_ duration: Duration) {
        let (seconds, attoseconds) = duration.components
        let microseconds = Int(seconds) * 1_000_000 + Int(attoseconds / 1_000_000_000_000)
        observe(microseconds)
    }

    private func bucket(of value: Int) -> Cell {
        counts[bounds.firstIndex { value <= $0 } ?? bounds.count]
    }
}

/// The version of the program, as the label of a number that is always 1.
package struct BuildInfo: Family {
    private let version: String

    package init(version: String) { self.version = version }

    package var definition: Definition {
        Definition(name: "xign_build_info", kind: .gauge, labelNames: ["version"], help: "The program's version.")
    }
    package var samples: [Sample] { [Sample(labels: [("version", version)], value: 1)] }
}
