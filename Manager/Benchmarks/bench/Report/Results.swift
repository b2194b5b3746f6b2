import VirtualUsers

/// The results of all measurements.
struct Results: Sendable {
    let machine: Machine
    let settings: Settings
    let isPinned: Bool
    /// A load under which a PostgreSQL server was measured.
    struct ServerLoad: Sendable {
        /// Logins per second; nil for users who never pause.
        let rate: Double?
        let isNewDatabase: Bool
        let result: LoadResult
    }
    var server: [ServerLoad] = []
    /// Closed loads at rising concurrency, each run apart.
    var logins: [LoadResult] = []
    /// Open loads at half the rate that the run of the same number reached at `mainConcurrency`.
    var halfLoad: [LoadResult] = []
    /// Open loads at which the manager uses three fifths of its core.
    var sixtyPercent: [LoadResult] = []
    /// Open loads at the fixed rate.
    var fixedLoad: [LoadResult] = []
    /// Closed loads at `mainConcurrency`, with rising numbers of accounts.
    var accounts: [LoadResult] = []
    /// CPU milliseconds of a login by the former program at `mainConcurrency`, after each run.
    var former: [Double] = []
    var floors: [Floor] = []
    /// The memory latency beside each floor.
    var memory: [MemoryLatency] = []
    var parts: [Part] = []
    /// Milliseconds of a start, the median of each run.
    var starts: [Double] = []
    /// Resident bytes after a hundred logins.
    var resident: [Double] = []
    var bytesPerPage: [Double] = []
    var openPages = 0

    init(machine: Machine, settings: Settings, isPinned: Bool) {
        self.machine = machine
        self.settings = settings
        self.isPinned = isPinned
    }

    /// The concurrency of the headline figures: 64, or the largest of a shorter run.
    static func mainConcurrency(_ settings: Settings) -> Int {
        settings.concurrencies.contains(64) ? 64 : settings.concurrencies.last ?? 1
    }
    var mainConcurrency: Int { Self.mainConcurrency(settings) }

    func runs(at concurrency: Int) -> [LoadResult] { logins.filter { $0.concurrency == concurrency } }
    func runs(with accounts: Int) -> [LoadResult] { self.accounts.filter { $0.accounts == accounts } }

    /// Returns the median over all runs at `concurrency` of the milliseconds for which a step's client waited.
    func median(of step: Step, at concurrency: Int) -> Double {
        Figure(runs(at: concurrency).map { $0.latency(of: step).at(0.5) }).median
    }
}
