import Foundation

/// An exclusive lock on the storage location, across threads and processes.
///
/// It uses `flock` on a file that each call opens again, so it excludes other threads, other instances of the SDK and
/// other processes. The system releases it when its holder dies. It is held for local reads and writes, never during a
/// request: the body is synchronous and cannot wait for one. Not reentrant.
struct HomeLock: Sendable {
    private let path: String

    init(of home: PrivateFolder) { path = home.path + "/.lock" }

    /// Runs `body` while holding the lock. Blocks while another thread or process holds it.
    ///
    /// - Throws: `KeyStoreError.unusable` if the file cannot be created or locked; the errors of `body`.
    func withLock<Result>(_ body: () throws -> Result) throws -> Result {
        let descriptor = open(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw failure("open") }
        // Closing the only descriptor of an open file releases its lock.
        defer { close(descriptor) }
        while flock(descriptor, LOCK_EX) != 0 {
            guard errno == EINTR else { throw failure("lock") }
        }
        return try body()
    }

    private func failure(_ action: String) -> KeyStoreError {
        .unusable("Cannot \(action) \(path): \(String(cString: strerror(errno))).")
    }
}
