import XignCrypto

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The private half of an encryption key, which the manager holds.
public struct DecryptionKey: Sendable {
    private enum Key: Sendable {
        case x25519(Curve25519.KeyAgreement.PrivateKey)
        /// The 32 bytes from which the key pair is expanded; not every platform can expand them.
        case xWing(XWingPrivateKey)
    }

    private let key: Key
    public let publicKey: EncryptionKey

    /// Generates a key.
    /// - Throws: `SealedChannelError.unsupportedSuite` where the platform lacks the suite.
    public static func generate(_ suite: SealingSuite) throws -> DecryptionKey {
        try DecryptionKey(suite: suite, secret: SecretOctets.random(count: 32))
    }

    /// Restores a key.
    /// - Parameter secret: the X25519 scalar or the seed of X-Wing, 32 bytes.
    /// - Throws: `SealedChannelError.unsupportedSuite` where the platform lacks the suite; `CryptoKitError` for another
    ///   length.
    public init(suite: SealingSuite, secret: SecretOctets) throws {
        let publicKey: [UInt8]
        switch suite {
        case .x25519:
            let pair = try Curve25519.KeyAgreement.PrivateKey(rawRepresentation: secret.bytes)
            key = .x25519(pair)
            publicKey = Array(pair.publicKey.rawRepresentation)
        case .xWing:
            let pair = try XWingPrivateKey(seed: secret.bytes)
            key = .xWing(pair)
            publicKey = pair.publicKey
        }
        guard let publicKey = EncryptionKey(suite: suite, publicKey: publicKey) else {
            throw SealedChannelError.unsupportedSuite
        }
        self.publicKey = publicKey
    }

    func recipient(encapsulatedKey: [UInt8], info: [UInt8]) throws -> HPKE.Recipient {
        let ciphersuite = try publicKey.suite.ciphersuite
        switch key {
        case .x25519(let pair):
            return try HPKE.Recipient(
                privateKey: pair, ciphersuite: ciphersuite, info: Data(info), encapsulatedKey: Data(encapsulatedKey))
        case .xWing(let pair):
            return try pair.recipient(ciphersuite: ciphersuite, info: info, encapsulatedKey: encapsulatedKey)
        }
    }
}

/// The private key of X-Wing, which Apple's systems have from version 26 on. Closures hide it, so that types without an
/// availability can hold it.
private struct XWingPrivateKey: Sendable {
    let publicKey: [UInt8]
    private let makeRecipient: @Sendable (HPKE.Ciphersuite, Data, Data) throws -> HPKE.Recipient

    init(seed: [UInt8]) throws {
        guard SealingSuite.xWing.isAvailable, #available(iOS 26, macOS 26, tvOS 26, watchOS 26, visionOS 26, *) else {
            throw SealedChannelError.unsupportedSuite
        }
        let key = try XWingMLKEM768X25519.PrivateKey(seedRepresentation: seed, publicKey: nil)
        publicKey = Array(key.publicKey.rawRepresentation)
        makeRecipient = { ciphersuite, info, encapsulatedKey in
            try HPKE.Recipient(privateKey: key, ciphersuite: ciphersuite, info: info, encapsulatedKey: encapsulatedKey)
        }
    }

    func recipient(ciphersuite: HPKE.Ciphersuite, info: [UInt8], encapsulatedKey: [UInt8]) throws -> HPKE.Recipient {
        try makeRecipient(ciphersuite, Data(info), Data(encapsulatedKey))
    }
}
