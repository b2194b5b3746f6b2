import Foundation
import VirtualUsers

/// The results as JSON: the headline figures by name, and the measurements that they come from.
enum JSONReport {
    static func write(_ results: Results, to path: String) throws {
        var members: [String: Any] = Dictionary(
            uniqueKeysWithValues: Headline.all(results).map { ($0.name, headline($0)) })
        members["machine"] = Dictionary(uniqueKeysWithValues: results.machine.facts.map { ($0.name, $0.value) })
        members["conditions"] = [
            "pinned": results.isPinned, "runs": results.settings.runs, "seconds": results.settings.seconds,
            "quick_or_partial": results.settings.sections.union([.server]).count < Settings.Section.allCases.count
                || results.settings.runs < 3,
        ]
        members["server"] = results.server.map(server)
        members["logins"] = results.logins.map(load)
        members["half_load"] = results.halfLoad.map(load)
        members["sixty_percent_load"] = results.sixtyPercent.map(load)
        members["fixed_load"] = results.fixedLoad.map(load)
        members["accounts"] = results.accounts.map(load)
        members["floor"] = results.floors.map(floor)
        members["memory_ns"] = results.memory.map { memory in
            Dictionary(
                uniqueKeysWithValues: zip(MemoryLatency.kilobytes, memory.nanoseconds).map {
                    ("\($0)_kb", rounded($1))
                })
        }
        members["parts_ns"] = Dictionary(
            results.parts.map { ($0.name, rounded($0.nanoseconds)) }, uniquingKeysWith: { $1 })
        members["idle"] = ["open_pages": results.openPages]
        let data = try JSONSerialization.data(
            withJSONObject: members, options: [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes])
        try data.write(to: URL(filePath: path))
    }

    private static func headline(_ headline: Headline) -> [String: Any] {
        var members: [String: Any] = [
            "median": rounded(headline.figure.median), "min": rounded(headline.figure.minimum),
            "max": rounded(headline.figure.maximum), "runs": headline.figure.values.count,
        ]
        switch headline.bound {
        case .atMost(let limit): members["target_at_most"] = limit
        case .atLeast(let limit): members["target_at_least"] = limit
        case nil: break
        }
        return members
    }

    private static func load(_ run: LoadResult) -> [String: Any] {
        let latency = run.latency
        return [
            "concurrency": run.concurrency, "accounts": run.accounts, "logins": run.logins,
            "logins_per_second": rounded(run.perSecond), "p50_ms": rounded(latency.at(0.5)),
            "p95_ms": rounded(latency.at(0.95)), "p99_ms": rounded(latency.at(0.99)),
            "cpu_ms_per_login": rounded(run.cpuMilliseconds), "manager_cores_used": rounded(run.utilization),
            "client_cpu_ms_per_login": rounded(run.clientCPUMilliseconds),
            "rss_mb": rounded(Double(run.residentBytes) / 1_048_576),
            "statements_per_login": rounded(run.statementsPerLogin),
            "commits_per_login": rounded(run.commitsPerLogin),
            "steps_p50_ms": Dictionary(
                uniqueKeysWithValues: Step.allCases.map { ($0.name, rounded(run.latency(of: $0).at(0.5))) }),
        ]
    }

    private static func server(_ run: Results.ServerLoad) -> [String: Any] {
        var members: [String: Any] = load(run.result)
        members["rate"] = run.rate
        members["new_database"] = run.isNewDatabase
        for (name, value) in [
            ("server_cpu_ms_per_login", run.result.serverCPUMilliseconds),
            ("round_trips_per_login", run.result.roundTripsPerLogin),
            ("transactions_per_login", run.result.serverTransactionsPerLogin),
            ("retries_per_login", run.result.retriesPerLogin),
            ("log_bytes_per_login", run.result.logBytesPerLogin),
        ] {
            if let value { members[name] = rounded(value) }
        }
        return members
    }

    private static func floor(_ floor: Floor) -> [String: Any] {
        [
            "cpu_ms": rounded(floor.milliseconds), "server_cpu_ms": rounded(floor.serverMilliseconds),
            "operations": (floor.operations + floor.serverOperations).map {
                ["name": $0.name, "count": rounded($0.count), "cpu_ns": rounded($0.nanoseconds)] as [String: Any]
            },
        ]
    }

    /// Rounds to four significant digits, more than any of the measurements has.
    private static func rounded(_ value: Double) -> Double {
        Double(String(format: "%.4g", value)) ?? value
    }
}
