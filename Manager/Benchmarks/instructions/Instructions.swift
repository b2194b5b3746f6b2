import Foundation
import VirtualUsers

/// Counts the instructions of a login, run by `make instructions`.
@main
enum Instructions {
    /// The largest count that passes on SQLite, in million instructions of a login without those of libcrypto, which
    /// chooses its code by the processor: the median measured, and the spread of counts.
    private static let limit = 6.0
    private static let logins = 50

    static func main() {
        do {
            let arguments = CommandLine.arguments.filter { $0 != "--once" }
            guard (3...4).contains(arguments.count) else {
                throw BenchError("Usage: instructions [--once] MANAGER FOLDER [URL of an empty PostgreSQL database]")
            }
            let runs = arguments.count < CommandLine.arguments.count ? 1 : 3
            let folder = "\(arguments[2])/xign-instructions-\(getpid())"
            defer { try? FileManager.default.removeItem(atPath: folder) }
            let database = arguments.count == 4 ? arguments[3] : nil
            let site = try Site(
                Site.Installation(program: arguments[1], folder: folder, database: database),
                size: Population.Size(accounts: 1000, devices: 1000))
            let core = try Cores().manager
            let counts = try (0..<runs).map { _ in try InstructionCount.measure(site, logins: logins, core: core) }
            try report(counts, engine: database == nil ? "SQLite" : "PostgreSQL")
            let count = Figure(counts.map(\.withoutLibcrypto)).median / 1e6
            guard database != nil || count <= limit else {
                throw BenchError("more than \(limit) million instructions without libcrypto's: \(count)")
            }
        } catch {
            try? FileHandle.standardError.write(contentsOf: Data("instructions: \(error)\n".utf8))
            exit(1)
        }
    }

    /// Prints median, smallest and largest count, for a whole login and for each object that has at least 0.1 % of it.
    private static func report(_ counts: [InstructionCount], engine: String) throws {
        let valgrind = try Command.run(["valgrind", "--version"]).trimmingCharacters(in: .newlines)
        print("\(valgrind), \(engine), \(counts.count) runs of \(logins) logins. Million instructions of a login:\n")
        let header = ["median", "min", "max"].map { String(repeating: " ", count: 10 - $0.count) + $0 }
        print(String(repeating: " ", count: 30) + header.joined())
        let total = Figure(counts.map(\.total))
        line("all", total)
        line("without libcrypto", Figure(counts.map(\.withoutLibcrypto)))
        let objects = Set(counts.flatMap(\.byObject.keys))
            .map { name in (name: name, figure: Figure(counts.map { $0.byObject[name, default: 0] })) }
            .filter { $0.figure.median >= total.median / 1000 }
        for object in objects.sorted(by: { $0.figure.median > $1.figure.median }) { line(object.name, object.figure) }
    }

    private static func line(_ name: String, _ figure: Figure) {
        let columns = [figure.median, figure.minimum, figure.maximum].map { String(format: "%10.3f", $0 / 1e6) }
        print(name.padding(toLength: 30, withPad: " ", startingAt: 0) + columns.joined())
    }
}
