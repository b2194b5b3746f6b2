import VirtualUsers

/// The result of one run of a load.
struct LoadResult: Sendable {
    let concurrency: Int
    let accounts: Int
    /// Logins since the manager's start, within the measured window and outside it.
    let allLogins: Int
    /// Seconds of the measured window.
    let seconds: Double
    /// The manager's CPU time in the window.
    let cpuSeconds: Double
    let clientCPUSeconds: Double
    let residentBytes: Int
    /// Nanoseconds for which the clients of each login in the window waited, by step.
    let waits: [[Int64]]
    /// The work of a PostgreSQL server in the window; nil with SQLite.
    let server: ServerWork?
    /// The work of the database for all logins, known after the manager has stopped.
    var executed: ExecutedStatements?

    /// Logins that ended within the window.
    var logins: Int { waits.count }
    var perSecond: Double { Double(logins) / seconds }
    var cpuMilliseconds: Double { cpuSeconds * 1000 / Double(logins) }
    var clientCPUMilliseconds: Double { clientCPUSeconds * 1000 / Double(logins) }
    /// The share of a core that the manager used.
    var utilization: Double { cpuSeconds / seconds }
    var statementsPerLogin: Double { Double(executed?.statements ?? 0) / Double(allLogins) }
    var commitsPerLogin: Double { Double(executed?.commits ?? 0) / Double(allLogins) }
    var retriesPerLogin: Double { Double(executed?.retries ?? 0) / Double(allLogins) }
    var roundTripsPerLogin: Double { Double(executed?.roundTrips ?? 0) / Double(allLogins) }
    /// Nil for a server on another machine.
    var serverCPUMilliseconds: Double? { server?.cpuSeconds.map { $0 * 1000 / Double(logins) } }
    var serverTransactionsPerLogin: Double? { server.map { Double($0.transactions) / Double(logins) } }
    var logBytesPerLogin: Double? { server.map { Double($0.logBytes) / Double(logins) } }

    /// Milliseconds for which the clients of a login waited, all steps together.
    var latency: Percentiles { Percentiles(waits.map { Double($0.reduce(0, +)) / 1e6 }) }

    /// Milliseconds for which the client of one step waited.
    func latency(of step: Step) -> Percentiles { Percentiles(waits.map { Double($0[step.rawValue]) / 1e6 }) }
}
