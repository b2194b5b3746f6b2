import Synchronization
import Threads
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
///
/// The database says which key seals: its identifier is a setting. While a key is being replaced, there is a former
/// one, which opens what nobody has sealed again yet. Transactions use `TransactionVault`, which reads these settings
/// where they decide.
package final class Vault: Sendable {
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

        var authenticated: [UInt8] {
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

        /// Reads a row whose columns are all compared with what its seal has.
        /// - Throws: `OpeningError` also where a column has another length or type than in such a row: it was altered,
        ///   too.
        static func ofColumns<T>(_ read: () throws -> T) throws -> T {
            do {
                return try read()
            } catch let error as StorageError where error.code == .unexpectedType {
                throw OpeningError(description: error.description)
            } catch let error as DecodingError {
                throw OpeningError(description: "\(error)")
            }
        }
    }

    /// The keys in use.
    package struct State: Sendable {
        let current: VaultKeys
        /// The key that is being replaced; nil where none is.
        let former: VaultKeys?

        func hasSameKeys(as other: State) -> Bool {
            current.identifier == other.current.identifier && former?.identifier == other.former?.identifier
        }

        func open(_ sealed: [UInt8], at place: Place) throws -> [UInt8] {
            if let value = current.open(sealed, at: place) ?? former?.open(sealed, at: place) { return value }
            throw OpeningError(
                description:
                    "a value of \(place.column) does not belong where it stands: the database was changed by hand, or "
                    + "the key-encryption key is not the one that it was written with")
        }
    }

    /// The settings that name the keys of a database.
    package enum Setting {
        package static let current = "key-encryption key"
        package static let former = "key-encryption key, former"
    }

    private let shared: Locked<(state: State, refresh: Int)>
    private let outdated = Atomic(false)
    /// The number of refreshes that have begun.
    private let refreshes = Locked(0)
    private let reload: @Sendable () throws -> [SymmetricKey]

    /// - Parameter keyEncryptionKey: 32 bytes.
    package convenience init(keyEncryptionKey: SymmetricKey) {
        self.init(keyEncryptionKey) { [keyEncryptionKey] }
    }

    /// - Parameters:
    ///   - keyEncryptionKey: the key that seals until a database says otherwise.
    ///   - reload: reads the keys again, where a database names another one. Called on any thread.
    package init(_ keyEncryptionKey: SymmetricKey, reload: @escaping @Sendable () throws -> [SymmetricKey]) {
        shared = Locked((State(current: VaultKeys(keyEncryptionKey), former: nil), 0))
        self.reload = reload
    }

    /// A fingerprint of a key-encryption key, as base64url. It reveals nothing else about the key.
    package static func identifier(of key: SymmetricKey) -> String {
        Base64URL.encode(
            Array(
                HMAC<SHA256>.authenticationCode(
                    for: Array("xign/1 key-encryption key identifier".utf8), using: key
                ).prefix(16)))
    }

    var state: State { shared.withLock { $0.state } }

    /// A key of 32 bytes, the same on all nodes, from which the secrets of sessions and repeatable bearer values are
    /// derived.
    package var managerSecret: SymmetricKey { state.current.managerSecret }

    /// The fingerprint of the key that seals, to compare the keys of two nodes.
    package var identifier: String { state.current.identifier }

    /// Seals a value that is not stored in the database.
    package func seal(_ value: some DataProtocol, at place: Place) throws -> [UInt8] {
        try state.current.seal(value, at: place)
    }

    /// - Throws: `OpeningError`: the database was tampered with, or the key-encryption key is another one.
    package func open(_ sealed: [UInt8], at place: Place) throws -> [UInt8] { try state.open(sealed, at: place) }

    // MARK: The choice of the keys

    /// Makes the next transaction read which keys the database names.
    package func invalidate() { outdated.store(true, ordering: .releasing) }

    var isOutdated: Bool { outdated.load(ordering: .acquiring) }

    /// Returns the keys of these identifiers, read again where they are not at hand.
    /// - Throws: `StorageError` with the code `.keyMissing`.
    func keys(current: String, former: String?) throws -> State {
        let present = state
        if present.current.identifier == current, present.former?.identifier == former { return present }
        let read: [SymmetricKey]
        do { read = try reload() } catch { throw StorageError(.keyMissing, "\(error)") }
        let known = [present.current, present.former].compactMap(\.self) + read.map(VaultKeys.init)
        func key(_ identifier: String) throws -> VaultKeys {
            guard let key = known.first(where: { $0.identifier == identifier }) else {
                throw StorageError(.keyMissing, "its identifier is \(identifier)")
            }
            return key
        }
        return State(current: try key(current), former: try former.map(key))
    }

    /// Begins to read which keys the database names. The caller's transaction has read nothing yet, so that it sees
    /// every change of which notice was given before.
    /// - Returns: the refresh's number.
    func beginRefresh() -> Int {
        outdated.store(false, ordering: .sequentiallyConsistent)
        return refreshes.withLock { number in
            number += 1
            return number
        }
    }

    /// Uses these keys from now on, unless a refresh that began later has ended before.
    func adopt(_ state: State, ofRefresh number: Int) {
        shared.withLock { if $0.refresh < number { $0 = (state, number) } }
    }

    /// Uses these keys until the next transaction, which reads them again: the one that has read these may be older
    /// than the last refresh.
    func adoptForNow(_ state: State) {
        shared.withLock { $0.state = state }
        invalidate()
    }
}
