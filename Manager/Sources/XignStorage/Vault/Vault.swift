import XignCrypto
import XignDomain
import XignProtocol

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Encryption of values in the database: AES-256-GCM under a key that is stored elsewhere.
///
/// A value is authenticated together with its place, so it cannot be moved to another row. An attacker who can write to
/// the database can neither insert a key nor copy one from another activation.
package struct Vault: Sendable {
    /// The place of a value: its column, and all that identifies its owner.
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

    /// An error for a value that was altered, moved, or sealed under another key.
    package struct OpeningError: Error, Equatable, CustomStringConvertible {
        package let description: String
    }

    private let sealingKey: SymmetricKey
    private let fingerprintKey: SymmetricKey
    private let lookupKey: SymmetricKey
    /// A key of 32 bytes, the same on all nodes, from which the secrets of sessions and repeatable bearer values are
    /// derived.
    package let managerSecret: SymmetricKey
    /// A fingerprint of the key-encryption key, to compare the keys of two nodes. It reveals nothing else about the
    /// key.
    package let identifier: [UInt8]

    /// - Parameter keyEncryptionKey: 32 bytes.
    package init(keyEncryptionKey: SymmetricKey) {
        func derive(_ label: String) -> SymmetricKey {
            HKDF<SHA256>.deriveKey(
                inputKeyMaterial: keyEncryptionKey, salt: [UInt8](), info: Array(label.utf8), outputByteCount: 32)
        }
        sealingKey = derive("xign/1 at rest")
        fingerprintKey = derive("xign/1 key fingerprint")
        lookupKey = derive("xign/1 address lookup")
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

    /// Returns a keyed hash that recognises a public key in use. Without the key-encryption key it cannot be compared
    /// with a guess.
    package func fingerprint(of publicKey: FactorPublicKey) -> [UInt8] {
        Array(HMAC<SHA256>.authenticationCode(for: publicKey.rawRepresentation, using: fingerprintKey))
    }

    /// Returns a keyed hash by which a mail address is found, whatever the case of its letters. Without the
    /// key-encryption key it cannot be compared with a guess.
    package func lookup(ofAddress address: String) -> [UInt8] {
        let folded = CanonicalText.canonical(address.lowercased())
        return Array(HMAC<SHA256>.authenticationCode(for: Array(folded.utf8), using: lookupKey).prefix(16))
    }
}
