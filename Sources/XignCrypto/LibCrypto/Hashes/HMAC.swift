import CLibCrypto
import FoundationEssentials

/// A message authentication code (RFC 2104), as long as the hash. Equality takes constant time.
public struct HashedAuthenticationCode<H: HashFunction>: Hashable, ContiguousBytes, Sequence, Sendable {
    let digest: H.Digest

    /// The number of bytes: that of the digest.
    public var byteCount: Int { H.Digest.byteCount }

    public func withUnsafeBytes<R>(_ body: (UnsafeRawBufferPointer) throws -> R) rethrows -> R {
        try unsafe digest.withUnsafeBytes(body)
    }

    public func makeIterator() -> Array<UInt8>.Iterator {
        unsafe withUnsafeBytes { unsafe Array($0) }.makeIterator()
    }

    /// The number of bytes, as for ``Digest``.
    public var underestimatedCount: Int { byteCount }
}

/// HMAC (RFC 2104, section 2) over any ``HashFunction``.
///
/// Nothing throws: keys and messages may have any length.
public struct HMAC<H: HashFunction>: Sendable {
    public typealias Key = SymmetricKey
    public typealias MAC = HashedAuthenticationCode<H>

    private var context: HMACContext

    /// Begins a code; `update` adds the message, `finalize` returns the code.
    ///
    /// A copy made before `update` can be used for another message without processing the key again.
    /// - Parameter key: of any length; RFC 2104, section 3, recommends at least the length of the hash.
    public init(key: SymmetricKey) {
        context = unsafe key.withUnsafeBytes { unsafe HMACContext(key: $0, H._algorithm) }
    }

    /// Adds a part of the message.
    public mutating func update<D: DataProtocol>(data: D) {
        for region in data.regions { unsafe region.withUnsafeBytes { unsafe context.update($0) } }
    }

    /// Adds a part of the message, like the generic function, which is not specialized for arrays in other modules.
    public mutating func update(data: [UInt8]) { unsafe data.withUnsafeBytes { unsafe context.update($0) } }

    /// Returns the code of the message so far. More may be added afterwards.
    public func finalize() -> MAC {
        unsafe MAC(digest: H.Digest { unsafe context.code(into: $0) })
    }

    /// Computes the code of a whole message.
    public static func authenticationCode<D: DataProtocol>(for data: D, using key: SymmetricKey) -> MAC {
        unsafe data.withContiguousBytes { bytes in
            unsafe key.withUnsafeBytes { unsafe code(for: [bytes], key: $0) }
        }
    }

    /// Returns whether `code` is the code of the message, in constant time. A truncated code is not valid.
    public static func isValidAuthenticationCode<C: ContiguousBytes, D: DataProtocol>(
        _ code: C, authenticating data: D, using key: SymmetricKey
    ) -> Bool {
        constantTimeEqual(code, authenticationCode(for: data, using: key))
    }

    /// Returns whether `code` is the code of the message, in constant time.
    public static func isValidAuthenticationCode<D: DataProtocol>(
        _ code: MAC, authenticating data: D, using key: SymmetricKey
    ) -> Bool {
        code == authenticationCode(for: data, using: key)
    }

    /// Computes the code of the concatenation of several parts.
    static func code(for parts: [UnsafeRawBufferPointer], key: UnsafeRawBufferPointer) -> MAC {
        unsafe MAC(digest: H.Digest { unsafe HMACContext.code(for: parts, key: key, into: $0, H._algorithm) })
    }
}
