import CLibCrypto
import FoundationEssentials
import Synchronization

/// A key of libcrypto (`EVP_PKEY`), freed with the last reference. libcrypto wipes private keys when it frees them.
///
/// A key is never modified. OpenSSL counts its references atomically and guards its caches with locks, so that any
/// number of threads may use it. `EVP_PKEY_CTX` is not thread-safe, so every operation makes its own.
// Sendable for the reasons of the paragraph above: the pointer never changes, the key is only read.
@safe final class KeyHandle: @unchecked Sendable {
    private let pointer: OpaquePointer
    /// The template to which the `EVP_PKEY` is returned instead of being freed.
    private let origin: PublicKeyTemplate?
    private let agreement = unsafe PreparedContext { unsafe EVP_PKEY_derive_init($0) }
    private let signing = unsafe PreparedContext { unsafe EVP_PKEY_sign_init($0) }

    /// Takes over the caller's reference.
    init(owning pointer: OpaquePointer, from origin: PublicKeyTemplate? = nil) {
        unsafe self.pointer = pointer
        self.origin = origin
    }

    deinit {
        if let origin { unsafe origin.takeBack(pointer) } else { unsafe EVP_PKEY_free(pointer) }
    }

    /// Calls `body` with the pointer, the only way to access it.
    ///
    /// Swift releases an object after its last use, not at the end of the scope: in `f(handle.pointer)` the key could
    /// be freed before `f` is entered.
    func withPointer<R>(_ body: (OpaquePointer) throws -> R) rethrows -> R {
        try withExtendedLifetime(self) { try unsafe body(pointer) }
    }

    // MARK: Making

    /// Generates a key pair of an algorithm without parameters.
    static func generate(_ algorithm: String) throws -> KeyHandle {
        try unsafe generate(LibCrypto.unwrap(EVP_PKEY_CTX_new_from_name(nil, algorithm, nil))) { _ in }
    }

    /// Generates a key pair with the parameters (the curve) of another key.
    static func generate(like template: KeyHandle) throws -> KeyHandle {
        try unsafe generate(template.newContext()) { _ in }
    }

    /// Generates a key pair with a context that `configure` sets up. The context is freed.
    static func generate(
        _ context: OpaquePointer, configuredBy configure: (OpaquePointer) throws -> Void
    ) throws -> KeyHandle {
        defer { unsafe EVP_PKEY_CTX_free(context) }
        try unsafe LibCrypto.check(EVP_PKEY_keygen_init(context))
        try unsafe configure(context)
        var key: OpaquePointer?
        try unsafe LibCrypto.check(EVP_PKEY_generate(context, &key))
        return unsafe KeyHandle(owning: try LibCrypto.unwrap(key))
    }

    /// Makes a key pair from the private key's bytes (Ed25519, X25519), whose number the caller checks.
    static func rawPrivate(_ algorithm: String, _ bytes: UnsafeRawBufferPointer) throws -> KeyHandle {
        unsafe KeyHandle(
            owning: try LibCrypto.unwrap(
                EVP_PKEY_new_raw_private_key_ex(nil, algorithm, nil, bytes.octets, bytes.count)))
    }

    /// Makes a public key from its bytes (Ed25519, X25519), whose number the caller checks.
    static func rawPublic(_ algorithm: String, _ bytes: UnsafeRawBufferPointer) throws -> KeyHandle {
        unsafe KeyHandle(
            owning: try LibCrypto.unwrap(
                EVP_PKEY_new_raw_public_key_ex(nil, algorithm, nil, bytes.octets, bytes.count)))
    }

    /// Makes a key from parameters.
    static func fromParameters(
        _ algorithm: String, _ selection: Int32, _ parameters: KeyParameters
    ) throws -> KeyHandle {
        let context = try unsafe LibCrypto.unwrap(EVP_PKEY_CTX_new_from_name(nil, algorithm, nil))
        defer { unsafe EVP_PKEY_CTX_free(context) }
        try unsafe LibCrypto.check(EVP_PKEY_fromdata_init(context))
        var key: OpaquePointer?
        try unsafe parameters.withBuilt { built in
            try unsafe LibCrypto.check(EVP_PKEY_fromdata(context, &key, selection, built))
        }
        return unsafe KeyHandle(owning: try LibCrypto.unwrap(key))
    }

    // MARK: Reading

    /// Reads the public key's bytes; throws unless there are exactly `count`.
    func rawPublicKey(count: Int) throws -> Data {
        try unsafe Data(count: count) { output in
            var length = count
            try unsafe withPointer {
                try unsafe LibCrypto.check(EVP_PKEY_get_raw_public_key($0, output.octets, &length))
            }
            guard length == count else { throw CryptoKitError.incorrectKeySize }
        }
    }

    /// Reads the private key's bytes; throws unless there are exactly `count`. The result is not wiped.
    func rawPrivateKey(count: Int) throws -> Data {
        try unsafe Data(count: count) { output in
            var length = count
            try unsafe withPointer {
                try unsafe LibCrypto.check(EVP_PKEY_get_raw_private_key($0, output.octets, &length))
            }
            guard length == count else { throw CryptoKitError.incorrectKeySize }
        }
    }

