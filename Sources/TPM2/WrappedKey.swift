internal import CTSS2

/// A key that only the TPM can use which made it: its public area, and its private area encrypted by the parent.
public struct WrappedKey: Equatable, Sendable {
    /// The marshalled TPM2B_PUBLIC.
    public let publicArea: [UInt8]
    /// The marshalled TPM2B_PRIVATE.
    public let privateArea: [UInt8]

    /// Makes a key from its parts, which are examined when it is used.
    public init(publicArea: [UInt8], privateArea: [UInt8]) {
        self.publicArea = publicArea
        self.privateArea = privateArea
    }

    init(_ publicArea: TPM2B_PUBLIC, _ privateArea: TPM2B_PRIVATE) throws(TPMError) {
        self.publicArea = try unsafe marshalled(publicArea, as: Tss2_MU_TPM2B_PUBLIC_Marshal)
        self.privateArea = try unsafe marshalled(privateArea, as: Tss2_MU_TPM2B_PRIVATE_Marshal)
    }

    /// The public key of a signing key as x || y, 64 bytes. No TPM is needed.
    ///
    /// - Throws: `keyRefused` if the public area is damaged or is not one of a P-256 key.
    public var publicPoint: [UInt8] {
        get throws(TPMError) {
            let area = try unmarshalledPublicArea
            return try unsafe withUnsafePointer(to: area) { area throws(TPMError) in
                guard let point = unsafe xign_tss2_point(area) else {
                    throw TPMError(.keyRefused, "The key is not one for P-256.")
                }
                return try unsafe integer(point.pointee.x) + integer(point.pointee.y)
            }
        }
    }

    var unmarshalledPublicArea: TPM2B_PUBLIC {
        get throws(TPMError) { try unsafe unmarshalled(publicArea, TPM2B_PUBLIC(), by: Tss2_MU_TPM2B_PUBLIC_Unmarshal) }
    }

    var unmarshalledPrivateArea: TPM2B_PRIVATE {
        get throws(TPMError) {
            try unsafe unmarshalled(privateArea, TPM2B_PRIVATE(), by: Tss2_MU_TPM2B_PRIVATE_Unmarshal)
        }
    }
}

/// Returns an integer of P-256 as 32 bytes. A TPM may leave out leading zeros.
func integer(_ parameter: TPM2B_ECC_PARAMETER) throws(TPMError) -> [UInt8] {
    let bytes = bytes(of: parameter.buffer, count: parameter.size)
    guard bytes.count <= 32 else { throw TPMError(.keyRefused, "A number of the key is too large.") }
    return [UInt8](repeating: 0, count: 32 - bytes.count) + bytes
}

/// Returns the first bytes of an array in a C structure, at most all of them.
func bytes<Buffer>(of buffer: Buffer, count: UInt16) -> [UInt8] {
    unsafe withUnsafeBytes(of: buffer) { unsafe Array($0.prefix(Int(count))) }
}

private func marshalled<Value>(
    _ value: Value,
    as marshal: (UnsafePointer<Value>?, UnsafeMutablePointer<UInt8>?, Int, UnsafeMutablePointer<Int>?) -> TSS2_RC
) throws(TPMError) -> [UInt8] {
    // No structure is larger marshalled than in memory, where every array has its full length.
    var buffer = [UInt8](repeating: 0, count: MemoryLayout<Value>.size)
    var count = 0
    let code = unsafe withUnsafePointer(to: value) { unsafe marshal($0, &buffer, buffer.count, &count) }
    guard code == TSS2_RC_SUCCESS else { throw TPMError(code: code) }
    return Array(buffer.prefix(count))
}

private func unmarshalled<Value>(
    _ bytes: [UInt8], _ empty: Value,
    by unmarshal: (UnsafePointer<UInt8>?, Int, UnsafeMutablePointer<Int>?, UnsafeMutablePointer<Value>?) -> TSS2_RC
) throws(TPMError) -> Value {
    var value = empty
    var count = 0
    let code = unsafe unmarshal(bytes, bytes.count, &count, &value)
    guard code == TSS2_RC_SUCCESS else { throw TPMError(code: code).with(cause: .keyRefused) }
    guard count == bytes.count else { throw TPMError(.keyRefused, "The key has the wrong length.") }
    return value
}
