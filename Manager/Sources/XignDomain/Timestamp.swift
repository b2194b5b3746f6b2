/// A moment: milliseconds since 1970 in UTC, by the manager's clock. Devices' clocks decide nothing.
public struct Timestamp: Hashable, Comparable, Sendable, RawRepresentable {
    public let rawValue: Int64

    public init(rawValue: Int64) { self.rawValue = rawValue }

    public init(seconds: Int64) { rawValue = seconds * 1000 }

    /// Whole seconds, rounded down: what stands in tokens and statements.
    public var seconds: Int64 { rawValue / 1000 }

    public static func < (a: Timestamp, b: Timestamp) -> Bool { a.rawValue < b.rawValue }

    public static func + (time: Timestamp, seconds: Int64) -> Timestamp {
        Timestamp(rawValue: time.rawValue + seconds * 1000)
    }

    public static func - (time: Timestamp, seconds: Int64) -> Timestamp { time + -seconds }

    /// So far clocks of several managers may differ, in seconds.
    public static let clockTolerance: Int64 = 60

    /// Whether something has not ended that was made for `lifetime` seconds. What would last longer was made by a clock that was ahead
    /// and has been corrected since: it has ended too, since nobody knows when it was made.
    public func isBefore(_ end: Timestamp, ofLifetime lifetime: Int64) -> Bool {
        self < end && end <= self + lifetime + Self.clockTolerance
    }

    /// The seconds from `earlier` until here, rounded up, and never negative.
    public func secondsSince(_ earlier: Timestamp) -> Int64 { max(0, (rawValue - earlier.rawValue + 999) / 1000) }
}
