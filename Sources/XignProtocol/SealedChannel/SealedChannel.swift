import XignCrypto

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The parts of the sealed channel that both sides share (protocol.md, section 3).
///
/// Answers follow Oblivious HTTP (RFC 9458, section 4.4): with the manager's nonce, a repeated request can safely be
/// answered again.
enum SealedChannel {
    static let version: UInt8 = 1
    static let answerLabel = Array("xign/1 response".utf8)
    /// The largest body of an answer: the limit of its reader.
    static let maximumAnswerByteCount = StrictJSON.Limits.message.size
    private static let answerNonceByteCount = 32
    private static let tagByteCount = 16

    /// Composes info = "xign/1 request" || 0x00 || LP(idmIdentifier) || LP(operation) || kid.
    static func info(idmIdentifier: String, operation: DeviceOperationName, key: EncryptionKeyID) -> [UInt8] {
        var info = ByteWriter(label: "xign/1 request")
        info.append([0])
        info.appendLengthPrefixed(idmIdentifier)
        info.appendLengthPrefixed(operation.rawValue)
        info.append(key.bytes)
        return info.bytes
    }

    /// Appends zeros up to a multiple, so that the length does not reveal details such as the number of factors.
    static func padded(_ bytes: [UInt8], to multiple: Int) -> [UInt8] {
        bytes + [UInt8](repeating: 0, count: (multiple - bytes.count % multiple) % multiple)
    }

    /// Seals an answer: nonce (32) || ct, with the plaintext u32 length || body || zeros to a multiple of 1,024.
    /// - Throws: `SealedChannelError.tooLarge`.
    static func sealAnswer(_ body: [UInt8], secret: SymmetricKey, encapsulatedKey: [UInt8]) throws -> [UInt8] {
        guard body.count <= maximumAnswerByteCount else { throw SealedChannelError.tooLarge }
        var plaintext = ByteWriter()
        plaintext.append(UInt32(body.count))
        plaintext.append(body)
        let nonce = SecureRandom.bytes(count: answerNonceByteCount)
        let keys = try answerKeys(secret: secret, encapsulatedKey: encapsulatedKey, nonce: nonce)
        let box = try AES.GCM.seal(padded(plaintext.bytes, to: 1024), using: keys.key, nonce: keys.nonce)
        return Array(nonce) + box.ciphertext + box.tag
    }

    static func openAnswer(
        _ bytes: [UInt8], secret: SymmetricKey, encapsulatedKey: [UInt8]
    ) throws(SealedChannelError) -> [UInt8] {
        guard bytes.count >= answerNonceByteCount + tagByteCount else { throw .unreadable }
        let plaintext: [UInt8]
        do {
            let keys = try answerKeys(
                secret: secret, encapsulatedKey: encapsulatedKey, nonce: Data(bytes.prefix(answerNonceByteCount)))
            let sealed = bytes.dropFirst(answerNonceByteCount)
            let box = try AES.GCM.SealedBox(
                nonce: keys.nonce, ciphertext: sealed.dropLast(tagByteCount), tag: sealed.suffix(tagByteCount))
            plaintext = Array(try AES.GCM.open(box, using: keys.key))
        } catch {
            throw .unreadable
        }
        var reader = ByteReader(plaintext)
        guard let body = reader.lengthPrefixed32(), reader.isRestZero(below: 1024) else { throw .unreadable }
        return Array(body)
    }

    private static func answerKeys(
        secret: SymmetricKey, encapsulatedKey: [UInt8], nonce: Data
    ) throws -> (key: SymmetricKey, nonce: AES.GCM.Nonce) {
        let pseudoRandomKey = HKDF<SHA256>.extract(inputKeyMaterial: secret, salt: encapsulatedKey + nonce)
        let derivedNonce = HKDF<SHA256>.expand(
            pseudoRandomKey: pseudoRandomKey, info: Array("nonce".utf8), outputByteCount: 12)
        return (
            HKDF<SHA256>.expand(pseudoRandomKey: pseudoRandomKey, info: Array("key".utf8), outputByteCount: 32),
            try AES.GCM.Nonce(data: derivedNonce.copiedBytes)
        )
    }
}
