#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// The passing of time, as two functions, so that tests need not wait.
public struct Timekeeper: Sendable {
    /// The time since some moment; it never goes back.
    let now: @Sendable () -> Duration
    /// Holds the calling thread.
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
            // A signal may cut it short; who waits looks at the clock afterwards.
            unsafe nanosleep(&request, nil)
        }
    }()
}
