import XignCrypto
import XignDomain
import XignProtocol

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Seals what must not be readable, or replaceable, in the database: AES-256-GCM under a key that does not stand there.
///
/// The place of a value is authenticated with it, so a value cannot be moved to another row: whoever can write to the database
/// can neither plant a key nor give one activation's to another.
package struct Vault: Sendable {
    /// Where a value stands. Everything that decides whose it is.
    package struct Place {
        let column: StaticString
        let account: AccountID?
        let activation: ActivationID?
        let item: String

        package init(
            column: StaticString, account: AccountID? = nil, activation: ActivationID? = nil, item: String = ""
        ) {
            self.column = column
            self.account = account
            self.activation = activation
            self.item = item
        }

        fileprivate var authenticated: [UInt8] {
            var bytes: [UInt8] = []
            bytes.reserveCapacity(128)
            func append(_ part: some Collection<UInt8>) {
                bytes.append(UInt8(part.count >> 8 & 0xFF))
                bytes.append(UInt8(part.count & 0xFF))
                bytes.append(contentsOf: part)
            }
            column.withUTF8Buffer { unsafe append($0) }
            append((account?.text ?? "").utf8)
            append(activation?.bytes ?? [])
            append(item.utf8)
            return bytes
        }
    }

    /// A value that was altered, moved, or sealed under another key.
    package struct OpeningError: Error, Equatable, CustomStringConvertible {
        package let description: String
    }

    private let sealingKey: SymmetricKey
    private let fingerprintKey: SymmetricKey
    /// 32 bytes that all nodes share, from which the secrets of sessions and repeatable bearer values are derived.
    package let managerSecret: SymmetricKey
    /// Tells whether two nodes have the same key, and says nothing else about it.
    package let identifier: [UInt8]

    /// - Parameter keyEncryptionKey: 32 bytes.
    package init(keyEncryptionKey: SymmetricKey) {
        func derive(_ label: String) -> SymmetricKey {
            HKDF<SHA256>.deriveKey(
                inputKeyMaterial: keyEncryptionKey, salt: [UInt8](), info: Array(label.utf8), outputByteCount: 32)
        }
        sealingKey = derive("xign/1 at rest")
        fingerprintKey = derive("xign/1 key fingerprint")
        managerSecret = derive("xign/1 manager secret")
        identifier = Array(
            HMAC<SHA256>.authenticationCode(
                for: Array("xign/1 key-encryption key identifier".utf8), using: keyEncryptionKey
            ).prefix(16))
    }

    package func seal(_ value: some DataProtocol, at place: Place) throws -> [UInt8] {
        let box = try AES.GCM.seal(value, using: sealingKey, authenticating: place.authenticated)
        return Array(box.nonce) + box.ciphertext + box.tag
    }

    /// - Throws: `OpeningError`: the database was tampered with, or the key-encryption key is another one.
    package func open(_ sealed: [UInt8], at place: Place) throws -> [UInt8] {
        do {
            return Array(
                try AES.GCM.open(.init(combined: sealed), using: sealingKey, authenticating: place.authenticated))
        } catch {
            throw OpeningError(
                description:
                    "a value of \(place.column) does not belong where it stands: the database was changed by hand, or "
                    + "the key-encryption key is not the one that it was written with")
        }
    }

    /// Recognises a public key that is in use already, without being a verifier of it: nobody without the key-encryption key can
    /// compare it with a guess.
    package func fingerprint(of publicKey: FactorPublicKey) -> [UInt8] {
        Array(HMAC<SHA256>.authenticationCode(for: publicKey.rawRepresentation, using: fingerprintKey))
    }
}
