import Foundation
import VirtualUsers

/// The results as tables.
enum TextReport {
    static func print(_ results: Results) {
        for fact in results.machine.facts { Swift.print("\(fact.name): \(fact.value)") }
        Swift.print("manager pinned to a core of its own: \(results.isPinned ? "yes" : "no")\n")
        server(results)
        logins(results)
        floor(results)
        memory(results)
        steps(results)
        parts(results)
        headlines(results)
    }

    private static func server(_ results: Results) {
        guard !results.server.isEmpty else { return }
        line([
            "a login on PostgreSQL", "a second", "server ms", "manager ms", "messages", "statements", "transactions",
            "retries", "log kB",
        ])
        for load in results.server {
            let (run, pace) = (load.result, load.rate.map { "\(Int($0)) a second" })
            let place = load.isNewDatabase ? "new database" : "after \(results.settings.formerLogins) logins"
            line([
                "\(pace ?? "\(run.concurrency) users"), \(place)", number(run.perSecond, 0),
                run.serverCPUMilliseconds.map { number($0, 2) } ?? "elsewhere", number(run.cpuMilliseconds, 2),
                number(run.roundTripsPerLogin, 1), number(run.statementsPerLogin, 1),
                number(run.serverTransactionsPerLogin ?? 0, 1), number(run.retriesPerLogin, 2),
                number((run.logBytesPerLogin ?? 0) / 1024, 1),
            ])
        }
        Swift.print("")
    }

    private static func logins(_ results: Results) {
        let all = results.logins + results.halfLoad + results.sixtyPercent + results.fixedLoad + results.accounts
        guard !all.isEmpty else { return }
        line([
            "logins", "at once", "accounts", "a second", "p50 ms", "p95 ms", "p99 ms", "CPU ms", "cores", "client ms",
            "RSS MB",
        ])
        for (name, runs) in [
            ("closed", results.logins), ("half load", results.halfLoad), ("core used at 60 %", results.sixtyPercent),
            ("\(Int(results.settings.fixedRate)) a second", results.fixedLoad), ("accounts", results.accounts),
        ] {
            for run in runs {
                let latency = run.latency
                line([
                    name, "\(run.concurrency)", "\(run.accounts)", number(run.perSecond, 0), number(latency.at(0.5), 1),
                    number(latency.at(0.95), 1), number(latency.at(0.99), 1), number(run.cpuMilliseconds, 2),
                    number(run.utilization, 2), number(run.clientCPUMilliseconds, 2), "\(run.residentBytes >> 20)",
                ])
            }
        }
        Swift.print("")
    }

    private static func floor(_ results: Results) {
        guard let floor = results.floors.last else { return }
        line(["floor", "count", "CPU us"])
        for (operations, sum) in [
            (floor.operations, floor.milliseconds), (floor.serverOperations, floor.serverMilliseconds),
        ] {
            for operation in operations {
                line([operation.name, number(operation.count, 1), number(operation.nanoseconds / 1000, 1)])
            }
            line(["all so far", "", number(sum * 1000, 1)])
        }
        Swift.print("")
    }

    private static func memory(_ results: Results) {
        guard !results.memory.isEmpty else { return }
        line(["memory, ns of a load within", "median", "min", "max"])
        for (index, kilobytes) in MemoryLatency.kilobytes.enumerated() {
            let figure = Figure(results.memory.map { $0.nanoseconds[index] })
            line(["\(kilobytes) kB"] + [figure.median, figure.minimum, figure.maximum].map { number($0, 1) })
        }
        Swift.print("")
    }

    private static func steps(_ results: Results) {
        let concurrencies = results.settings.concurrencies
        guard !results.logins.isEmpty else { return }
        line(["step, p50 ms"] + concurrencies.map { "\($0) at once" })
        for step in Step.allCases {
            line([step.name] + concurrencies.map { number(results.median(of: step, at: $0), 2) })
        }
        Swift.print("")
    }

    private static func parts(_ results: Results) {
        guard !results.parts.isEmpty else { return }
        line(["part", "us"])
        for part in results.parts { line([part.name, number(part.nanoseconds / 1000, 2)]) }
        Swift.print("")
    }

    private static func headlines(_ results: Results) {
        line(["figure", "median", "min", "max", "target", ""])
        for headline in Headline.all(results) {
            let target =
                switch headline.bound {
                case .atMost(let limit): "<= \(limit)"
                case .atLeast(let limit): ">= \(limit)"
                case nil: ""
                }
            line([
                headline.name, number(headline.figure.median, 2), number(headline.figure.minimum, 2),
                number(headline.figure.maximum, 2), target,
                headline.bound == nil ? "" : headline.isMet ? "met" : "missed",
            ])
        }
    }

    /// Prints a text column and right-aligned columns of numbers.
    private static func line(_ columns: [String]) {
        let first = columns[0].padding(toLength: 46, withPad: " ", startingAt: 0)
        Swift.print(
            first
                + columns.dropFirst().map { String(repeating: " ", count: max(1, 12 - $0.count)) + $0 }.joined())
    }

    private static func number(_ value: Double, _ digits: Int) -> String { String(format: "%.\(digits)f", value) }
}
