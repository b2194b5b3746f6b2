import XignCrypto

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A request that a device seals: the device's side of the sealed channel (protocol.md, section 3).
///
///     request   = 0x01 || kid (8) || enc || ct
///     plaintext = u16 length || device proof or nothing || u32 length || body || zeros to a multiple of 512
public struct SealedRequest: Sendable {
    /// The largest request in bytes.
    public static let maximumByteCount = 64 * 1024
    /// The media type of requests and answers.
    public static let contentType = "application/vnd.xign.sealed"

    /// The sealed bytes. A repetition must send the same ones.
    public let bytes: [UInt8]
    private let answerSecret: SymmetricKey
    private let encapsulatedKey: [UInt8]

    /// A function that signs the transcript of a device proof with the device key: ES256, 64 bytes.
    public typealias DeviceSignature = (_ transcript: [UInt8]) throws -> [UInt8]

    /// Seals `body` for one operation of one manager.
    /// - Parameters:
    ///   - key: the manager's key, from its key material.
    ///   - device: the activation and the key that prove the sender, where the operation requires it.
    /// - Throws: `SealedChannelError.tooLarge` or `unsupportedSuite`; the error of `device.sign`; `CryptoKitError` for
    ///   an invalid key.
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

    /// Opens the answer to this request. Only the holder of the key to which the request was sealed can have made it.
    /// - Throws: `SealedChannelError.unreadable`.
    public func open(answer: [UInt8]) throws(SealedChannelError) -> [UInt8] {
        try SealedChannel.openAnswer(answer, secret: answerSecret, encapsulatedKey: encapsulatedKey)
    }
}

extension SealedRequest: CustomStringConvertible, CustomReflectable {
    public var description: String { "sealed request of \(bytes.count) bytes" }
    public var customMirror: Mirror { Mirror(self, children: []) }
}
