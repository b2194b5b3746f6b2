import XignDomain
import XignProtocol

/// The encryption keys of all key material that a database has ever published.
struct PublishedKeys: Sendable {
    /// The newest document, by which a cache of this value is current.
    let newest: [UInt8]
    private let keys: Set<EncryptionKeyID>
    /// The last restore, which is a leap of the sequence number within an epoch. The devices have keys of the database
    /// that was lost.
    private let restoredAt: Timestamp?

    /// - Parameters:
    ///   - documents: all documents, oldest first.
    ///   - newest: the newest one.
    /// - Throws: `StatementError` for a document that is damaged.
    init(_ documents: [[UInt8]], newest: [UInt8]) throws {
        let materials = try documents.map { try SignedKeyMaterial(parsing: $0).material }
        self.newest = newest
        keys = Set(materials.flatMap { $0.encryptionKeys.map(\.identifier) })
        var restoredAt: Timestamp?
        for (former, next) in zip(materials, materials.dropFirst())
        where next.epoch == former.epoch && next.sequence - former.sequence >= RestoreDatabase.sequenceStep {
            restoredAt = Timestamp(seconds: next.expiresAt - EncryptionKeys.materialSeconds)
        }
        self.restoredAt = restoredAt
    }

    /// Returns true if a document has published the key, or a database that was restored less than the lifetime of a
    /// key ago may have.
    func contains(_ id: EncryptionKeyID, at now: Timestamp) -> Bool {
        if keys.contains(id) { return true }
        return restoredAt.map { now.secondsSince($0) < EncryptionKeys.lifetimeSeconds } ?? false
    }
}
