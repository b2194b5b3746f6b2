import CLibCrypto
import Synchronization

/// Makes public keys of one algorithm by giving a copy of some key of it the wanted number.
///
/// Making an `EVP_PKEY` takes OpenSSL look-ups by name and, for P-256, a copy of the whole curve: ten times as long as reading
/// the number. So those that nobody uses any more are kept and given the next number. They hold no secrets.
// Sendable: the keys that are kept are reached only through the lock, and each is somebody's own once it is taken.
@safe final class PublicKeyTemplate: Sendable {
    private static let maximumKept = 64

    private let template: KeyHandle
    private let kept = Mutex<[Kept]>([])

    @safe private struct Kept: @unchecked Sendable { let pointer: OpaquePointer }

    init(_ template: KeyHandle) { self.template = template }

    /// A public key of its bytes, which libcrypto checks: for P-256 that they are a point of the curve. The caller checks their
    /// number. Not for Ed25519: libcrypto exchanges public keys only of algorithms for key agreement.
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

    /// Takes over a key of `key(encoded:)` of which its owner holds the last reference.
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
