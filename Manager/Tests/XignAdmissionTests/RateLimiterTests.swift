import Eventually
import Testing
import XignDomain

@testable import XignAdmission

struct RateLimiterTests {
    @Test("Rate limiter", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("a burst is admitted at once, and then one for each token that is refilled", refills),
        TestCase("a refusal says after how many seconds to retry, and the retry is admitted", tellsTheWait),
        TestCase(
            "a refusal costs no token: a client that retries early waits no longer than one that does not",
            refusalIsFree),
        TestCase("a flood from one network leaves another untouched", isFair),
        TestCase("a token that is given back can be taken again, and only once", givesBack),
        TestCase("a key with an allowance of four gets four times the burst and four times the rate", allowance),
        TestCase("a clock that is set back excludes nobody", clockSetBack),
        TestCase(
            "a million networks need no additional memory, and those without a bucket share the rate of one", isBounded),
        TestCase("threads that ask at the same time get one burst together", parallel),
        TestCase("a rate that admits nobody, or that overflows, cannot be made", rates),
    ]

    private let start = Timestamp(seconds: 1_790_000_000)

    private func rate(perMinute: Int, burst: Int) throws -> Rate {
        try #require(Rate(perMinute: perMinute, burst: burst))
    }

    /// The number of attempts at one moment that are admitted.
    private func admitted(_ limiter: RateLimiter, _ key: String, of count: Int = 100, at now: Timestamp) -> Int {
        (0..<count).reduce(0) { sum, _ in (try? limiter.take(key, at: now)) == nil ? sum : sum + 1 }
    }

    func refills() throws {
        let limiter = RateLimiter(try rate(perMinute: 60, burst: 5), buckets: 64)
        #expect(admitted(limiter, "a", at: start) == 5)
        #expect(admitted(limiter, "a", at: Timestamp(rawValue: start.rawValue + 999)) == 0)
        #expect(admitted(limiter, "a", at: start + 1) == 1)
        #expect(admitted(limiter, "a", at: start + 4) == 3)
        #expect(admitted(limiter, "a", at: start + 3600) == 5, "no more than a burst, however long it was idle")
    }

    func tellsTheWait() throws {
        let limiter = RateLimiter(try rate(perMinute: 6, burst: 2), buckets: 64)
        try limiter.take("a", at: start)
        try limiter.take("a", at: start)
        #expect(throws: TooManyRequests(retryAfterSeconds: 10)) { try limiter.take("a", at: start) }
        #expect(throws: TooManyRequests(retryAfterSeconds: 4)) { try limiter.take("a", at: start + 6) }
        try limiter.take("a", at: start + 10)
        #expect(throws: TooManyRequests(retryAfterSeconds: 10)) { try limiter.take("a", at: start + 10) }
    }

    func refusalIsFree() throws {
        let limiter = RateLimiter(try rate(perMinute: 60, burst: 1), buckets: 64)
        #expect(admitted(limiter, "a", of: 100_000, at: start) == 1)
        #expect(admitted(limiter, "a", at: start + 1) == 1)
    }

    func isFair() throws {
        let limiter = RateLimiter(try rate(perMinute: 60, burst: 5), buckets: 64)
        #expect(admitted(limiter, "flood", of: 100_000, at: start) == 5)
        #expect(admitted(limiter, "other", at: start) == 5)
    }

    func givesBack() throws {
        let limiter = RateLimiter(try rate(perMinute: 1, burst: 3), buckets: 64)
        for _ in 0..<100 {
            try limiter.take("a", at: start)
            limiter.giveBack("a")
        }
        limiter.giveBack("b")
        #expect(admitted(limiter, "a", at: start) == 3)
        #expect(admitted(limiter, "b", at: start) == 3)
    }

    func allowance() throws {
        let limiter = RateLimiter(try rate(perMinute: 60, burst: 5), buckets: 64)
        func admitted(at now: Timestamp) -> Int {
            (0..<100).reduce(0) { sum, _ in (try? limiter.take("a", allowance: 4, at: now)) == nil ? sum : sum + 1 }
        }
        #expect(admitted(at: start) == 20)
        #expect(admitted(at: start + 1) == 4)
        limiter.giveBack("a", allowance: 4)
        #expect(admitted(at: start + 1) == 1)
    }

    func clockSetBack() throws {
        let limiter = RateLimiter(try rate(perMinute: 60, burst: 5), buckets: 16)
        for key in 0..<16 { #expect(admitted(limiter, "\(key)", at: start + 1_000_000) == 5) }
        for key in 0..<32 { #expect(admitted(limiter, "\(key)", at: start + 10 * Int64(key)) == 5) }
    }

    func isBounded() throws {
        let limiter = RateLimiter(try rate(perMinute: 1, burst: 4), buckets: 4096)
        #expect(limiter.bucketCount == 4096)
        #expect(admitted(limiter, "known", of: 2, at: start) == 2)
        var admittedOnes = 0
        for network in 0..<1_000_000 where (try? limiter.take(network, at: start)) != nil { admittedOnes += 1 }
        #expect(limiter.bucketCount == 4096)
        #expect(admittedOnes == 4095 + 4, "one for each free bucket, and the burst that all others share")
        #expect(admitted(limiter, "known", at: start) == 2, "its bucket was not evicted, and kept its count")
        // A minute later the buckets are full again, and free for others.
        #expect(admitted(limiter, "late", at: start + 60) == 4)
    }

    func parallel() throws {
        let limiter = RateLimiter(try rate(perMinute: 1, burst: 500), buckets: 64)
        let start = start
        let counts = inParallel(8) {
            (0..<1000).reduce(0) { sum, _ in (try? limiter.take("a", at: start)) == nil ? sum : sum + 1 }
        }
        #expect(counts.reduce(0, +) == 500)
    }

    func rates() {
        #expect(Rate(perMinute: 0, burst: 1) == nil)
        #expect(Rate(perMinute: 1, burst: 0) == nil)
        #expect(Rate(perMinute: -1, burst: 1) == nil)
        #expect(Rate(perMinute: 6_000_001, burst: 1) == nil)
        #expect(Rate(perMinute: 1, burst: 1_000_001) == nil)
        #expect(Rate(perMinute: .max, burst: .max) == nil)
        #expect(Rate(perMinute: 6_000_000, burst: 1_000_000) != nil)
    }
}
