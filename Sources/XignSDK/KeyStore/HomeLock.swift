import Foundation

/// An exclusive lock on the storage location, across threads and processes.
///
/// It uses `flock` on a file that each call opens again, so it excludes other threads, other instances of the SDK and
/// other processes. The system releases it when its holder dies. It is held for local reads and writes, never during a
/// request: the body is synchronous and cannot wait for one. Not reentrant.
struct HomeLock: Sendable {
    private let home: PrivateFolder
    private var path: String { home.path + "/.lock" }

    init(of home: PrivateFolder) { self.home = home }

    /// Runs `body` while holding the lock. Blocks while another thread or process holds it. Creates the storage
    /// location if it does not exist.
    ///
    /// - Throws: `KeyStoreError.unusable` or `storage` if the file cannot be created or locked; the errors of `body`.
    func withLock<Result>(_ body: () throws -> Result) throws -> Result {
        try home.create()
        let descriptor = open(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw KeyStoreError.failure("open", path, errno) }
        // Closing the only descriptor of an open file releases its lock.
        defer { close(descriptor) }
        while flock(descriptor, LOCK_EX) != 0 {
            guard errno == EINTR else { throw KeyStoreError.failure("lock", path, errno) }
        }
        return try body()
    }
}
