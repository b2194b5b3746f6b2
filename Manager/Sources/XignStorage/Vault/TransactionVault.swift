import XignCrypto
import XignDomain
import XignProtocol

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The vault as a transaction uses it: with the keys that the database names in this transaction.
///
/// A manager may not know yet that a key was replaced. So the first value that a transaction seals costs a statement,
/// which reads the key's identifier: nothing is ever sealed with a key that was replaced before.
package struct TransactionVault {
    let transaction: any Transaction

    private var state: Vault.State { transaction.head?.keys ?? transaction.sharedVault.state }

    /// - Throws: `StorageError` with the code `.keyMissing` where this manager does not have the key.
    package func seal(_ value: some DataProtocol, at place: Vault.Place) throws -> [UInt8] {
        try confirmed().current.seal(value, at: place)
    }

    /// - Throws: `Vault.OpeningError`: the database was tampered with, or the key-encryption key is another one.
    ///   `StorageError` with the code `.keyMissing` where this manager does not have the key.
    package func open(_ sealed: [UInt8], at place: Vault.Place) throws -> [UInt8] {
        if transaction.head == nil, let value = try? state.open(sealed, at: place) { return value }
        return try transaction.currentHead().keys.open(sealed, at: place)
    }

    /// Seals a value again that a former key has sealed.
    /// - Returns: nil for a value that the present key has sealed.
    /// - Throws: as `open`.
    func sealedAgain(_ sealed: [UInt8], at place: Vault.Place) throws -> [UInt8]? {
        let state = try confirmed()
        if state.current.open(sealed, at: place) != nil { return nil }
        return try state.current.seal(try state.open(sealed, at: place), at: place)
    }

    /// Returns a keyed hash that recognises a public key in use. Without the key-encryption key it cannot be compared
    /// with a guess.
    package func fingerprint(of publicKey: FactorPublicKey) -> [UInt8] { state.current.fingerprint(of: publicKey) }

    /// The keyed hash under the key that is being replaced; nil where none is.
    func formerFingerprint(of publicKey: FactorPublicKey) -> [UInt8]? { state.former?.fingerprint(of: publicKey) }

    /// Returns a keyed hash by which a mail address is found, whatever the case of its letters. Without the
    /// key-encryption key it cannot be compared with a guess.
    package func lookup(ofAddress address: String) -> [UInt8] { state.current.lookup(ofAddress: address) }

    /// The keyed hashes by which a mail address is stored: two while a key is being replaced.
    func lookups(ofAddress address: String) -> [[UInt8]] {
        [state.current, state.former].compactMap { $0?.lookup(ofAddress: address) }
    }

    /// Returns a keyed hash by which a join link is found. Without the key-encryption key it cannot be compared with a
    /// guess.
    func lookup(of code: JoinCode) -> [UInt8] { state.current.lookup(of: code) }

    /// The keyed hashes by which a code is stored: two while a key is being replaced.
    func lookups(of code: JoinCode) -> [[UInt8]] {
        [state.current, state.former].compactMap { $0?.lookup(of: code) }
    }

    /// A key of 32 bytes, the same on all nodes, from which the secrets of sessions and repeatable bearer values are
    /// derived: that of the key which the database names in this transaction.
    package var managerSecret: SymmetricKey {
        get throws { try confirmed().current.managerSecret }
    }

    /// The identifier of the key that seals, and of the one that is being replaced.
    package var identifiers: (current: String, former: String?) {
        get throws {
            let state = try confirmed()
            return (state.current.identifier, state.former?.identifier)
        }
    }

    /// Lets the whole manager use the keys that the database names in this transaction.
    ///
    /// A transaction that does so and a replacement of the key conflict: one of them sees the other.
    /// - Throws: `StorageError` with the code `.keyMissing` where this manager does not have the key.
    package func confirm() throws { _ = try confirmed() }

    /// The keys that the database names, which the whole manager uses from now on.
    func confirmed() throws -> Vault.State { try transaction.confirmedHead().keys }

    /// Reads at the begin of a transaction which keys the database names, and lets the whole manager use them.
    fileprivate func refresh() throws {
        let vault = transaction.sharedVault
        let number = vault.beginRefresh()
        do {
            let head = try transaction.readHead()
            vault.adopt(head.keys, ofRefresh: number)
            transaction.head = head
        } catch {
            vault.invalidate()
            throw error
        }
    }

    /// Seals with another key from now on, in this transaction.
    package func replace(by next: String) throws {
        let head = try transaction.confirmedHead()
        let former = head.keys.current.identifier
        try transaction.settings.set(Vault.Setting.former, to: former)
        try transaction.settings.set(Vault.Setting.current, to: next)
        transaction.head = Head(
            keys: try transaction.sharedVault.keys(current: next, former: former), token: head.token)
    }
}

extension Transaction {
    /// The vault that this transaction seals and opens columns with.
    package var vault: TransactionVault { TransactionVault(transaction: self) }

    /// Reads the keys of the vault again where another manager may have replaced one.
    func refreshVaultIfOutdated() throws {
        if sharedVault.isOutdated { try vault.refresh() }
    }
}
