import Foundation
import Synchronization
internal import XignCrypto
internal import XignProtocol

/// The activations of this device: one file for each manager. Every change is durable when it returns.
final class ActivationRecords: Sendable {
    private let path: String
    private let lock = Mutex(())

    init(folder: String) { path = folder }

    /// All activations, sorted by manager.
    func all() throws -> [ActivationRecord] {
        try lock.withLock { _ in
            let folder = try PrivateFolder(path)
            return try folder.names().compactMap { try read($0, in: folder) }.sorted {
                $0.idmIdentifier < $1.idmIdentifier
            }
        }
    }

    /// The activation at a manager.
    func record(at idmIdentifier: String) throws -> ActivationRecord? {
        try lock.withLock { _ in try read(fileName(idmIdentifier), in: PrivateFolder(path)) }
    }

    /// Adds the record of an activation that has begun.
    ///
    /// - Throws: `alreadyPersonalized` if there is an activation at this manager already; the same one, still pending, may
    ///   begin again.
    func begin(_ record: ActivationRecord) throws {
        try lock.withLock { _ in
            let folder = try PrivateFolder(path)
            let existing = try read(fileName(record.idmIdentifier), in: folder)
            if let existing, existing != record { throw XignSdkError.alreadyPersonalized(at: record.idmIdentifier) }
            try write(record, in: folder)
        }
    }

    /// Replaces a record.
    func update(_ record: ActivationRecord) throws {
        try lock.withLock { _ in try write(record, in: PrivateFolder(path)) }
    }

    /// Forgets an activation. It is no error if there is none.
    func remove(at idmIdentifier: String) throws {
        try lock.withLock { _ in try PrivateFolder(path).remove(fileName(idmIdentifier)) }
    }

    private func read(_ name: String, in folder: PrivateFolder) throws -> ActivationRecord? {
        guard let content = try folder.read(name) else { return nil }
        guard let record = try? MessageCoding.decode(ActivationRecord.self, from: Array(content)), record.v == 1,
            fileName(record.idmIdentifier) == name
        else {
            throw KeyStoreError.unusable("\(path)/\(name) is damaged. Restore it, or remove it and activate again.")
        }
        return record
    }

    private func write(_ record: ActivationRecord, in folder: PrivateFolder) throws {
        try folder.write(Data(try MessageCoding.encode(record)), to: fileName(record.idmIdentifier))
    }

    private func fileName(_ idmIdentifier: String) -> String {
        SHA256.hash(data: Array(idmIdentifier.utf8)).prefix(16).hexadecimal + ".json"
    }
}
