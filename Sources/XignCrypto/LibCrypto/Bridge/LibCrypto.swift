import CLibCrypto

/// The boundary to libcrypto: status checks and the per-thread error queue.
///
/// Every failing call leaves entries on the calling thread's error queue. An entry that stays
/// there is reported by the next, unrelated caller that asks (TLS above all), so each failure
/// is taken off the queue at the place where it is turned into a Swift error.
enum LibCrypto {
    /// The version of the library loaded at run time, not of the headers compiled against.
    static let version = unsafe (
        major: OPENSSL_version_major(), minor: OPENSSL_version_minor(),
        text: String(cString: OpenSSL_version(OPENSSL_VERSION))
    )

    /// Accepts a status of exactly 1. libcrypto uses both 0 and negative numbers for failure.
    static func check(_ status: Int32) throws {
        guard status == 1 else { throw takeError() }
    }

    /// Accepts an object that libcrypto could make.
    static func unwrap(_ pointer: OpaquePointer?) throws -> OpaquePointer {
        guard let pointer = unsafe pointer else { throw takeError() }
        return unsafe pointer
    }

    /// For calls that fail only where the heap is exhausted or libcrypto's installation is broken.
    ///
    /// Ends the process: their callers (hashing, randomness) cannot throw in CryptoKit's interface,
    /// and going on without a hash or without randomness would be worse.
    static func require(_ status: Int32, _ what: StaticString = #function) {
        guard status == 1 else { fatalError("libcrypto failed in \(what): \(takeError())") }
    }

    static func require(_ pointer: OpaquePointer?, _ what: StaticString = #function) -> OpaquePointer {
        guard let pointer = unsafe pointer else { fatalError("libcrypto failed in \(what): \(takeError())") }
        return unsafe pointer
    }

    /// The last failure on this thread, taken off the queue together with what led to it.
    static func takeError() -> CryptoKitError {
        let code = ERR_peek_last_error()
        ERR_clear_error()
        return .underlyingCoreCryptoError(error: Int32(truncatingIfNeeded: code))
    }

    /// Runs a probe whose failure is an expected answer, and leaves the error queue as it was.
    static func probe<R>(_ body: () -> R) -> R {
        ERR_set_mark()
        defer { ERR_pop_to_mark() }
        return body()
    }
}
