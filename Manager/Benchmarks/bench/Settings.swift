import Glibc
import VirtualUsers

/// The command line's options, and the extent of each measurement.
struct Settings: Sendable {
    enum Section: String, CaseIterable, Sendable { case server, logins, accounts, floor, parts, idle }

    /// The path of the `xignin-manager` to measure.
    var program: String
    /// A folder for databases, removed at the end. Its file system is part of the measurement, since commits wait for
    /// it.
    var folder: String
    /// The URL of an empty PostgreSQL database, or nil for SQLite in `folder`.
    var database: String?
    /// A folder with another build's `bench` and `xignin-manager`, whose logins are measured in turn with ours.
    var former: String?
    /// The manager's port, or nil for a free one.
    var port: UInt16?
    /// The port of a proxy before the manager, or nil for none.
    var proxyPort: UInt16?
    /// The kernel's policy by which the manager is scheduled while it is under load.
    var policy = SchedulingPolicy.batch
    /// The path for the figures as JSON.
    var output: String?
    /// The path for the chart as SVG.
    var chart: String?
    var sections = Set(Section.allCases)

    var runs = 3
    var concurrencies = [1, 8, 64, 512]
    var accounts = [1_000, 100_000, 1_000_000]
    var devices = 1_000
    /// Logins per second of the fixed load: half of the target.
    var fixedRate = 300.0
    /// The paced load of a PostgreSQL server: logins per second.
    var serverRate = 25.0
    /// The closed load of a PostgreSQL server: users who never pause.
    var serverUsers = 8
    /// Seconds of each load of a PostgreSQL server.
    var serverSeconds = 20.0
    /// Seconds of the paced load in the new database, which has 500 logins also in a quick run: a test counts their
    /// repetitions.
    var newDatabaseSeconds = 20.0
    /// The logins after which the server is measured again.
    var formerLogins = 3_000
    /// Seconds of each run's measured window.
    var seconds = 4.0
    /// Seconds before the measured window.
    var warmUp = 1.0
    var floorRounds = 1_000
    var memoryLoads = 1_000_000
    var partRounds = 1_000
    var starts = 20
    var pages = 10_000

    /// Reduces every measurement to a check that it works. Its figures mean nothing.
    mutating func quicken() {
        runs = 1
        concurrencies = [1, 4]
        accounts = [20, 200]
        devices = 20
        fixedRate = 20
        serverSeconds = 1.5
        formerLogins = 30
        seconds = 1.5
        warmUp = 0.1
        floorRounds = 5
        memoryLoads = 1_000
        partRounds = 21
        starts = 2
        pages = 50
    }

    static let usage = """
        Usage: bench --manager PROGRAM [--folder DIR] [--database URL] [--output FILE.json] [--chart FILE.svg] [--quick]
                     [--only SECTION,...] [--concurrency NUMBER,...] [--runs NUMBER] [--rate LOGINS_PER_SECOND]
                     [--former FOLDER] [--policy batch|other] [--port PORT] [--proxy PORT]

        Measures xignin-manager: see docs/performance.md.
        Sections: \(Section.allCases.map(\.rawValue).joined(separator: ", "))
        """

    init(_ arguments: [String]) throws {
        program = ""
        folder = "xign-bench-\(getpid())"
        var rest = arguments[...]
        var isQuick = false
        while let option = rest.popFirst() {
            if option == "--quick" {
                isQuick = true
                continue
            }
            guard let value = rest.popFirst() else { throw BenchError("\(option) needs a value.\n\(Self.usage)") }
            switch option {
            case "--manager": program = value
            case "--folder": folder = "\(value)/xign-bench-\(getpid())"
            case "--database": database = value
            case "--former": former = value
            case "--port": port = try Self.number(value)
            case "--proxy": proxyPort = try Self.number(value)
            case "--runs": runs = try Self.number(value)
            case "--rate": fixedRate = try Self.number(value)
            case "--policy":
                guard let named = SchedulingPolicy(rawValue: value) else { throw BenchError(Self.usage) }
                policy = named
            case "--output": output = value
            case "--chart": chart = value
            case "--only":
                sections = Set(
                    try value.split(separator: ",").map { name in
                        guard let section = Section(rawValue: String(name)) else {
                            throw BenchError("There is no section \(name).\n\(Self.usage)")
                        }
                        return section
                    })
            case "--concurrency":
                concurrencies = try value.split(separator: ",").map { text in
                    guard let number = Int(text), (1...devices).contains(number) else {
                        throw BenchError("\(text) is not between 1 and \(devices) logins at a time.\n\(Self.usage)")
                    }
                    return number
                }
            default: throw BenchError("There is no option \(option).\n\(Self.usage)")
            }
        }
        guard !program.isEmpty else { throw BenchError(Self.usage) }
        if isQuick { quicken() }
        if database != nil {
            // Large populations are inserted with SQLite's SQL, and the floor has SQLite's commits.
            accounts = [devices]
            sections.subtract([.accounts, .floor])
        } else {
            sections.remove(.server)
        }
    }

    private static func number<Number: LosslessStringConvertible & Comparable & Numeric>(
        _ text: String
    ) throws -> Number {
        guard let number = Number(text), number > 0 else { throw BenchError("\(text) is no number.\n\(usage)") }
        return number
    }
}
