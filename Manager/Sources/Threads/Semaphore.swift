import Glibc

/// A counting semaphore of the system, zero at first.
///
/// `@unchecked Sendable`: the pointer never changes, and `sem_post` and `sem_wait` may be called from any thread.
@safe public final class Semaphore: @unchecked Sendable {
    private let semaphore = UnsafeMutablePointer<sem_t>.allocate(capacity: 1)

    public init() { unsafe sem_init(semaphore, 0, 0) }

    deinit {
        unsafe sem_destroy(semaphore)
        unsafe semaphore.deallocate()
    }

    /// Adds one, and wakes a thread that waits.
    public func post() { unsafe sem_post(semaphore) }

    /// Waits until there is one, and takes it.
    public func wait() { while unsafe sem_wait(semaphore) != 0 {} }
}
