import Testing
import Threads
import XignDomain
import XignHTTP

@testable import Logging

/// The number of log lines that clients can cause, and the priorities of lines.
struct LogBoundsTests {
    @Test("Lines that clients cause", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("a flood of refused pages from one network is a few lines, and the number of the others", flood),
        TestCase("another network's refusals are still logged, up to a number for all", otherNetworks),
        TestCase("a flood of one event hides no other", otherEvent),
        TestCase("lines without a client, and those for debugging, are not bounded", unbounded),
        TestCase("for the journal, a line begins with its priority, and nowhere else", priorities),
    ]

    private let lines = Locked<[String]>([])
    private let now = Locked(Timestamp(seconds: 1_790_000_000))

    private func log(minimum: Log.Level = .info, hasPriorities: Bool = false) -> Log {
        Log(minimum: minimum, hasPriorities: hasPriorities, clock: Clock { [now] in now.withLock { $0 } }) {
            [lines] line in
            lines.withLock { $0.append(line) }
        }
    }

    private func count(_ text: String) -> Int { lines.withLock { $0.count { $0.contains(text) } } }

    private func network(_ number: Int) throws -> ClientNetwork {
        try #require(RemoteAddress("203.0.\(number / 256).\(number % 256)")).network
    }

    func flood() throws {
        let provider = try Provider(log: log())
        for _ in 0..<500 {
            #expect(try provider.get(Website.shop.target(["client_id": "nobody"])).status == 400)
        }
        #expect(count("pageRefused") == LineBudget.linesOfNetwork)
        #expect(count("linesOmitted") == 0)
        now.withLock { $0 = $0 + 60 }
        for _ in 0..<2 { _ = try provider.get(Website.shop.target(["client_id": "nobody"])) }
        #expect(count("\"event\":\"pageRefused\"") == LineBudget.linesOfNetwork + 2)
        #expect(count("linesOmitted") == 1)
        let told = lines.withLock { $0.first { $0.contains("linesOmitted") } ?? "" }
        #expect(told.contains("\"of\":\"pageRefused\""))
        #expect(told.contains("\"omitted\":\"470\""))
    }

    func otherNetworks() throws {
        let log = log()
        for _ in 0..<100 { log(.info, "pageRefused", of: try network(0)) }
        for number in 1...1000 { log(.info, "pageRefused", of: try network(number)) }
        #expect(count("\"203.0.0.1\"") == 1)
        #expect(count("pageRefused") == LineBudget.lines)
    }

    func otherEvent() throws {
        let log = log()
        for _ in 0..<100 { log(.info, "pageRefused", of: try network(0)) }
        log(.error, "requestFailed", of: try network(0))
        #expect(count("requestFailed") == 1)
    }

    func unbounded() throws {
        let log = log(minimum: .debug)
        for _ in 0..<100 {
            log(.info, "listening")
            log(.debug, "request", of: try network(0))
        }
        #expect(lines.withLock { $0.count } == 200)
    }

    func priorities() throws {
        let log = log(minimum: .debug, hasPriorities: true)
        for level in Log.Level.allCases { log(level, "listening") }
        #expect(lines.withLock { $0.map { String($0.prefix(4)) } } == ["<7>{", "<6>{", "<4>{", "<3>{"])
        lines.withLock { $0 = [] }
        self.log()(.info, "listening")
        #expect(lines.withLock { $0.first?.hasPrefix("{") } == true)
    }
}
