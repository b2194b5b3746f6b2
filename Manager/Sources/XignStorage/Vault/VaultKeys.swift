import XignCrypto
import XignDomain
import XignProtocol

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The keys that are derived from one key-encryption key.
final class VaultKeys: Sendable {
    private let sealingKey: SymmetricKey
    private let fingerprintKey: SymmetricKey
    private let lookupKey: SymmetricKey
    private let joinCodeKey: SymmetricKey
    let managerSecret: SymmetricKey
    /// A fingerprint of the key-encryption key as base64url. It reveals nothing else about the key.
    let identifier: String

    /// - Parameter keyEncryptionKey: 32 bytes.
    init(_ keyEncryptionKey: SymmetricKey) {
        func derive(_ label: String) -> SymmetricKey {
            HKDF<SHA256>.deriveKey(
                inputKeyMaterial: keyEncryptionKey, salt: [UInt8](), info: Array(label.utf8), outputByteCount: 32)
        }
        sealingKey = derive("xign/1 at rest")
        fingerprintKey = derive("xign/1 key fingerprint")
        lookupKey = derive("xign/1 address lookup")
        joinCodeKey = derive("xign/1 join code lookup")
        managerSecret = derive("xign/1 manager secret")
        identifier = Vault.identifier(of: keyEncryptionKey)
    }

    func seal(_ value: some DataProtocol, at place: Vault.Place) throws -> [UInt8] {
        let box = try AES.GCM.seal(value, using: sealingKey, authenticating: place.authenticated)
        return Array(box.nonce) + box.ciphertext + box.tag
    }

    /// Returns nil for a value that was altered or moved, or sealed under another key.
    func open(_ sealed: [UInt8], at place: Vault.Place) -> [UInt8]? {
        (try? AES.GCM.open(.init(combined: sealed), using: sealingKey, authenticating: place.authenticated))
            .map { Array($0) }
    }

    func fingerprint(of publicKey: FactorPublicKey) -> [UInt8] {
        Array(HMAC<SHA256>.authenticationCode(for: publicKey.rawRepresentation, using: fingerprintKey))
    }

    func lookup(ofAddress address: String) -> [UInt8] {
        let folded = Array(MailAddress.folded(address).utf8)
        return Array(HMAC<SHA256>.authenticationCode(for: folded, using: lookupKey).prefix(16))
    }

    func lookup(of code: JoinCode) -> [UInt8] {
        Array(HMAC<SHA256>.authenticationCode(for: Array(code.text.utf8), using: joinCodeKey).prefix(16))
    }
}
