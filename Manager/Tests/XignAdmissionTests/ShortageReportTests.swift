import Logging
import Metrics
import Testing
import Threads
import XignAdmission
import XignDomain
import XignHTTP

@Suite("Log lines and counts of limits")
struct ShortageReportTests {
    @Test("the log names each limit of the server that was reached, once a minute, and the metrics count each refusal")
    func shortagesAreLogged() throws {
        let lines = Locked<[String]>([])
        let time = Locked(Timestamp(seconds: 1_790_000_000))
        let metrics = Metrics()
        let report = reportingShortages(
            metrics, Clock { time.withLock { $0 } }, Log { line in lines.withLock { $0.append(line) } })
        let network = try #require(RemoteAddress("203.0.113.7")).network
        for shortage in [Shortage.connections, .requests, .unfinishedBytes, .eventStreams, .eventStreamsPerClient] {
            for _ in 0..<100 { report(shortage, network) }
        }
        let names = ["connections", "queuedRequests", "unfinishedBytes", "eventStreams", "eventStreamsPerNetwork"]
        #expect(lines.withLock { $0.count } == names.count)
        for (line, name) in zip(lines.withLock { $0 }, names) {
            #expect(line.contains("\"event\":\"tooManyRequests\""))
            #expect(line.contains("\"limit\":\"\(name)\""))
            #expect(line.contains("\"network\":\"203.0.113.7\""))
        }
        #expect(LimitName.allCases.filter { metrics.refusals[$0].current > 0 }.map(\.rawValue) == names)
        #expect(metrics.refusals[.connections].current == 100)
        time.withLock { $0 = $0 + 60 }
        report(.eventStreams, network)
        #expect(lines.withLock { $0.last?.contains("\"refused\":\"100\"") } == true)
    }
}
