import XignHTTP
import XignManager

/// What the manager does for one step of a login, without the network, taken apart. Medians in nanoseconds.
struct StepParts: Sendable {
    let step: Step
    let whole: Double
    /// Transactions that only read.
    let reads: Double
    /// The statements of the transaction that writes.
    let transaction: Double
    /// What comes to that: waiting for one's turn, and the durable commit, which waits for the disk.
    let commit: Double
    /// Of all transactions.
    let statements: Int

    /// Everything but the database: cryptography, encodings, pages.
    var rest: Double { whole - reads - transaction - commit }

    /// Lets people log in one after the other, at a manager in this process.
    static func measure(_ site: Site, logins: Int) throws -> [StepParts] {
        let manager = try LocalManager(site)
        defer { manager.close() }
        let wire = LocalWire(manager)
        for number in 0..<logins {
            let device = site.devices[number % site.devices.count]
            try VirtualLogin(target: site.target, device: device).run(over: wire)
        }
        return Step.allCases.compactMap { step in
            let all = wire.steps.filter { $0.step == step }
            return all.isEmpty ? nil : StepParts(step, all)
        }
    }

    private init(_ step: Step, _ all: [LocalWire.StepTimes]) {
        typealias Execution = MeasuredDatabase.Execution
        func median(of value: (LocalWire.StepTimes) -> Int64) -> Double {
            Percentiles(all.map { Double(value($0)) }).at(0.5)
        }
        func sum(_ times: LocalWire.StepTimes, writes: Bool, _ value: (Execution) -> Int64) -> Int64 {
            times.executions.filter { $0.isWrite == writes }.reduce(0) { $0 + value($1) }
        }
        self.step = step
        whole = median { $0.nanoseconds }
        reads = median { sum($0, writes: false) { $0.whole } }
        transaction = median { sum($0, writes: true) { $0.inside } }
        commit = median { sum($0, writes: true) { $0.whole - $0.inside } }
        statements = all[all.count / 2].executions.reduce(0) { $0 + $1.statements }
    }
}
