/// A token bucket's size and rate: `burst` tokens, refilled evenly.
///
/// In `manager.yaml`: `{perMinute: 600, burst: 300}`.
package struct Rate: Sendable, Equatable {
    /// The time in which one token is refilled.
    let microsecondsEach: Int64
    /// Tokens in a full bucket.
    package let burst: Int

    /// - Returns: nil for a number out of range: 1 to 6,000,000 per minute, a burst of 1 to 1,000,000.
    package init?(perMinute: Int, burst: Int) {
        guard (1...6_000_000).contains(perMinute), (1...1_000_000).contains(burst) else { return nil }
        self.init(everyMinute: perMinute, atOnce: burst)
    }

    /// A rate from constants, which must be in range.
    package init(everyMinute perMinute: Int, atOnce burst: Int) {
        microsecondsEach = 60_000_000 / Int64(perMinute)
        self.burst = burst
    }

    /// A rate of so many tokens a day, all of which may be taken at once.
    package init(everyDay count: Int) {
        microsecondsEach = 86_400_000_000 / Int64(count)
        burst = count
    }
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
