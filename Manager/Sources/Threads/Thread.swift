import CLinux
import Glibc

/// A thread that nobody waits for; those who must know that it ended are told by other means.
public func startThread(_ name: String, _ body: @escaping @Sendable () -> Void) {
    final class Start: Sendable {
        let name: String
        let body: @Sendable () -> Void
        init(_ name: String, _ body: @escaping @Sendable () -> Void) { (self.name, self.body) = (name, body) }
    }
    var thread = pthread_t()
    let context = unsafe Unmanaged.passRetained(Start(name, body)).toOpaque()
    let failure = unsafe pthread_create(
        &thread, nil,
        { raw in
            guard let raw = unsafe raw else { return nil }
            let start = unsafe Unmanaged<Start>.fromOpaque(raw).takeRetainedValue()
            unsafe clinux_name_this_thread(start.name)
            start.body()
            return nil
        }, context)
    precondition(failure == 0, "cannot start thread \(name)")
    pthread_detach(thread)
}

/// Milliseconds of the monotonic clock; coarse (4 ms) and cheap.
public func monotonicMilliseconds() -> Int64 {
    var now = timespec()
    unsafe clock_gettime(CLOCK_MONOTONIC_COARSE, &now)
    return Int64(now.tv_sec) * 1000 + Int64(now.tv_nsec) / 1_000_000
}

extension Duration {
    public var milliseconds: Int64 { components.seconds * 1000 + components.attoseconds / 1_000_000_000_000_000 }
}
