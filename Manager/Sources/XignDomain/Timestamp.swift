/// A moment: milliseconds since 1970 in UTC, by the manager's clock. No decision depends on a device's clock.
public struct Timestamp: Hashable, Comparable, Sendable, RawRepresentable {
    public let rawValue: Int64

    public init(rawValue: Int64) { self.rawValue = rawValue }

    public init(seconds: Int64) { rawValue = seconds * 1000 }

    /// The whole seconds, rounded down, as in tokens and statements.
    public var seconds: Int64 { rawValue / 1000 }

    public static func < (a: Timestamp, b: Timestamp) -> Bool { a.rawValue < b.rawValue }

    public static func + (time: Timestamp, seconds: Int64) -> Timestamp {
        Timestamp(rawValue: time.rawValue + seconds * 1000)
    }

    public static func - (time: Timestamp, seconds: Int64) -> Timestamp { time + -seconds }

    /// The difference in seconds that the clocks of several managers may have.
    public static let clockTolerance: Int64 = 60

    /// Returns true if something that was created for `lifetime` seconds has not ended.
    ///
    /// An end further ahead than `lifetime` was set by a clock that was fast and has been corrected since. It counts as
    /// passed, since the moment of creation is unknown.
    public func isBefore(_ end: Timestamp, ofLifetime lifetime: Int64) -> Bool {
        self < end && end <= self + lifetime + Self.clockTolerance
    }

    /// Returns the seconds from `earlier` to this moment, rounded up, and never negative.
    public func secondsSince(_ earlier: Timestamp) -> Int64 { max(0, (rawValue - earlier.rawValue + 999) / 1000) }
}
