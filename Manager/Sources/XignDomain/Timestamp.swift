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

    /// The seconds from `earlier` until here, rounded up, and never negative.
    public func secondsSince(_ earlier: Timestamp) -> Int64 { max(0, (rawValue - earlier.rawValue + 999) / 1000) }
}
