import CLinux
import Glibc

/// A thread that nobody waits for; those who must know that it ended are told by other means.
public func startThread(_ name: String, _ body: @escaping @Sendable () -> Void) {
    final class Box: Sendable {
        let body: @Sendable () -> Void
        init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    }
    var thread = pthread_t()
    let context = unsafe Unmanaged.passRetained(Box(body)).toOpaque()
    let failure = unsafe pthread_create(
        &thread, nil,
        { raw in
            if let raw = unsafe raw { unsafe Unmanaged<Box>.fromOpaque(raw).takeRetainedValue().body() }
            return nil
        }, context)
    precondition(failure == 0, "cannot start thread \(name)")
    unsafe clinux_name_thread(thread, name)
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
