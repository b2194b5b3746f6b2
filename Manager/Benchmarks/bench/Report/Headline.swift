import VirtualUsers

/// A figure with a target, or one that explains it. docs/performance.md defines them.
struct Headline: Sendable {
    enum Bound: Sendable {
        case atMost(Double), atLeast(Double)
    }

    let name: String
    let figure: Figure
    let bound: Bound?

    var isMet: Bool {
        switch bound {
        case .atMost(let limit): figure.median <= limit
        case .atLeast(let limit): figure.median >= limit
        case nil: true
        }
    }

    static func all(_ results: Results) -> [Headline] {
        let main = results.runs(at: results.mainConcurrency)
        let eight = results.runs(at: results.settings.concurrencies.contains(8) ? 8 : 1)
        let smallest = results.settings.accounts.first.map(results.runs(with:)) ?? []
        let largest = results.settings.accounts.last.map(results.runs(with:)) ?? []
        let all: [(String, [Double], Bound?)] = [
            (
                "cpu_over_floor", zip(main, results.floors).map { $0.cpuMilliseconds / $1.milliseconds }, .atMost(3.8)
            ),
            (
                "cpu_over_server_floor", zip(main, results.floors).map { $0.cpuMilliseconds / $1.serverMilliseconds },
                .atMost(2.0)
            ),
            ("cpu_ms_per_login", main.map(\.cpuMilliseconds), .atMost(1.2)),
            ("former_cpu_over_floor", zip(results.former, results.floors).map { $0 / $1.milliseconds }, nil),
            (
                "former_cpu_over_server_floor", zip(results.former, results.floors).map { $0 / $1.serverMilliseconds },
                nil
            ),
            ("former_cpu_ms_per_login", results.former, nil),
            ("logins_per_second_per_core", main.map(\.perSecond), .atLeast(600)),
            ("p99_ms", results.halfLoad.map { $0.latency.at(0.99) }, .atMost(25)),
            (
                "p99_ms_at_60_percent", results.sixtyPercent.map { $0.latency.at(0.99) },
                .atMost(results.machine.isInMemory ? 25 : 40)
            ),
            ("p99_ms_at_fixed_rate", results.fixedLoad.map { $0.latency.at(0.99) }, nil),
            ("statements_per_login", main.map(\.statementsPerLogin), nil),
            ("commits_per_login", main.map(\.commitsPerLogin), nil),
            ("throughput_64_over_8", zip(main, eight).map { $0.perSecond / $1.perSecond }, .atLeast(1)),
            (
                "cpu_1m_over_1k", zip(largest, smallest).map { $0.cpuMilliseconds / $1.cpuMilliseconds },
                .atMost(1.2)
            ),
            ("rss_mb", results.resident.map { $0 / 1_048_576 }, .atMost(20)),
            ("rss_kb_per_page", results.bytesPerPage.map { $0 / 1024 }, .atMost(2)),
            ("start_ms", results.starts, .atMost(30)),
        ]
        return all.compactMap { name, values, bound in
            values.isEmpty ? nil : Headline(name: name, figure: Figure(values), bound: bound)
        }
    }
}
