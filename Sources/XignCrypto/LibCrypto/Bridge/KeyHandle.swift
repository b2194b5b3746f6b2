import CLibCrypto
import FoundationEssentials
import Synchronization

/// An `EVP_PKEY`, freed with the last reference. libcrypto wipes private parts as it frees them.
///
/// Once made, a key is only read. OpenSSL counts its references atomically and guards its caches
/// with locks, so one key may serve any number of threads; `EVP_PKEY_CTX` may not, so every
/// operation makes its own.
// Sendable for the reasons of the paragraph above: the pointer never changes, the key is only read.
@safe final class KeyHandle: @unchecked Sendable {
    private let pointer: OpaquePointer
    /// Where the `EVP_PKEY` goes in the end, instead of being freed.
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

    /// The only way to the pointer. Swift releases an object after its last use, not at the end of
    /// the scope: in `f(handle.pointer)` the key may be freed before `f` is entered.
    func withPointer<R>(_ body: (OpaquePointer) throws -> R) rethrows -> R {
        try withExtendedLifetime(self) { try unsafe body(pointer) }
    }

    // MARK: Making

    /// A new key pair of an algorithm that takes no parameters.
    static func generate(_ algorithm: String) throws -> KeyHandle {
        try unsafe generate(LibCrypto.unwrap(EVP_PKEY_CTX_new_from_name(nil, algorithm, nil))) { _ in }
    }

    /// A new key pair with the parameters (the curve) of another.
    static func generate(like template: KeyHandle) throws -> KeyHandle {
        try unsafe generate(template.newContext()) { _ in }
    }

    /// A new key pair of what `configure` makes of `context`, which is freed.
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

    /// A key pair of the private key's bytes (Ed25519, X25519). The caller checks their number.
    static func rawPrivate(_ algorithm: String, _ bytes: UnsafeRawBufferPointer) throws -> KeyHandle {
        unsafe KeyHandle(
            owning: try LibCrypto.unwrap(
                EVP_PKEY_new_raw_private_key_ex(nil, algorithm, nil, bytes.octets, bytes.count)))
    }

    /// A public key of its bytes (Ed25519, X25519). The caller checks their number.
    static func rawPublic(_ algorithm: String, _ bytes: UnsafeRawBufferPointer) throws -> KeyHandle {
        unsafe KeyHandle(
            owning: try LibCrypto.unwrap(
                EVP_PKEY_new_raw_public_key_ex(nil, algorithm, nil, bytes.octets, bytes.count)))
    }

    /// A key of its numbers and names.
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

    /// The public key's bytes; throws unless there are exactly `count`.
    func rawPublicKey(count: Int) throws -> Data {
        try unsafe Data(count: count) { output in
            var length = count
            try unsafe withPointer {
                try unsafe LibCrypto.check(EVP_PKEY_get_raw_public_key($0, output.octets, &length))
            }
            guard length == count else { throw CryptoKitError.incorrectKeySize }
        }
    }

    /// The private key's bytes; throws unless there are exactly `count`. The result is not wiped.
    func rawPrivateKey(count: Int) throws -> Data {
        try unsafe Data(count: count) { output in
            var length = count
            try unsafe withPointer {
                try unsafe LibCrypto.check(EVP_PKEY_get_raw_private_key($0, output.octets, &length))
            }
            guard length == count else { throw CryptoKitError.incorrectKeySize }
        }
    }

    /// A parameter of bytes; throws unless there are exactly `count`.
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

    /// A parameter that is a number, big-endian and filled to `count` bytes, or as short as it goes.
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

    /// Holds a reference of its own to the key.
    func newContext() throws -> OpaquePointer {
        try unsafe withPointer { try unsafe LibCrypto.unwrap(EVP_PKEY_CTX_new_from_pkey(nil, $0, nil)) }
    }

    /// Signs a digest that is already computed; the signature has at most `maximum` bytes.
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

    /// Whether a signature is valid; anything but a clear yes is no.
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

    /// The Diffie-Hellman secret with a peer's key that was validated when it was made: asking
    /// libcrypto to validate it again costs P-256 one more point multiplication.
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

/// The context of one operation with one key, made with the first such operation; each works with a copy of it. Making one takes
/// OpenSSL two look-ups by name, fifty times as long as the copy, and the manager's own keys serve every request.
@safe private struct PreparedContext: ~Copyable, Sendable {
    private let prepared = Mutex<Context?>(nil)
    private let begin: @Sendable (OpaquePointer?) -> Int32

    init(_ begin: @escaping @Sendable (OpaquePointer?) -> Int32) { unsafe self.begin = begin }

    /// The caller frees it.
    func copy(for key: KeyHandle) throws -> OpaquePointer {
        try unsafe prepared.withLock { prepared in
            if prepared == nil { prepared = try unsafe Context(key, begin) }
            return try unsafe LibCrypto.unwrap(prepared.flatMap { unsafe EVP_PKEY_CTX_dup($0.pointer) })
        }
    }

    /// Holds a reference of its own to the key.
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
    /// The string as C reads it, alive as long as the process.
    var cString: UnsafePointer<CChar> {
        unsafe UnsafeRawPointer(utf8Start).assumingMemoryBound(to: CChar.self)
    }
}
