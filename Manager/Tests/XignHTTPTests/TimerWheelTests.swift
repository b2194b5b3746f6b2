import Testing

@testable import XignHTTP

struct TimerWheelTests {
    @Test("The timer wheel", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("every entry comes up once, when its time has passed and not long after", entries),
        TestCase("what is beyond the wheel comes up early, to be inserted again", beyond),
    ]

    func entries() {
        var wheel = TimerWheel(now: 1000)
        var expected: [UInt64: Int64] = [:]
        for id in UInt64(1)...500 {
            let time = 1000 + Int64.random(in: 0...60_000)
            expected[id] = time
            _ = wheel.insert(id, at: time)
        }
        var now: Int64 = 1000
        while wheel.count > 0 {
            now += Int64.random(in: 1...300)
            for (id, _) in wheel.advance(to: now) {
                let time = expected.removeValue(forKey: id)
                #expect(time.map { $0 <= now && now - $0 <= 300 + 2 * TimerWheel.tickMilliseconds } == true)
            }
        }
        #expect(expected.isEmpty)
    }

    func beyond() {
        var wheel = TimerWheel(now: 0)
        _ = wheel.insert(1, at: 200_000)
        #expect(wheel.advance(to: 70_000).map(\.id) == [1])
        #expect(wheel.count == 0)
    }
}
