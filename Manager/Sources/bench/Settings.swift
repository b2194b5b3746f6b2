import Glibc

/// How much is measured.
struct Settings: Sendable {
    enum Section: String, CaseIterable, Sendable {
        case logins, accounts, floor, parts, idle, instructions
    }

    /// The sections of a benchmark. Instructions are counted under valgrind and need no idle machine.
    static let timed = Set(Section.allCases).subtracting([.instructions])

    /// `xignin-manager`, built as what is to be measured.
    var program: String
    /// Where databases are made, in a folder of their own that is removed at the end. The file system counts: commits wait
    /// for it.
    var folder: String
    /// Where the figures go, as JSON, and the picture of them.
    var output: String?
    var chart: String?
    var sections = Settings.timed

    var runs = 3
    var concurrencies = [1, 8, 64, 512]
    var accounts = [1_000, 100_000, 1_000_000]
    var devices = 1_000
    /// Logins a second, whatever the manager can do: half of what is wanted of it.
    var fixedRate = 300.0
    /// Of each run's window, and of what goes before it, in seconds.
    var seconds = 4.0
    var warmUp = 1.0
    var floorRounds = 1_000
    var memoryLoads = 1_000_000
    var partRounds = 1_000
    var partLogins = 300
    var deviceLogins = 10
    var starts = 20
    var pages = 10_000
    /// Logins of one count of instructions.
    var countedLogins = 50

    /// Enough to see that everything works; the figures mean nothing.
    mutating func quicken() {
        runs = 1
        concurrencies = [1, 4]
        accounts = [20, 200]
        devices = 20
        fixedRate = 20
        seconds = 0.4
        warmUp = 0.1
        floorRounds = 5
        memoryLoads = 1_000
        partRounds = 2
        partLogins = 2
        deviceLogins = 1
        starts = 2
        pages = 50
        countedLogins = 2
    }

    static let usage = """
        Usage: bench --manager PROGRAM [--folder DIR] [--output FILE.json] [--chart FILE.svg] [--quick]
                     [--only SECTION,...] [--concurrency NUMBER,...]

        Measures xignin-manager, from whole logins to their parts: see docs/performance.md.
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
                        throw BenchError("\(text) cannot log in at a time.\n\(Self.usage)")
                    }
                    return number
                }
            default: throw BenchError("There is no option \(option).\n\(Self.usage)")
            }
        }
        guard !program.isEmpty else { throw BenchError(Self.usage) }
        if isQuick { quicken() }
    }
}
