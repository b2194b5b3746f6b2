import CLibCrypto

/// Status checks of libcrypto and its per-thread error queue.
///
/// Every failing call adds entries to the error queue of the calling thread. The next unrelated caller that checks the
/// queue, such as TLS, would report them. So each failure is removed from the queue where it becomes a Swift error.
enum LibCrypto {
    /// The version of the library loaded at run time, which may differ from that of the headers.
    static let version = unsafe (
        major: OPENSSL_version_major(), minor: OPENSSL_version_minor(),
        text: String(cString: OpenSSL_version(OPENSSL_VERSION))
    )

    /// Throws unless the status is 1. libcrypto returns both 0 and negative numbers for failure.
    static func check(_ status: Int32) throws {
        guard status == 1 else { throw takeError() }
    }

    /// Throws if libcrypto returned no object.
    static func unwrap(_ pointer: OpaquePointer?) throws -> OpaquePointer {
        guard let pointer = unsafe pointer else { throw takeError() }
        return unsafe pointer
    }

    /// Ends the process unless the status is 1, for calls that fail only where memory is exhausted or libcrypto's
    /// installation is broken.
    ///
    /// Their callers (hashing, randomness) cannot throw in CryptoKit's interface, and continuing without a hash or
    /// without randomness would be worse.
    static func require(_ status: Int32, _ what: StaticString = #function) {
        guard status == 1 else { fatalError("libcrypto failed in \(what): \(takeError())") }
    }

    static func require(_ pointer: OpaquePointer?, _ what: StaticString = #function) -> OpaquePointer {
        guard let pointer = unsafe pointer else { fatalError("libcrypto failed in \(what): \(takeError())") }
        return unsafe pointer
    }

    /// Removes the last failure of this thread and its causes from the queue, and returns it.
    static func takeError() -> CryptoKitError {
        let code = ERR_peek_last_error()
        ERR_clear_error()
        return .underlyingCoreCryptoError(error: Int32(truncatingIfNeeded: code))
    }

    /// Runs a probe whose failure is expected, and restores the error queue.
    static func probe<R>(_ body: () -> R) -> R {
        ERR_set_mark()
        defer { ERR_pop_to_mark() }
        return body()
    }
}
