/// Everything that was measured.
struct Results: Sendable {
    let machine: Machine
    let settings: Settings
    let isPinned: Bool
    /// At rising concurrency, each run apart.
    var logins: [LoadResult] = []
    /// At half the rate that the run of the same number reached at `mainConcurrency`.
    var halfLoad: [LoadResult] = []
    /// At a rate that does not depend on what the manager can do.
    var fixedLoad: [LoadResult] = []
    /// At `mainConcurrency`, with rising numbers of accounts.
    var accounts: [LoadResult] = []
    /// Seconds that each population took to make.
    var populations: [(accounts: Int, seconds: Double)] = []
    var floors: [Floor] = []
    /// Measured beside each floor.
    var memory: [MemoryLatency] = []
    var steps: [StepParts] = []
    var parts: [Part] = []
    /// Milliseconds: of each run, the median of its starts.
    var starts: [Double] = []
    /// Bytes at rest, after some logins; and before any.
    var resident: [Double] = []
    var residentFresh: [Double] = []
    var bytesPerPage: [Double] = []
    var openPages = 0

    init(machine: Machine, settings: Settings, isPinned: Bool) {
        self.machine = machine
        self.settings = settings
        self.isPinned = isPinned
    }

    /// The concurrency that the headline figures are taken at: 64.
    static func mainConcurrency(_ settings: Settings) -> Int {
        settings.concurrencies.contains(64) ? 64 : settings.concurrencies.last ?? 1
    }
    var mainConcurrency: Int { Self.mainConcurrency(settings) }

    func runs(at concurrency: Int) -> [LoadResult] { logins.filter { $0.concurrency == concurrency } }
    func runs(with accounts: Int) -> [LoadResult] { self.accounts.filter { $0.accounts == accounts } }
}
