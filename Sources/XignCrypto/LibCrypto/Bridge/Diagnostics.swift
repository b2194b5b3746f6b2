import CLibCrypto

/// The version of the libcrypto loaded at run time, such as `OpenSSL 3.0.17 1 Jul 2025`. For tests
/// and start-up logs.
package var libcryptoVersion: String { LibCrypto.version.text }

/// Whether no failure was left on this thread's error queue. For tests.
package func errorQueueIsEmpty() -> Bool { ERR_peek_error() == 0 }
