import Foundation

/// A running `xignin-manager serve`.
package final class ManagerProcess {
    private let process = Process()
    private let logPath: String
    /// Nanoseconds from starting the process to its first response.
    package let startTime: Int64

    /// Starts the manager and returns when it responds.
    ///
    /// A manager without a core is started directly and does not end with this process: `taskset` and `setpriv` would
    /// be a part of its start time.
    /// - Parameters:
    ///   - core: the core on which all of its threads run, or nil for any.
    ///   - tool: a command that runs the manager, such as valgrind, or nothing.
    package init(_ site: Site, core: Int?, under tool: [String] = []) throws {
        logPath = "\(site.folder)/manager.log"
        let serve = [site.program, "serve", "--data", site.dataFolder]
        let pinned = core.map { ["/usr/bin/setpriv", "--pdeathsig=TERM", "--", "taskset", "-c", "\($0)"] } ?? []
        let command = pinned + tool + serve
        process.executableURL = URL(filePath: command[0])
        process.arguments = Array(command.dropFirst())
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = FileHandle.nullDevice
        guard FileManager.default.createFile(atPath: logPath, contents: nil),
            let log = FileHandle(forWritingAtPath: logPath)
        else { throw BenchError("cannot write \(logPath)") }
        process.standardError = log
        let begin = Nanoseconds.monotonic()
        try process.run()
        let connection = Connection(port: site.port)
        while !connection.tryConnecting() {
            guard process.isRunning, Nanoseconds.monotonic() - begin < 30_000_000_000 else {
                throw BenchError("the manager does not start: \(try String(contentsOfFile: logPath, encoding: .utf8))")
            }
            usleep(200)
        }
        let response = try connection.exchange(ClientRequest.get(.page, "/health/ready").serialized(host: site.host))
        startTime = Nanoseconds.monotonic() - begin
        guard response.status == 200 else { throw BenchError("the manager is not ready: status \(response.status)") }
    }

    deinit { if process.isRunning { process.terminate() } }

    /// Schedules all threads, and those that they start, by a policy of the kernel (sched(7)).
    package func schedule(_ policy: SchedulingPolicy) throws {
        let process = "\(process.processIdentifier)"
        try Command.run(["chrt", "--all-tasks", "--\(policy.rawValue)", "--pid", "0", process])
    }

    /// Returns the CPU nanoseconds of all threads since the start.
    package func cpuTime() throws -> Int64 { try Nanoseconds.cpuTime(of: process.processIdentifier) }

    /// Returns the resident memory in bytes.
    package func residentMemory() throws -> Int {
        let status = try String(contentsOfFile: "/proc/\(process.processIdentifier)/status", encoding: .utf8)
        guard let line = status.split(separator: "\n").first(where: { $0.hasPrefix("VmRSS:") }),
            let kibibytes = line.split(separator: " ").dropFirst().first.flatMap({ Int($0) })
        else { throw BenchError("no VmRSS") }
        return kibibytes << 10
    }

    /// Stops the manager with SIGTERM.
    /// - Returns: the counts in the last line of its log.
    @discardableResult
    package func stop() throws -> ExecutedStatements {
        process.terminate()
        process.waitUntilExit()
        let lines = try String(contentsOfFile: logPath, encoding: .utf8).split(separator: "\n")
        let last = lines.last.flatMap { try? JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any] }
        guard let last, last["event"] as? String == "stopped" else {
            throw BenchError("the manager did not log that it stopped: \(lines.last ?? "")")
        }
        func number(_ name: String) -> Int { (last[name] as? String).flatMap { Int($0) } ?? 0 }
        return ExecutedStatements(
            statements: number("statements"), commits: number("commits"), retries: number("retries"),
            roundTrips: number("roundTrips"))
    }
}

package enum SchedulingPolicy: String, CaseIterable, Sendable { case batch, other }

/// The work of a manager's database from start to end.
package struct ExecutedStatements: Sendable {
    package let statements: Int
    /// Durable commits. Several transactions may share one.
    package let commits: Int
    /// Transactions that ran again.
    package let retries: Int
    /// Answers of a PostgreSQL server that were waited for.
    package let roundTrips: Int
}
