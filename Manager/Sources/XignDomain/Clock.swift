#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The source of the present moment. Every decision about time takes it from here, so that a test can stop the clock.
public struct Clock: Sendable {
    /// Returns the present moment. Safe to call from any thread.
    public var now: @Sendable () -> Timestamp

    /// Returns the milliseconds since a moment before the program's start. They go on evenly while somebody sets the
    /// clock. Safe to call from any thread.
    public var monotonicMilliseconds: @Sendable () -> Int64

    public init(
        now: @escaping @Sendable () -> Timestamp,
        monotonicMilliseconds: @escaping @Sendable () -> Int64 = Self.systemMilliseconds
    ) {
        (self.now, self.monotonicMilliseconds) = (now, monotonicMilliseconds)
    }

    private static let start = ContinuousClock.now

    /// The monotonic clock of the operating system.
    public static let systemMilliseconds: @Sendable () -> Int64 = {
        let (seconds, attoseconds) = (ContinuousClock.now - start).components
        return seconds * 1000 + attoseconds / 1_000_000_000_000_000
    }

    /// The clock of the operating system.
    public static let system = Clock { Timestamp(rawValue: Int64(Date().timeIntervalSince1970 * 1000)) }
}
