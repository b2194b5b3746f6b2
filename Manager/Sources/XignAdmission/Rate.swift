/// How often something may be done: so many times at once, and then as often as the time allows.
///
/// In `manager.yaml`: `{perMinute: 600, burst: 300}`.
package struct Rate: Sendable, Equatable {
    /// Evenly over the minute.
    package let perMinute: Int
    /// At once, by who has been quiet for a while.
    package let burst: Int

    /// Nil where a number is out of its range: 1 to 6,000,000 per minute, 1 to 1,000,000 at once.
    package init?(perMinute: Int, burst: Int) {
        guard (1...6_000_000).contains(perMinute), (1...1_000_000).contains(burst) else { return nil }
        self.init(everyMinute: perMinute, atOnce: burst)
    }

    /// For constants, which are in their range.
    package init(everyMinute perMinute: Int, atOnce burst: Int) {
        self.perMinute = perMinute
        self.burst = burst
    }

    /// After which one more may be done.
    var microsecondsEach: Int64 { 60_000_000 / Int64(perMinute) }
}

extension Rate: Decodable {
    private enum Key: CodingKey { case perMinute, burst }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        let perMinute = try container.decode(Int.self, forKey: .perMinute)
        let burst = try container.decode(Int.self, forKey: .burst)
        guard let rate = Rate(perMinute: perMinute, burst: burst) else {
            throw DecodingError.dataCorrupted(
                DecodingError.Context(
                    codingPath: container.codingPath,
                    debugDescription: "perMinute must be 1 to 6000000, and burst 1 to 1000000"))
        }
        self = rate
    }
}
