import Foundation
import VirtualUsers

/// The benchmark of a whole manager, run by `make bench`.
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
            machine: try Machine(settings), settings: settings, isPinned: cores.manager != nil)
    }

    private var main: Int { Results.mainConcurrency(settings) }

    private mutating func run() throws {
        let sites = try makeSites()
        guard let site = sites.first else { throw BenchError("no number of accounts") }
        try cores.pinClients()
        // Once, and first: the database is new once.
        if settings.sections.contains(.server) { try measureServer(site) }
        // Each run measures everything once, so that a disturbance of the machine does not fall on one figure alone.
        for number in 1...settings.runs {
            say("run \(number) of \(settings.runs)")
            if settings.sections.contains(.logins) { try measureLogins(site) }
            if let former = settings.former { results.former.append(try measureFormer(former)) }
            if settings.sections.contains(.accounts) {
                for site in sites { results.accounts.append(try load(site, main)) }
            }
            if settings.sections.contains(.floor) { try measureFloor(site) }
            if settings.sections.contains(.idle) { try measureIdle(site) }
        }
        if settings.sections.contains(.parts) { results.parts = try Part.all(rounds: settings.partRounds) }
    }

    private func makeSites() throws -> [Site] {
        let counts = settings.sections.contains(.accounts) ? settings.accounts[...] : settings.accounts.prefix(1)
        return try counts.map { count in
            say("making \(count) accounts")
            var installation = Site.Installation(
                program: settings.program, folder: "\(settings.folder)/\(count)", database: settings.database)
            (installation.port, installation.proxyPort) = (settings.port, settings.proxyPort)
            return try Site(
                installation, size: Population.Size(accounts: count, devices: settings.devices))
        }
    }

    /// Measures a PostgreSQL server with a paced and a closed load, in the new database and after many logins.
    private mutating func measureServer(_ site: Site) throws {
        var logins = 0
        for isNew in [true, false] {
            while !isNew, logins < settings.formerLogins {
                say("\(logins) logins so far")
                logins += try load(site, settings.serverUsers, seconds: settings.serverSeconds).allLogins
            }
            for rate in [settings.serverRate, nil] {
                let seconds = isNew && rate != nil ? settings.newDatabaseSeconds : settings.serverSeconds
                let result = try load(site, settings.serverUsers, rate: rate, seconds: seconds)
                logins += result.allLogins
                results.server.append(.init(rate: rate, isNewDatabase: isNew, result: result))
            }
        }
    }

    private mutating func measureLogins(_ site: Site) throws {
        var rate = 0.0
        for concurrency in settings.concurrencies {
            let result = try load(site, concurrency)
            results.logins.append(result)
            if concurrency == main { rate = result.perSecond }
        }
        let half = try load(site, main, rate: rate / 2)
        results.halfLoad.append(half)
        // A server or a proxy may use the manager's core, too.
        if settings.database == nil, settings.proxyPort == nil {
            results.sixtyPercent.append(try loadOfSixtyPercent(site, from: half))
        }
        results.fixedLoad.append(try load(site, main, rate: settings.fixedRate))
    }

    /// Finds the open load at which the manager uses three fifths of its core.
    /// - Parameter half: the load to begin with.
    private func loadOfSixtyPercent(_ site: Site, from half: LoadResult) throws -> LoadResult {
        var result = half
        for _ in 0..<4 where abs(result.utilization - 0.6) > 0.02 {
            result = try load(site, main, rate: result.perSecond * 0.6 / result.utilization)
        }
        return result
    }

    /// Returns the CPU milliseconds of a login by another build, which has the `bench` of its own database's schema.
    private func measureFormer(_ folder: String) throws -> Double {
        let output = "\(settings.folder)/former.json"
        try Command.run([
            "\(folder)/bench", "--manager", "\(folder)/xignin-manager", "--folder", settings.folder, "--only", "logins",
            "--concurrency", "\(main)", "--output", output,
        ])
        let report = try JSONSerialization.jsonObject(with: try Data(contentsOf: URL(filePath: output)))
        guard let figure = (report as? [String: Any])?["cpu_ms_per_login"] as? [String: Any],
            let median = figure["median"] as? Double
        else { throw BenchError("no figure of the former program") }
        return median
    }

    /// Starts a manager and puts a load on it.
    /// - Parameters:
    ///   - rate: logins per second of an open load, or nil for a closed load.
    ///   - seconds: length of the measured window; nil for that of most loads.
    private func load(
        _ site: Site, _ concurrency: Int, rate: Double? = nil, seconds: Double? = nil
    ) throws -> LoadResult {
        let seconds = seconds ?? settings.seconds
        let process = try ManagerProcess(site, core: cores.manager)
        try process.schedule(settings.policy)
        let load = Load(site: site, process: process, concurrency: concurrency)
        var result =
            if let rate {
                try load.paced(rate: rate, warmUp: settings.warmUp, seconds: seconds)
            } else {
                // More than 64 at once need longer until all have begun.
                try load.closed(
                    warmUp: settings.warmUp * (concurrency > 64 ? 2 : 1), seconds: seconds)
            }
        result.executed = try process.stop()
        return result
    }

    private mutating func measureFloor(_ site: Site) throws {
        // A login writes in six steps. Concurrent logins share commits, one alone shares none.
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
            try process.stop()
        }
        results.starts.append(Percentiles(starts).at(0.5))
        try cores.pinClients()

        let process = try ManagerProcess(site, core: cores.manager)
        let connections = ClientConnections(site)
        for device in site.devices.prefix(100) {
            try VirtualLogin(at: site.target, with: device, over: connections).run()
        }
        results.resident.append(Double(try process.residentMemory()))
        let pages = try OpenPages.measure(site, process, wanted: settings.pages)
        results.bytesPerPage.append(pages.bytes)
        results.openPages = pages.count
        try process.stop()
    }

    private func say(_ text: String) {
        try? FileHandle.standardError.write(contentsOf: Data("\(text)\n".utf8))
    }
}
