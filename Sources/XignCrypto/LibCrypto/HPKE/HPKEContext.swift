import CLibCrypto
import FoundationEssentials

/// The encryption context of RFC 9180, section 5.
struct HPKEContext: Sendable {
    private let suite: HPKE.Ciphersuite
    private let identifier: [UInt8]
    private let key: SymmetricKey
    private let baseNonce: SymmetricKey
    private let exporterSecret: SymmetricKey
    private var sequenceNumber: UInt64 = 0

    /// Runs KeySchedule of RFC 9180, section 5.1, in base mode: without a PSK.
    init(sharedSecret: SymmetricKey, info: Data, suite: HPKE.Ciphersuite) {
        let identifier = suite.identifier
        let kdf = suite.kdf
        let nothing = unsafe UnsafeRawBufferPointer(start: nil, count: 0)
        let pskIDHash = unsafe kdf.extract(label: "psk_id_hash", material: nothing, suite: identifier)
        let infoHash = unsafe info.withUnsafeBytes {
            unsafe kdf.extract(label: "info_hash", material: $0, suite: identifier)
        }
        // Not secret: the mode and two hashes of public values.
        let schedule = Data([0]) + pskIDHash.copied() + infoHash.copied()
        let secret = unsafe kdf.keyed(
            kdf.extract(salt: sharedSecret, label: "secret", material: nothing, suite: identifier))
        func expand(_ label: StaticString, _ count: Int) -> SymmetricKey {
            unsafe schedule.withUnsafeBytes {
                unsafe kdf.expand(secret, label: label, info: $0, suite: identifier, count: count)
            }
        }
        self.suite = suite
        self.identifier = identifier
        let cipher = suite.aead.cipher
        key = expand("key", cipher?.keyByteCount ?? 0)
        baseNonce = expand("base_nonce", cipher == nil ? 0 : CipherAlgorithm.nonceByteCount)
        exporterSecret = expand("exp", kdf.byteCount)
    }

    /// Seals the next message (ContextS.Seal of RFC 9180, section 5.2). The tag follows the ciphertext.
    mutating func seal<M: DataProtocol, A: DataProtocol>(_ message: M, authenticating data: A) throws -> Data {
        guard let cipher = suite.aead.cipher else { throw HPKE.Errors.exportOnlyMode }
        var sealed = Data(count: message.count + CipherAlgorithm.tagByteCount)
        try unsafe withKeyAndNonce { key, nonce in
            try unsafe message.withContiguousBytes { message in
                try unsafe data.withContiguousBytes { data in
                    try unsafe sealed.withUnsafeMutableBytes { sealed in
                        try unsafe cipher.seal(
                            message, key: key, nonce: nonce, authenticating: data,
                            into: UnsafeMutableRawBufferPointer(rebasing: sealed[..<message.count]),
                            tag: UnsafeMutableRawBufferPointer(rebasing: sealed[message.count...]))
                    }
                }
            }
        }
        sequenceNumber += 1
        return sealed
    }

    /// Opens the next message (ContextR.Open of RFC 9180, section 5.2). A failure does not change the sequence number.
    mutating func open<C: DataProtocol, A: DataProtocol>(_ ciphertext: C, authenticating data: A) throws -> Data {
        guard let cipher = suite.aead.cipher else { throw HPKE.Errors.exportOnlyMode }
        let count = ciphertext.count - CipherAlgorithm.tagByteCount
        guard count >= 0 else { throw HPKE.Errors.ciphertextTooShort }
        var message = Data(count: count)
        try unsafe withKeyAndNonce { key, nonce in
            try unsafe ciphertext.withContiguousBytes { sealed in
                try unsafe data.withContiguousBytes { data in
                    try unsafe message.withUnsafeMutableBytes { message in
                        try unsafe cipher.open(
                            UnsafeRawBufferPointer(rebasing: sealed[..<count]),
                            tag: UnsafeRawBufferPointer(rebasing: sealed[count...]),
                            key: key, nonce: nonce, authenticating: data, into: message)
                    }
                }
            }
        }
        sequenceNumber += 1
        return message
    }

    /// Exports a secret (Context.Export of RFC 9180, section 5.3).
    func export<C: DataProtocol>(context: C, outputByteCount: Int) throws -> SymmetricKey {
        guard (0...255 * suite.kdf.byteCount).contains(outputByteCount) else {
            throw CryptoKitError.incorrectParameterSize
        }
        let secret = suite.kdf.keyed(exporterSecret)
        return unsafe context.withContiguousBytes {
            unsafe suite.kdf.expand(secret, label: "sec", info: $0, suite: identifier, count: outputByteCount)
        }
    }

    /// Calls `body` with the key and the nonce of the next message: the base nonce XOR the sequence number.
    private func withKeyAndNonce(
        _ body: (UnsafeRawBufferPointer, UnsafeRawBufferPointer) throws -> Void
    ) throws {
        guard sequenceNumber < UInt64.max else { throw HPKE.Errors.outOfRangeSequenceNumber }
        try unsafe withScratch(CipherAlgorithm.nonceByteCount) { nonce in
            unsafe baseNonce.withUnsafeBytes { unsafe nonce.copyMemory(from: $0) }
            for index in 0..<8 { unsafe nonce[11 - index] ^= UInt8(truncatingIfNeeded: sequenceNumber >> (8 * index)) }
            try unsafe key.withUnsafeBytes { try unsafe body($0, UnsafeRawBufferPointer(nonce)) }
        }
    }
}