    /// Reads a byte-string parameter; throws unless it has exactly `count` bytes.
    func octets(_ name: StaticString, count: Int) throws -> Data {
        try unsafe Data(count: count) { output in
            var length = 0
            try unsafe withPointer {
                try unsafe LibCrypto.check(
                    EVP_PKEY_get_octet_string_param(
                        $0, name.cString, output.octets, count, &length))
            }
            guard length == count else { throw CryptoKitError.incorrectKeySize }
        }
    }

    /// Reads a number parameter, big-endian and padded to `count` bytes; without a count, without leading zeros.
    func number(_ name: StaticString, count: Int? = nil) throws -> Data {
        var number: OpaquePointer?
        try unsafe withPointer { try unsafe LibCrypto.check(EVP_PKEY_get_bn_param($0, name.cString, &number)) }
        defer { unsafe BN_clear_free(number) }
        let count = unsafe count ?? Int(BN_num_bits(number) + 7) / 8
        return try unsafe Data(count: count) { output in
            guard unsafe BN_bn2binpad(number, output.octets, Int32(count)) == Int32(count) else {
                throw CryptoKitError.incorrectKeySize
            }
        }
    }

    // MARK: Using

    /// Makes a context, which holds its own reference to the key. The caller frees it.
    func newContext() throws -> OpaquePointer {
        try unsafe withPointer { try unsafe LibCrypto.unwrap(EVP_PKEY_CTX_new_from_pkey(nil, $0, nil)) }
    }

    /// Signs a digest. The signature has at most `maximum` bytes.
    func sign(
        digest: UnsafeRawBufferPointer, maximum: Int, configuredBy configure: (OpaquePointer) throws -> Void = { _ in }
    ) throws -> Data {
        let context = try unsafe signing.copy(for: self)
        defer { unsafe EVP_PKEY_CTX_free(context) }
        try unsafe configure(context)
        var signature = Data(count: maximum)
        var length = maximum
        try unsafe signature.withUnsafeMutableBytes { output in
            try unsafe LibCrypto.check(EVP_PKEY_sign(context, output.octets, &length, digest.octets, digest.count))
        }
        return signature.prefix(length)
    }

    /// Returns whether a signature is valid; false also where libcrypto fails.
    func verify(
        _ signature: UnsafeRawBufferPointer, digest: UnsafeRawBufferPointer,
        configuredBy configure: (OpaquePointer) throws -> Void = { _ in }
    ) -> Bool {
        guard let context = try? unsafe newContext() else { return false }
        defer { unsafe EVP_PKEY_CTX_free(context) }
        guard unsafe EVP_PKEY_verify_init(context) == 1, unsafe (try? configure(context)) != nil,
            unsafe EVP_PKEY_verify(context, signature.octets, signature.count, digest.octets, digest.count) == 1
        else {
            ERR_clear_error()
            return false
        }
        return true
    }

    /// Computes the Diffie-Hellman secret with a peer's key.
    ///
    /// The peer's key was validated when it was made, so libcrypto does not validate it again, which would cost another
    /// point multiplication for P-256.
    func agree(with peer: KeyHandle, count: Int) throws -> SecureBytes {
        let context = try unsafe agreement.copy(for: self)
        defer { unsafe EVP_PKEY_CTX_free(context) }
        try unsafe peer.withPointer { try unsafe LibCrypto.check(EVP_PKEY_derive_set_peer_ex(context, $0, 0)) }
        return try unsafe SecureBytes(count: count) { output in
            var length = count
            try unsafe LibCrypto.check(EVP_PKEY_derive(context, output.octets, &length))
            guard length == count else { throw CryptoKitError.incorrectKeySize }
        }
    }
}

/// A context of one operation with one key, prepared at the first use and then copied.
///
/// Preparing a context takes OpenSSL two look-ups by name, fifty times as long as a copy, and every request uses the
/// manager's own keys.
@safe private struct PreparedContext: ~Copyable, Sendable {
    private let prepared = Mutex<Context?>(nil)
    private let begin: @Sendable (OpaquePointer?) -> Int32

    init(_ begin: @escaping @Sendable (OpaquePointer?) -> Int32) { unsafe self.begin = begin }

    /// Copies the prepared context. The caller frees the copy.
    func copy(for key: KeyHandle) throws -> OpaquePointer {
        try unsafe prepared.withLock { prepared in
            if prepared == nil { prepared = try unsafe Context(key, begin) }
            return try unsafe LibCrypto.unwrap(prepared.flatMap { unsafe EVP_PKEY_CTX_dup($0.pointer) })
        }
    }

    /// A context, which holds its own reference to the key.
    // Sendable: reached only through the lock above.
    @safe private final class Context: @unchecked Sendable {
        let pointer: OpaquePointer

        init(_ key: KeyHandle, _ begin: (OpaquePointer?) -> Int32) throws {
            unsafe pointer = try unsafe key.newContext()
            try unsafe LibCrypto.check(begin(pointer))
        }

        deinit { unsafe EVP_PKEY_CTX_free(pointer) }
    }
}

extension StaticString {
    /// The string as a C string, which lives as long as the process.
    var cString: UnsafePointer<CChar> {
        unsafe UnsafeRawPointer(utf8Start).assumingMemoryBound(to: CChar.self)
    }
}
