import Foundation

/// `xignin-manager serve`, in a process of its own.
final class ManagerProcess {
    private let process = Process()
    private let logPath: String
    /// From starting the process to its first answer, in nanoseconds.
    let startTime: Int64

    /// Returns when it answers.
    /// - Parameter core: the one that all its threads run on; nil: any. Then it is started directly, and not ended with
    ///   this process, since both would cost a part of its start-up time.
    ///   - tool: a command, such as valgrind's, that runs the manager.
    init(_ site: Site, core: Int?, under tool: [String] = []) throws {
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
        while !connection.isPossible() {
            guard process.isRunning, Nanoseconds.monotonic() - begin < 30_000_000_000 else {
                throw BenchError("the manager does not start: \(try String(contentsOfFile: logPath, encoding: .utf8))")
            }
            usleep(200)
        }
        let answer = try connection.exchange(Call.get(.page, "/health/ready").serialized)
        startTime = Nanoseconds.monotonic() - begin
        guard answer.status == 200 else { throw BenchError("the manager is not ready: status \(answer.status)") }
    }

    deinit { if process.isRunning { process.terminate() } }

    /// Nanoseconds of all its threads so far.
    func cpu() throws -> Int64 { try Nanoseconds.cpu(of: process.processIdentifier) }

    /// Bytes.
    func residentMemory() throws -> Int {
        let status = try String(contentsOfFile: "/proc/\(process.processIdentifier)/status", encoding: .utf8)
        guard let line = status.split(separator: "\n").first(where: { $0.hasPrefix("VmRSS:") }),
            let kibibytes = line.split(separator: " ").dropFirst().first.flatMap({ Int($0) })
        else { throw BenchError("no VmRSS") }
        return kibibytes << 10
    }

    /// Ends it as an operator would.
    /// - Returns: what its database has executed, as the last line of its log says.
    func stop() throws -> ExecutedStatements {
        process.terminate()
        process.waitUntilExit()
        let lines = try String(contentsOfFile: logPath, encoding: .utf8).split(separator: "\n")
        let last = lines.last.flatMap { try? JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any] }
        guard let last, last["event"] as? String == "stopped" else {
            throw BenchError("the manager did not stop in order: \(lines.last ?? "")")
        }
        func number(_ name: String) -> Int { (last[name] as? String).flatMap { Int($0) } ?? 0 }
        return ExecutedStatements(
            statements: number("statements"), transactions: number("transactions"), commits: number("commits"))
    }
}

/// What a manager's database has executed from its start to its end.
struct ExecutedStatements: Sendable {
    var statements = 0
    /// That wrote.
    var transactions = 0
    /// Durable ones: several transactions may share one.
    var commits = 0
}
