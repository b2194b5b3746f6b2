import Foundation

/// The instructions that one login costs the manager, counted by valgrind's tool callgrind.
///
/// A run starts the manager twice: for `logins` logins, and for twice as many. The difference of the two counts belongs to
/// `logins` logins alone, since start, first uses and end are in both. Logins follow one another, so that nothing depends
/// on how threads meet. The random numbers of a login (keys, nonces, identifiers) change the count by less than 0.1 %, so
/// the manager needs no seed.
///
/// Only SQLite is counted: callgrind sees one process, and PostgreSQL would do its part in others.
struct InstructionCount: Sendable {
    /// Instructions of one login, by the name of the program or library that has them.
    let byObject: [String: Double]

    var total: Double { byObject.values.reduce(0, +) }

    /// Counts one run.
    /// - Parameter core: the manager's, as its number of threads depends on the number of its cores.
    static func measure(_ site: Site, logins: Int, core: Int?) throws -> InstructionCount {
        let once = try profile(site, logins: logins, core: core)
        let twice = try profile(site, logins: 2 * logins, core: core)
        return InstructionCount(
            byObject: twice.reduce(into: [:]) { counts, object in
                counts[object.key] = Double(object.value - once[object.key, default: 0]) / Double(logins)
            })
    }

    /// The instructions of a manager from its start to its end, with `logins` logins between them.
    private static func profile(_ site: Site, logins: Int, core: Int?) throws -> [String: Int] {
        let path = "\(site.folder)/callgrind.out"
        let process = try ManagerProcess(
            site, core: core,
            under: [
                "/usr/bin/valgrind", "--tool=callgrind", "--log-file=\(site.folder)/valgrind.log",
                "--compress-strings=no", "--compress-pos=no", "--callgrind-out-file=\(path)",
            ])
        let wire = NetworkWire(port: site.port)
        for number in 0..<logins {
            let device = site.devices[number % site.devices.count]
            try VirtualLogin(target: site.target, device: device).run(over: wire)
        }
        _ = try process.stop()
        return try instructions(profile: try String(contentsOfFile: path, encoding: .utf8))
    }

    /// Adds up the instructions of each object in a profile (Callgrind Format Specification, uncompressed).
    private static func instructions(profile: String) throws -> [String: Int] {
        var counts: [String: Int] = [:]
        var object = ""
        var total: Int?
        var isInclusiveCost = false
        for line in profile.utf8.split(separator: UInt8(ascii: "\n")) {
            if isInclusiveCost {
                // The cost of a call, which is counted in the function that was called.
                isInclusiveCost = false
            } else if line.starts(with: "ob=".utf8) {
                object = String(Substring(line.dropFirst(3)).split(separator: "/").last ?? "")
            } else if line.starts(with: "calls=".utf8) {
                isInclusiveCost = true
            } else if line.starts(with: "totals: ".utf8) {
                total = Int(Substring(line.dropFirst(8)))
            } else if let first = line.first, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(first) {
                // A line of the source, and the instructions of it.
                guard let cost = line.split(separator: UInt8(ascii: " ")).last.flatMap({ Int(Substring($0)) }) else {
                    throw BenchError("not a line of a profile: \(Substring(line))")
                }
                counts[object, default: 0] += cost
            }
        }
        guard counts.values.reduce(0, +) == total else { throw BenchError("the profile's sum is not its total") }
        return counts
    }
}

/// Several counts, as a table.
enum InstructionReport {
    /// Prints the median of all counts with the smallest and the largest, for the whole login and for each object that has
    /// at least 0.1 % of it.
    static func print(_ counts: [InstructionCount], logins: Int) throws {
        let valgrind = try Command.run(["valgrind", "--version"]).trimmingCharacters(in: .newlines)
        Swift.print("\(valgrind); \(counts.count) runs of \(logins) logins, SQLite; million instructions of a login")
        let total = Figure(counts.map(\.total))
        line("all", total)
        let objects = Set(counts.flatMap { $0.byObject.keys })
            .map { name in (name: name, figure: Figure(counts.map { $0.byObject[name, default: 0] })) }
            .filter { $0.figure.median >= total.median / 1000 }
        for object in objects.sorted(by: { $0.figure.median > $1.figure.median }) { line(object.name, object.figure) }
    }

    private static func line(_ name: String, _ figure: Figure) {
        let columns = [figure.median, figure.minimum, figure.maximum].map { String(format: "%10.3f", $0 / 1e6) }
        Swift.print(name.padding(toLength: 30, withPad: " ", startingAt: 0) + columns.joined())
    }
}
