import Foundation
import Logging
import Metrics
import Testing
import Threads
import XignDomain
import XignHTTP

@testable import XignAdmission

struct ExportsTests {
    @Test("Places of exports", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("a second export at the same time is refused before it does anything", oneAtATime),
        TestCase("the place of an export that failed is free again", failure),
        TestCase("an account makes six exports a minute, whatever another one does", rate),
        TestCase("an export runs on a thread of its own", thread),
    ]

    private let client = RemoteAddress("192.0.2.7") ?? .unknown
    private let ada = AccountID("ada")
    private let mallory = AccountID("mallory")
    private let time = Locked(Timestamp(seconds: 1_790_000_000))

    private func exports() -> Exports {
        Admission(Limits(), clock: Clock { [time] in time.withLock { $0 } }, log: .silent, metrics: Metrics()).exports
    }

    private func refusal(_ exports: Exports, of account: AccountID? = nil) async throws -> HTTPError? {
        do {
            try await exports.run(for: account ?? ada, from: client) {}
            return nil
        } catch let error as HTTPError { return error }
    }

    func oneAtATime() async throws {
        let exports = exports()
        let (isRunning, mayEnd) = (Semaphore(), Semaphore())
        async let first: Int = exports.run(for: ada, from: client) {
            isRunning.post()
            mayEnd.wait()
            return 1
        }
        // Not on the threads that tests share.
        _ = try await runOnNewThread("waits") { isRunning.wait() }
        let error = try await refusal(exports, of: mallory)
        #expect(error?.status == .serviceUnavailable)
        #expect(error?.headers == [HeaderField("Retry-After", "5")])
        mayEnd.post()
        #expect(try await first == 1)
        #expect(try await refusal(exports, of: mallory) == nil)
    }

    func failure() async throws {
        struct Failure: Error {}
        let exports = exports()
        await #expect(throws: Failure.self) {
            try await exports.run(for: ada, from: client) { throw Failure() }
        }
        #expect(try await refusal(exports) == nil)
    }

    func rate() async throws {
        let exports = exports()
        for _ in 0..<6 { #expect(try await refusal(exports) == nil) }
        let error = try await refusal(exports)
        #expect(error?.status == .serviceUnavailable)
        #expect(error?.headers == [HeaderField("Retry-After", "10")])
        #expect(try await refusal(exports, of: mallory) == nil)
        time.withLock { $0 = $0 + 10 }
        #expect(try await refusal(exports) == nil)
    }

    func thread() async throws {
        let name = try await exports().run(for: ada, from: client) {
            try String(contentsOfFile: "/proc/thread-self/comm", encoding: .utf8)
        }
        #expect(name == "export\n")
    }
}
