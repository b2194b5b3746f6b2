import FoundationEssentials

extension HPKE.KDF {
    /// The length of the hash, Nh of RFC 9180, section 7.2.
    var byteCount: Int { hash.byteCount }

    private var hash: DigestAlgorithm {
        switch self {
        case .HKDF_SHA256: .sha256
        case .HKDF_SHA384: .sha384
        case .HKDF_SHA512: .sha512
        }
    }

    /// The HMAC without a salt, which most extractions use, made once per process.
    private var unsalted: HMACContext {
        switch self {
        case .HKDF_SHA256: Self.unsaltedSHA256
        case .HKDF_SHA384: Self.unsaltedSHA384
        case .HKDF_SHA512: Self.unsaltedSHA512
        }
    }

    private static let unsaltedSHA256 = unsalted(.sha256)
    private static let unsaltedSHA384 = unsalted(.sha384)
    private static let unsaltedSHA512 = unsalted(.sha512)

    private static func unsalted(_ hash: DigestAlgorithm) -> HMACContext {
        unsafe HMACContext(key: UnsafeRawBufferPointer(start: nil, count: 0), hash)
    }

    /// LabeledExtract of RFC 9180, section 4.
    func extract(
        salt: SymmetricKey? = nil, label: StaticString, material: UnsafeRawBufferPointer, suite: [UInt8]
    ) -> SymmetricKey {
        let context = salt.map(keyed) ?? unsalted
        let labeled = Self.labeled([], suite, label)
        return unsafe SymmetricKey(
            SecureBytes(count: byteCount) { output in
                unsafe context.code(into: output) { message in
                    unsafe labeled.withUnsafeBytes { unsafe message.update($0) }
                    unsafe message.update(material)
                }
            })
    }

    /// Makes the HMAC of a key for `expand`, to be reused for several expansions.
    func keyed(_ key: SymmetricKey) -> HMACContext { unsafe key.withUnsafeBytes { unsafe HMACContext(key: $0, hash) } }

    /// LabeledExpand of RFC 9180, section 4.
    /// - Parameter info: not secret.
    func expand(
        _ key: HMACContext, label: StaticString, info: UnsafeRawBufferPointer, suite: [UInt8], count: Int
    ) -> SymmetricKey {
        var labeled = Self.labeled(bigEndian(UInt16(count)), suite, label)
        unsafe labeled.append(contentsOf: info)
        return unsafe labeled.withUnsafeBytes { unsafe SymmetricKey(key.expand($0, count: count)) }
    }

    private static func labeled(_ front: [UInt8], _ suite: [UInt8], _ label: StaticString) -> [UInt8] {
        var bytes = front
        bytes.reserveCapacity(128)
        bytes += "HPKE-v1".utf8
        bytes += suite
        unsafe bytes.append(contentsOf: UnsafeRawBufferPointer(start: label.utf8Start, count: label.utf8CodeUnitCount))
        return bytes
    }
}
