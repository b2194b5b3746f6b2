import Foundation

/// The benchmark of the whole manager: `make bench`.
@main
struct Bench {
    private let settings: Settings
    private let cores: Cores
    private var results: Results

    static func main() {
        do {
            let settings = try Settings(Array(CommandLine.arguments.dropFirst()))
            try FileManager.default.createDirectory(atPath: settings.folder, withIntermediateDirectories: true)
            defer { try? FileManager.default.removeItem(atPath: settings.folder) }
            var bench = try Bench(settings)
            try bench.run()
            guard settings.sections != [.instructions] else { return }
            TextReport.print(bench.results)
            if let output = settings.output { try JSONReport.write(bench.results, to: output) }
            if let chart = settings.chart {
                try Chart(bench.results).svg.write(toFile: chart, atomically: false, encoding: .utf8)
            }
        } catch {
            try? FileHandle.standardError.write(contentsOf: Data("bench: \(error)\n".utf8))
            exit(1)
        }
    }

    private init(_ settings: Settings) throws {
        self.settings = settings
        cores = try Cores()
        results = Results(
            machine: try Machine(folder: settings.folder), settings: settings, isPinned: cores.manager != nil)
    }

    private var main: Int { Results.mainConcurrency(settings) }

    private mutating func run() throws {
        let sites = try makeSites()
        guard let site = sites.first else { throw BenchError("no accounts are wanted") }
        try cores.pinClients()
        // Everything once in each run, rather than all runs of one thing: what disturbs the machine for a while does not
        // disturb one figure alone.
        for number in 1...settings.runs where !settings.sections.isDisjoint(with: Settings.timed) {
            say("run \(number) of \(settings.runs)")
            if settings.sections.contains(.logins) { try measureLogins(site) }
            if settings.sections.contains(.accounts) {
                for site in sites { results.accounts.append(try load(site, main)) }
            }
            if settings.sections.contains(.floor) { try measureFloor(site) }
            if settings.sections.contains(.idle) { try measureIdle(site) }
        }
        if settings.sections.contains(.parts) { try measureParts(site) }
        if settings.sections.contains(.instructions) { try countInstructions(site) }
    }

    private mutating func makeSites() throws -> [Site] {
        let counts = settings.sections.contains(.accounts) ? settings.accounts[...] : settings.accounts.prefix(1)
        return try counts.map { count in
            say("making \(count) accounts")
            let site = try Site(
                program: settings.program, folder: "\(settings.folder)/\(count)", accounts: count,
                devices: settings.devices)
            results.populations.append((count, site.seconds))
            return site
        }
    }

    private mutating func measureLogins(_ site: Site) throws {
        var rate = 0.0
        for concurrency in settings.concurrencies {
            let result = try load(site, concurrency)
            results.logins.append(result)
            if concurrency == main { rate = result.perSecond }
        }
        results.halfLoad.append(try load(site, main, rate: rate / 2))
        results.fixedLoad.append(try load(site, main, rate: settings.fixedRate))
    }

    /// A load on a manager that was started for it.
    /// - Parameter rate: logins a second; nil: as many as it takes.
    private func load(_ site: Site, _ concurrency: Int, rate: Double? = nil) throws -> LoadResult {
        let process = try ManagerProcess(site, core: cores.manager)
        let load = Load(site: site, process: process, concurrency: concurrency)
        var result =
            if let rate {
                try load.paced(rate: rate, warmUp: settings.warmUp, seconds: settings.seconds)
            } else {
                // With so many at once, the first need longer.
                try load.closed(
                    warmUp: settings.warmUp * (concurrency > 64 ? 2 : 1), seconds: settings.seconds)
            }
        result.executed = try process.stop()
        return result
    }

    private mutating func measureFloor(_ site: Site) throws {
        let commits = results.runs(at: main).last?.commitsPerLogin ?? 6
        results.floors.append(
            try Floor(commitsPerLogin: commits, folder: site.folder, rounds: settings.floorRounds))
        results.memory.append(MemoryLatency(loads: settings.memoryLoads))
    }

    private mutating func measureIdle(_ site: Site) throws {
        try cores.unpinClients()
        var starts: [Double] = []
        for _ in 0..<settings.starts {
            let process = try ManagerProcess(site, core: nil)
            starts.append(Double(process.startTime) / 1e6)
            _ = try process.stop()
        }
        results.starts.append(Percentiles(starts).at(0.5))
        try cores.pinClients()

        let process = try ManagerProcess(site, core: cores.manager)
        results.residentFresh.append(Double(try process.residentMemory()))
        let wire = NetworkWire(port: site.port)
        for device in site.devices.prefix(100) { try VirtualLogin(target: site.target, device: device).run(over: wire) }
        results.resident.append(Double(try process.residentMemory()))
        let pages = try OpenPages.measure(site, process, wanted: settings.pages)
        results.bytesPerPage.append(pages.bytes)
        results.openPages = pages.count
        _ = try process.stop()
    }

    private mutating func measureParts(_ site: Site) throws {
        say("parts")
        results.steps = try StepParts.measure(site, logins: settings.partLogins)
        results.parts = try ProtocolParts.measure(site, rounds: settings.partRounds)
        results.parts += try DeviceParts.measure(site, logins: settings.deviceLogins)
    }

    private func countInstructions(_ site: Site) throws {
        let counts = try (1...3).map { number in
            say("count \(number) of 3")
            return try InstructionCount.measure(site, logins: settings.countedLogins, core: cores.manager)
        }
        try InstructionReport.print(counts, logins: settings.countedLogins)
    }

    private func say(_ text: String) {
        try? FileHandle.standardError.write(contentsOf: Data("\(text)\n".utf8))
    }
}
