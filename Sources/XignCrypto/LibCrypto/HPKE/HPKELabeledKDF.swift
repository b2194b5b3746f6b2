import FoundationEssentials

extension HPKE.KDF {
    /// Nh of RFC 9180, section 7.2.
    var byteCount: Int {
        switch self {
        case .HKDF_SHA256: SHA256Digest.byteCount
        case .HKDF_SHA384: SHA384Digest.byteCount
        case .HKDF_SHA512: SHA512Digest.byteCount
        }
    }

    /// LabeledExtract of RFC 9180, section 4.
    func extract(
        salt: SymmetricKey? = nil, label: StaticString, material: UnsafeRawBufferPointer, suite: [UInt8]
    ) -> SymmetricKey {
        func extract<H: HashFunction>(_: H.Type) -> SymmetricKey {
            unsafe Self.labeled([], suite, label) { parts in
                let parts = unsafe parts + [material]
                let code: HashedAuthenticationCode<H>
                if let salt {
                    code = unsafe salt.withUnsafeBytes { unsafe HMAC<H>.code(for: parts, key: $0) }
                } else {
                    code = unsafe HMAC<H>.code(for: parts, key: UnsafeRawBufferPointer(start: nil, count: 0))
                }
                return SymmetricKey(data: code)
            }
        }
        switch self {
        case .HKDF_SHA256: return extract(SHA256.self)
        case .HKDF_SHA384: return extract(SHA384.self)
        case .HKDF_SHA512: return extract(SHA512.self)
        }
    }

    /// LabeledExpand of RFC 9180, section 4.
    func expand(
        _ key: SymmetricKey, label: StaticString, info: UnsafeRawBufferPointer, suite: [UInt8], count: Int
    ) -> SymmetricKey {
        func expand<H: HashFunction>(_: H.Type) -> SymmetricKey {
            unsafe Self.labeled(bigEndian(UInt16(count)), suite, label) { parts in
                unsafe key.withUnsafeBytes { unsafe HKDF<H>.expand($0, parts + [info], count) }
            }
        }
        switch self {
        case .HKDF_SHA256: return expand(SHA256.self)
        case .HKDF_SHA384: return expand(SHA384.self)
        case .HKDF_SHA512: return expand(SHA512.self)
        }
    }

    private static func labeled<R>(
        _ front: [UInt8], _ suite: [UInt8], _ label: StaticString, _ body: ([UnsafeRawBufferPointer]) -> R
    ) -> R {
        unsafe (front + Array("HPKE-v1".utf8) + suite).withUnsafeBytes { prefix in
            unsafe body([prefix, UnsafeRawBufferPointer(start: label.utf8Start, count: label.utf8CodeUnitCount)])
        }
    }
}
