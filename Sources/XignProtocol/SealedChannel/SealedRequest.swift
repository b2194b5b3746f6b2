import XignCrypto

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The device's side of the sealed channel (protocol.md, section 3).
///
///     request   = 0x01 || kid (8) || enc || ct
///     plaintext = u16 length || device proof or nothing || u32 length || body || zeros to a multiple of 512
public struct SealedRequest: Sendable {
    /// Of a whole request.
    public static let maximumByteCount = 64 * 1024
    public static let contentType = "application/vnd.xign.sealed"

    /// What is sent. A repetition must send the same bytes.
    public let bytes: [UInt8]
    private let answerSecret: SymmetricKey
    private let encapsulatedKey: [UInt8]

    /// Signs the transcript of a device proof: with the device key, ES256, 64 bytes.
    public typealias DeviceSignature = (_ transcript: [UInt8]) throws -> [UInt8]

    /// Seals `body` for one operation of one manager.
    /// - Parameter device: whose key proves the sender, where the operation demands it.
    /// - Throws: `SealedChannelError`, what the signature throws, or `CryptoKitError` where the key is none of its suite.
    public init(
        _ body: [UInt8], operation: DeviceOperationName, idmIdentifier: String, key: EncryptionKey,
        device: (activation: ActivationID, sign: DeviceSignature)? = nil
    ) throws {
        let info = SealedChannel.info(idmIdentifier: idmIdentifier, operation: operation, key: key.identifier)
        var sender = try key.sender(info: info)
        encapsulatedKey = Array(sender.encapsulatedKey)
        var proof: [UInt8] = []
        if let device {
            proof = try device.sign(
                DeviceProof.transcript(
                    idmIdentifier: idmIdentifier, operation: operation, activation: device.activation,
                    encapsulatedKey: encapsulatedKey, body: body))
        }
        guard proof.count + body.count < Self.maximumByteCount else { throw SealedChannelError.tooLarge }
        var plaintext = ByteWriter()
        plaintext.appendLengthPrefixed(proof)
        plaintext.append(UInt32(body.count))
        plaintext.append(body)
        let padded = SealedChannel.padded(plaintext.bytes, to: 512)
        let ciphertext = try sender.seal(padded)
        bytes = [SealedChannel.version] + key.identifier.bytes + encapsulatedKey + ciphertext
        guard bytes.count <= Self.maximumByteCount else { throw SealedChannelError.tooLarge }
        answerSecret = try sender.exportSecret(context: SealedChannel.answerLabel, outputByteCount: 32)
    }

    /// Opens the answer to this request; only the holder of the key that it was sealed to can have made it.
    /// - Throws: `SealedChannelError.unreadable`.
    public func open(answer: [UInt8]) throws(SealedChannelError) -> [UInt8] {
        try SealedChannel.openAnswer(answer, secret: answerSecret, encapsulatedKey: encapsulatedKey)
    }
}

extension SealedRequest: CustomStringConvertible, CustomReflectable {
    public var description: String { "sealed request of \(bytes.count) bytes" }
    public var customMirror: Mirror { Mirror(self, children: []) }
}
