import CLinux
import Glibc

/// A value behind a mutex and a condition variable (pthread).
///
/// `Synchronization.Mutex` would be slower: on Linux it spins and passes itself to the next thread in its queue, so
/// that with more threads than cores each holder waits to be scheduled. ThreadSanitizer does not understand it either.
///
/// `@unchecked Sendable`: `state` is only accessed with the mutex held, and the pointers never change.
@safe public final class Locked<State>: @unchecked Sendable {
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
    private var state: State

    public init(_ state: sending State) {
        self.state = state
        unsafe pthread_mutex_init(mutex, nil)
        var attributes = pthread_condattr_t()
        unsafe pthread_condattr_init(&attributes)
        unsafe pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
        unsafe pthread_cond_init(condition, &attributes)
        unsafe pthread_condattr_destroy(&attributes)
    }

    deinit {
        unsafe pthread_cond_destroy(condition)
        unsafe pthread_mutex_destroy(mutex)
        unsafe condition.deallocate()
        unsafe mutex.deallocate()
    }

    public func withLock<R>(_ body: (inout State) throws -> R) rethrows -> R {
        unsafe pthread_mutex_lock(mutex)
        defer { unsafe pthread_mutex_unlock(mutex) }
        return try body(&state)
    }

    /// Waits until `body`, which is called with the lock held, returns a value. Sleeps between the calls until `signal`
    /// or `broadcast`.
    public func wait<R>(_ body: (inout State) -> R?) -> R {
        unsafe pthread_mutex_lock(mutex)
        defer { unsafe pthread_mutex_unlock(mutex) }
        while true {
            if let result = body(&state) { return result }
            unsafe pthread_cond_wait(condition, mutex)
        }
    }

    /// Waits until `body` returns a value, or the time has passed.
    ///
    /// - Returns: Nil when the time has passed.
    public func wait<R>(milliseconds: Int64, _ body: (inout State) -> R?) -> R? {
        var limit = timespec()
        unsafe clock_gettime(CLOCK_MONOTONIC, &limit)
        let nanoseconds = limit.tv_nsec + Int(milliseconds % 1000) * 1_000_000
        limit.tv_sec += Int(milliseconds / 1000) + nanoseconds / 1_000_000_000
        limit.tv_nsec = nanoseconds % 1_000_000_000
        unsafe pthread_mutex_lock(mutex)
        defer { unsafe pthread_mutex_unlock(mutex) }
        while true {
            if let result = body(&state) { return result }
            if unsafe pthread_cond_timedwait(condition, mutex, &limit) == ETIMEDOUT { return body(&state) }
        }
    }

    /// Wakes one thread that waits.
    public func signal() { unsafe pthread_cond_signal(condition) }
    /// Wakes all threads that wait.
    public func broadcast() { unsafe pthread_cond_broadcast(condition) }
}
