import XignCrypto

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A public key of the manager to which requests are sealed.
public struct EncryptionKey: Sendable, Equatable {
    public let suite: SealingSuite
    /// The raw key, with the length of its suite.
    public let publicKey: [UInt8]

    /// Makes a key; nil where the length is not that of the suite.
    public init?(suite: SealingSuite, publicKey: [UInt8]) {
        guard publicKey.count == suite.publicKeyByteCount else { return nil }
        self.suite = suite
        self.publicKey = publicKey
    }

    /// The identifier of the key and its suite, `kid`: SHA-256("xign/1 kem key" || LP(suite) || publicKey)[0..<8].
    public var identifier: EncryptionKeyID {
        var input = ByteWriter(label: "xign/1 kem key")
        input.appendLengthPrefixed(suite.rawValue)
        input.append(publicKey)
        return EncryptionKeyID(bytes: Array(SHA256.hash(data: input.bytes).prefix(EncryptionKeyID.byteCount)))
    }

    func sender(info: [UInt8]) throws -> HPKE.Sender {
        let ciphersuite = try suite.ciphersuite
        switch suite {
        case .x25519:
            let key = try Curve25519.KeyAgreement.PublicKey(rawRepresentation: publicKey)
            return try HPKE.Sender(recipientKey: key, ciphersuite: ciphersuite, info: Data(info))
        case .xWing:
            guard #available(iOS 26, macOS 26, tvOS 26, watchOS 26, visionOS 26, *) else {
                throw SealedChannelError.unsupportedSuite
            }
            let key = try XWingMLKEM768X25519.PublicKey(rawRepresentation: publicKey)
            return try HPKE.Sender(recipientKey: key, ciphersuite: ciphersuite, info: Data(info))
        }
    }
}

/// The identifier of an encryption key, eight bytes.
public struct EncryptionKeyID: Hashable, Sendable {
    static let byteCount = 8
    public let bytes: [UInt8]
}
