import CLibCrypto
import FoundationEssentials

/// A message authentication code (RFC 2104). Equality takes constant time.
///
/// As many bytes as the hash has; read them with `withUnsafeBytes` or as a sequence.
public struct HashedAuthenticationCode<H: HashFunction>: Hashable, ContiguousBytes, Sequence, Sendable {
    let digest: H.Digest

    /// The number of bytes: the digest's.
    public var byteCount: Int { H.Digest.byteCount }

    public func withUnsafeBytes<R>(_ body: (UnsafeRawBufferPointer) throws -> R) rethrows -> R {
        try unsafe digest.withUnsafeBytes(body)
    }

    public func makeIterator() -> Array<UInt8>.Iterator {
        unsafe withUnsafeBytes { unsafe Array($0) }.makeIterator()
    }

    /// All of them, as for ``Digest``.
    public var underestimatedCount: Int { byteCount }
}

/// HMAC (RFC 2104, section 2) over any ``HashFunction``.
///
/// Nothing here throws: keys and messages of any length are taken.
public struct HMAC<H: HashFunction>: Sendable {
    public typealias Key = SymmetricKey
    public typealias MAC = HashedAuthenticationCode<H>

    private var context: HMACContext

    /// Begins a code; `update` adds the message, `finalize` gives the result. A copy made before `update` saves the key's share of
    /// the work for the next message.
    /// - Parameter key: Of any length; RFC 2104, section 3, asks for that of the hash at least.
    public init(key: SymmetricKey) {
        context = unsafe key.withUnsafeBytes { unsafe HMACContext(key: $0, H._algorithm) }
    }

    /// Adds a part of the message.
    public mutating func update<D: DataProtocol>(data: D) {
        for region in data.regions { unsafe region.withUnsafeBytes { unsafe context.update($0) } }
    }

    /// Adds a part of the message: what the generic function does, which is not compiled for arrays where other modules call it.
    public mutating func update(data: [UInt8]) { unsafe data.withUnsafeBytes { unsafe context.update($0) } }

    /// The code of the message so far. More may be added afterwards.
    public func finalize() -> MAC {
        unsafe MAC(digest: H.Digest { unsafe context.code(into: $0) })
    }

    /// The code of a whole message.
    public static func authenticationCode<D: DataProtocol>(for data: D, using key: SymmetricKey) -> MAC {
        unsafe data.withContiguousBytes { bytes in
            unsafe key.withUnsafeBytes { unsafe code(for: [bytes], key: $0) }
        }
    }

    /// Whether `code` is the message's, compared in constant time. A shortened code is not valid.
    public static func isValidAuthenticationCode<C: ContiguousBytes, D: DataProtocol>(
        _ code: C, authenticating data: D, using key: SymmetricKey
    ) -> Bool {
        constantTimeEqual(code, authenticationCode(for: data, using: key))
    }

    /// Whether `code` is the message's, compared in constant time.
    public static func isValidAuthenticationCode<D: DataProtocol>(
        _ code: MAC, authenticating data: D, using key: SymmetricKey
    ) -> Bool {
        code == authenticationCode(for: data, using: key)
    }

    /// The code of several parts as of one message.
    static func code(for parts: [UnsafeRawBufferPointer], key: UnsafeRawBufferPointer) -> MAC {
        unsafe MAC(digest: H.Digest { unsafe HMACContext.code(for: parts, key: key, into: $0, H._algorithm) })
    }
}
