import Foundation

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// The lock of a home: one thread of one process at a time changes what the device remembers.
///
/// `flock` on a file that each call opens anew, so it excludes other threads, other instances of the SDK and other processes
/// alike. The system releases it when its holder dies. It is held around local reads and writes, never across a request:
/// the body cannot wait for one, for it is synchronous. Not reentrant.
struct HomeLock: Sendable {
    private let path: String

    init(of home: PrivateFolder) { path = home.path + "/.lock" }

    /// Runs `body` while nobody else holds the lock. Blocks for as long as others read and write.
    ///
    /// - Throws: `KeyStoreError.unusable` where the file cannot be made or locked, and what `body` throws.
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
