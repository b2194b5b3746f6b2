import XignCrypto

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A request that the manager has opened: the manager's side of the sealed channel (protocol.md, section 3).
public struct OpenedRequest: Sendable {
    /// The JSON of the request.
    public let body: [UInt8]
    /// The signature with which the device proves the request, not yet verified; nil where the request has none.
    public let proof: [UInt8]?
    private let answerSecret: SymmetricKey
    let encapsulatedKey: [UInt8]
    private let idmIdentifier: String
    let operation: DeviceOperationName

    /// Opens a request that was sealed to one of the manager's keys.
    /// - Parameters:
    ///   - bytes: the request as received.
    ///   - key: returns the key of an identifier, or nil.
    /// - Throws: `SealedChannelError.unknownKey` where `key` returns nil; `unreadable` for everything else.
    public init(
        _ bytes: [UInt8], operation: DeviceOperationName, idmIdentifier: String,
        key: (EncryptionKeyID) -> DecryptionKey?
    ) throws(SealedChannelError) {
        let head = 1 + EncryptionKeyID.byteCount
        guard bytes.count > head, bytes.count <= SealedRequest.maximumByteCount, bytes[0] == SealedChannel.version
        else {
            throw .unreadable
        }
        let identifier = EncryptionKeyID(bytes: Array(bytes[1..<head]))
        guard let key = key(identifier) else { throw .unknownKey }
        let end = head + key.publicKey.suite.encapsulatedKeyByteCount
        guard bytes.count > end else { throw .unreadable }
        let encapsulatedKey = Array(bytes[head..<end])
        let plaintext: [UInt8]
        do {
            let info = SealedChannel.info(idmIdentifier: idmIdentifier, operation: operation, key: identifier)
            var recipient = try key.recipient(encapsulatedKey: encapsulatedKey, info: info)
            plaintext = Array(try recipient.open(bytes[end...]))
            answerSecret = try recipient.exportSecret(context: SealedChannel.answerLabel, outputByteCount: 32)
        } catch {
            throw .unreadable
        }
        var reader = ByteReader(plaintext)
        guard plaintext.count % 512 == 0, let proof = reader.lengthPrefixed16(), let body = reader.lengthPrefixed32(),
            reader.isRestZero(below: 512)
        else { throw .unreadable }
        self.body = Array(body)
        self.proof = proof.isEmpty ? nil : Array(proof)
        self.encapsulatedKey = encapsulatedKey
        self.idmIdentifier = idmIdentifier
        self.operation = operation
    }

    /// Returns whether the device key has signed exactly this request for this activation.
    public func isProven(by key: P256.Signing.PublicKey, activation: ActivationID) -> Bool {
        guard let proof, let signature = try? P256.Signing.ECDSASignature(rawRepresentation: proof) else {
            return false
        }
        let transcript = DeviceProof.transcript(
            idmIdentifier: idmIdentifier, operation: operation, activation: activation,
            encapsulatedKey: encapsulatedKey,
            body: body)
        return key.isValidSignature(signature, for: transcript)
    }

    /// Seals the answer for the sender of this request.
    ///
    /// Each call draws a new nonce, so that a repeated request may be answered again.
    /// - Parameter body: at most 64 KiB, since no device reads more.
    /// - Throws: `SealedChannelError.tooLarge` for a larger body.
    public func seal(answer body: [UInt8]) throws -> [UInt8] {
        try SealedChannel.sealAnswer(body, secret: answerSecret, encapsulatedKey: encapsulatedKey)
    }
}

extension OpenedRequest: CustomStringConvertible, CustomReflectable {
    public var description: String { "opened request for \(operation.rawValue), \(body.count) bytes" }
    public var customMirror: Mirror { Mirror(self, children: []) }
}
