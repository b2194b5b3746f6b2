#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The source of the present moment. Every decision about time takes it from here, so that a test can stop the clock.
public struct Clock: Sendable {
    /// Returns the present moment. Safe to call from any thread.
    public var now: @Sendable () -> Timestamp

    public init(now: @escaping @Sendable () -> Timestamp) { self.now = now }

    /// The clock of the operating system.
    public static let system = Clock { Timestamp(rawValue: Int64(Date().timeIntervalSince1970 * 1000)) }
}
