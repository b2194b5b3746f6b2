import CLibCrypto

/// The version of the libcrypto loaded at run time, such as `OpenSSL 3.0.17 1 Jul 2025`, for tests and start-up logs.
package var libcryptoVersion: String { LibCrypto.version.text }

/// Returns whether the error queue of this thread is empty, for tests.
package func errorQueueIsEmpty() -> Bool { ERR_peek_error() == 0 }
