/// What one run of a load has shown.
struct LoadResult: Sendable {
    let concurrency: Int
    let accounts: Int
    /// Since the manager was started.
    let allLogins: Int
    /// Those that were finished within the window.
    let logins: Int
    let seconds: Double
    let cpuSeconds: Double
    let clientCPUSeconds: Double
    let residentBytes: Int
    /// Nanoseconds that each login had its clients wait, by step.
    let waits: [[Int64]]
    /// What the database executed for all logins; known after the manager has stopped.
    var executed = ExecutedStatements()

    var perSecond: Double { Double(logins) / seconds }
    var cpuMilliseconds: Double { cpuSeconds * 1000 / Double(logins) }
    var clientCPUMilliseconds: Double { clientCPUSeconds * 1000 / Double(logins) }
    /// Of a core.
    var utilization: Double { cpuSeconds / seconds }
    var statementsPerLogin: Double { Double(executed.statements) / Double(allLogins) }
    var transactionsPerLogin: Double { Double(executed.transactions) / Double(allLogins) }
    var commitsPerLogin: Double { Double(executed.commits) / Double(allLogins) }

    /// Of whole logins, in milliseconds.
    var latency: Percentiles { Percentiles(waits.map { Double($0.reduce(0, +)) / 1e6 }) }

    /// Of one step, in milliseconds.
    func latency(of step: Step) -> Percentiles { Percentiles(waits.map { Double($0[step.rawValue]) / 1e6 }) }
}
