#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// A clock that tests can replace.
public struct Timekeeper: Sendable {
    /// Returns the time since an arbitrary moment; it is monotonic.
    let now: @Sendable () -> Duration
    /// Blocks the calling thread.
    let sleep: @Sendable (Duration) -> Void

    public init(now: @escaping @Sendable () -> Duration, sleep: @escaping @Sendable (Duration) -> Void) {
        self.now = now
        self.sleep = sleep
    }

    public static let system: Timekeeper = {
        let start = ContinuousClock.now
        return Timekeeper(now: { ContinuousClock.now - start }) { duration in
            let (seconds, attoseconds) = duration.components
            var request = timespec(tv_sec: Int(seconds), tv_nsec: Int(attoseconds / 1_000_000_000))
            // A signal may end it early; callers check the clock afterwards.
            unsafe nanosleep(&request, nil)
        }
    }()
}
