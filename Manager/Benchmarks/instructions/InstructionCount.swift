import Foundation
import VirtualUsers

/// The manager's instructions for one login, counted by valgrind's tool callgrind.
///
/// The count is a difference: a manager that serves twice as many logins against another that serves `logins`. Start,
/// first uses and end are in both and cancel out. Logins follow one another, so that the count does not depend on the
/// scheduling of threads. The random numbers of a login (keys, nonces, identifiers) change it by less than 0.1 %, so
/// the manager needs no seed.
///
/// With PostgreSQL the count lacks the work of the server, which is in other processes.
struct InstructionCount: Sendable {
    /// Instructions per login, by the file name of the program or library.
    let byObject: [String: Double]

    var total: Double { byObject.values.reduce(0, +) }
    var withoutLibcrypto: Double {
        byObject.reduce(0) { $1.key.hasPrefix("libcrypto") ? $0 : $0 + $1.value }
    }

    /// Counts one run.
    /// - Parameter core: the manager's core. Its number of threads depends on the number of its cores.
    static func measure(_ site: Site, logins: Int, core: Int?) throws -> InstructionCount {
        let once = try profile(site, logins: logins, core: core)
        let twice = try profile(site, logins: 2 * logins, core: core)
        return InstructionCount(
            byObject: twice.reduce(into: [:]) { counts, object in
                counts[object.key] = Double(object.value - once[object.key, default: 0]) / Double(logins)
            })
    }

    /// Returns the instructions of a manager from start to end, with `logins` logins between them.
    private static func profile(_ site: Site, logins: Int, core: Int?) throws -> [String: Int] {
        let path = "\(site.folder)/callgrind.out"
        let process = try ManagerProcess(
            site, core: core,
            under: [
                "/usr/bin/valgrind", "--tool=callgrind", "--log-file=\(site.folder)/valgrind.log",
                "--compress-strings=no", "--compress-pos=no", "--callgrind-out-file=\(path)",
            ])
        let connections = ClientConnections(site)
        for number in 0..<logins {
            let device = site.devices[number % site.devices.count]
            try VirtualLogin(at: site.target, with: device, over: connections).run()
        }
        try process.stop()
        return try selfCosts(profile: try String(contentsOfFile: path, encoding: .utf8))
    }

    /// Adds up the self cost of each object in an uncompressed profile (Valgrind manual, Callgrind Format
    /// Specification).
    private static func selfCosts(profile: String) throws -> [String: Int] {
        var counts: [String: Int] = [:]
        var object = ""
        var total: Int?
        var isInclusiveCost = false
        for line in profile.utf8.split(separator: UInt8(ascii: "\n")) {
            if isInclusiveCost {
                // The cost of a call, which is counted at the callee.
                isInclusiveCost = false
            } else if line.starts(with: "ob=".utf8) {
                object = String(Substring(line.dropFirst(3)).split(separator: "/").last ?? "")
            } else if line.starts(with: "calls=".utf8) {
                isInclusiveCost = true
            } else if line.starts(with: "totals: ".utf8) {
                total = Int(Substring(line.dropFirst(8)))
            } else if let first = line.first, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(first) {
                // A source line's number and its cost.
                guard let cost = line.split(separator: UInt8(ascii: " ")).last.flatMap({ Int(Substring($0)) }) else {
                    throw BenchError("not a line of a profile: \(Substring(line))")
                }
                counts[object, default: 0] += cost
            }
        }
        guard counts.values.reduce(0, +) == total else { throw BenchError("the self costs do not add up to the total") }
        return counts
    }
}
