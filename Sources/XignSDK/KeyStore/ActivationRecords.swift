import Foundation
internal import XignCrypto
internal import XignProtocol

/// The stored activations of this device: one file for each manager. Every change is durable when it returns.
///
/// Reading takes no lock, since files are replaced atomically. To change a record or its keys, read it again under the
/// lock and decide on that: see `change(_:)`.
final class ActivationRecords: Sendable {
    private let path: String
    private let lock: HomeLock

    init(folder: String, lock: HomeLock) {
        path = folder
        self.lock = lock
    }

    /// Returns all activations, sorted by manager.
    func all() throws -> [ActivationRecord] {
        let folder = try PrivateFolder(path)
        return try folder.names().compactMap { try read($0, in: folder) }.sorted {
            $0.idmIdentifier < $1.idmIdentifier
        }
    }

    /// Returns the activation at a manager; nil if there is none.
    func record(at idmIdentifier: String) throws -> ActivationRecord? {
        try read(fileName(idmIdentifier), in: PrivateFolder(path))
    }

    /// Runs `body` while holding the lock of the storage location. All changes of records and keys happen inside.
    func change<Result>(_ body: (Changes) throws -> Result) throws -> Result {
        try lock.withLock { try body(Changes(records: self)) }
    }

    /// The operations that need the lock.
    struct Changes {
        fileprivate let records: ActivationRecords

        /// Returns all activations, sorted by manager.
        func all() throws -> [ActivationRecord] { try records.all() }

        /// Returns the current activation at a manager; nil if there is none.
        func record(at idmIdentifier: String) throws -> ActivationRecord? { try records.record(at: idmIdentifier) }

        /// Returns the current record of the same attempt; nil if another flow has removed or replaced it.
        func current(_ attempt: ActivationRecord) throws -> ActivationRecord? {
            guard let record = try record(at: attempt.idmIdentifier), record.isSameAttempt(as: attempt) else {
                return nil
            }
            return record
        }

        /// Adds or replaces the record of a manager.
        func write(_ record: ActivationRecord) throws { try records.write(record) }

        /// Replaces a pending record by the active one, which the manager has.
        ///
        /// - Throws: `storageFailed`; the record is still pending.
        func writeActive(_ record: ActivationRecord) throws {
            do { try write(record) } catch let error as KeyStoreError { throw XignSdkError.activationNotStored(error) }
        }

        /// Removes the activation at a manager. Succeeds if there is none.
        func remove(at idmIdentifier: String) throws { try records.remove(at: idmIdentifier) }
    }

    private func read(_ name: String, in folder: PrivateFolder) throws -> ActivationRecord? {
        guard let content = try folder.read(name) else { return nil }
        guard let record = try? MessageCoding.decode(ActivationRecord.self, from: Array(content)), record.v == 1,
            fileName(record.idmIdentifier) == name
        else {
            throw KeyStoreError.unusable(
                "\(path)/\(name) is damaged. Restore it, or move it to another folder and activate again.")
        }
        return record
    }

    private func write(_ record: ActivationRecord) throws {
        let content = Data(try MessageCoding.encode(record))
        try PrivateFolder(path).write(content, to: fileName(record.idmIdentifier))
    }

    private func remove(at idmIdentifier: String) throws { try PrivateFolder(path).remove(fileName(idmIdentifier)) }

    private func fileName(_ idmIdentifier: String) -> String {
        SHA256.hash(data: Array(idmIdentifier.utf8)).prefix(16).hexadecimal + ".json"
    }
}
