import CLibCrypto
import Synchronization

/// A pool of public keys of one algorithm, which are reused for other points.
///
/// Making an `EVP_PKEY` takes OpenSSL look-ups by name and, for P-256, a copy of the whole curve: ten times as long as
/// reading the point. Public keys are not secret.
// Sendable: the unused keys are reached only through the lock, and each has a single owner once it is taken.
@safe final class PublicKeyTemplate: Sendable {
    private static let maximumKept = 64

    private let template: KeyHandle
    private let kept = Mutex<[Kept]>([])

    @safe private struct Kept: @unchecked Sendable { let pointer: OpaquePointer }

    init(_ template: KeyHandle) { self.template = template }

    /// Makes a public key from its bytes, which libcrypto validates: for P-256, that they are a point of the curve.
    ///
    /// The caller checks their number. Ed25519 is not supported, since libcrypto sets encoded public keys only for
    /// algorithms of key agreement.
    func key(encoded bytes: UnsafeRawBufferPointer) throws -> KeyHandle {
        let key = try unsafe KeyHandle(owning: take(), from: self)
        try unsafe key.withPointer {
            try unsafe LibCrypto.check(EVP_PKEY_set1_encoded_public_key($0, bytes.octets, bytes.count))
        }
        return key
    }

    private func take() throws -> OpaquePointer {
        if let unused = kept.withLock({ $0.popLast() }) { return unsafe unused.pointer }
        return try unsafe LibCrypto.unwrap(template.withPointer { unsafe EVP_PKEY_dup($0) })
    }

    /// Takes back a key made by `key(encoded:)`, of which the caller holds the last reference.
    func takeBack(_ pointer: OpaquePointer) {
        let unused = unsafe Kept(pointer: pointer)
        let isKept = kept.withLock { kept in
            guard kept.count < Self.maximumKept else { return false }
            kept.append(unused)
            return true
        }
        if !isKept { unsafe EVP_PKEY_free(unused.pointer) }
    }
}
