/// The trusted key material of one manager: a document that the app ships, followed by updates that each document
/// verifies for its successor (protocol.md, section 1).
///
/// The attacks to resist are those of The Update Framework: rollback, freeze, and a stolen online key.
///
///     shipped --online key--> sequence 8 --roots--> epoch 2, sequence 1 --online key--> ...
public struct KeyMaterialChain: Sendable {
    /// The reason why an update is refused. The current document stays.
    public enum UpdateError: Error, Equatable, Sendable {
        /// The document is not newer than the current one. Harmless: an old copy, or the same document again.
        case notNewer
        /// The document is not signed by the keys that this change requires.
        case untrusted
        /// The document belongs to another manager, or changes more than its signature allows.
        case forbiddenChange
    }

    /// The newest document. It may have expired: then it still verifies its successor, and nothing is sealed with it.
    public private(set) var current: SignedKeyMaterial

    /// The documents to store, from the shipped one to the current one: the first and the last of each epoch.
    ///
    /// `init(trusting:)` reads them again. Within an epoch only the online key signs, and only the first document has
    /// the signatures of the previous root keys. Without the first document of an epoch the others cannot be verified.
    public private(set) var documents: [SignedKeyMaterial]

    /// Begins with the document that the app ships.
    /// - Throws: `untrusted` unless its own online key has signed it: it is damaged or was never issued.
    public init(trusting shipped: SignedKeyMaterial) throws(UpdateError) {
        guard shipped.signatureCount(among: [shipped.material.onlineKey]) == 1 else { throw .untrusted }
        current = shipped
        documents = [shipped]
    }

    /// Begins with the first of several documents and updates to the others in turn.
    /// - Throws: `UpdateError` for the first document that is not a successor of the one before; `untrusted` without
    ///   documents.
    public init(trusting documents: [SignedKeyMaterial]) throws(UpdateError) {
        guard let first = documents.first else { throw .untrusted }
        try self.init(trusting: first)
        for next in documents.dropFirst() { try update(to: next) }
    }

    /// Begins with documents whose fingerprint a person compares.
    ///
    /// The fingerprint identifies root keys, and anybody can write genuine root keys beside an online key of their own.
    /// So `threshold` root keys must have signed one document of the last document's epoch. Within an epoch neither
    /// root keys nor online key can change, so that this document authenticates the others.
    /// - Throws: like `init(trusting:)`; `untrusted` where the root keys have signed none.
    public init(confirming documents: [SignedKeyMaterial]) throws(UpdateError) {
        try self.init(trusting: documents)
        let epoch = current.material.epoch
        guard documents.contains(where: { $0.material.epoch == epoch && $0.isSignedByItsRoots }) else {
            throw .untrusted
        }
    }

    /// Adopts `next` if it is a successor of the current document.
    /// - Throws: `UpdateError`; then nothing has changed.
    public mutating func update(to next: SignedKeyMaterial) throws(UpdateError) {
        let (old, new) = (current.material, next.material)
        guard new.idmIdentifier.hasSameBytes(as: old.idmIdentifier) else { throw .forbiddenChange }
        guard new.isNewer(than: old) else { throw .notNewer }
        if new.epoch == old.epoch {
            guard next.signatureCount(among: [old.onlineKey]) == 1 else { throw .untrusted }
            guard new.rootKeys == old.rootKeys, new.threshold == old.threshold, new.onlineKey == old.onlineKey,
                new.url == old.url, new.appLinkOrigins == old.appLinkOrigins
            else { throw .forbiddenChange }
        } else {
            guard next.signatureCount(among: old.rootKeys) >= old.threshold else { throw .untrusted }
        }
        current = next
        if documents.suffix(2).count(where: { $0.material.epoch == new.epoch }) == 2 { documents.removeLast() }
        documents.append(next)
    }

    /// Returns the strongest encryption key that this platform supports.
    ///
    /// Nil where the document has expired, or expires later than `KeyMaterial.maximumLifetimeSeconds` from now: the app
    /// must fetch the next document first.
    /// - Parameter time: the current time in Unix seconds.
    public func encryptionKey(at time: Int64) -> EncryptionKey? {
        let (remaining, overflow) = current.material.expiresAt.subtractingReportingOverflow(time)
        guard !overflow, (1...KeyMaterial.maximumLifetimeSeconds).contains(remaining) else { return nil }
        return current.material.encryptionKeys.filter { $0.suite.isAvailable }
            .max { $0.suite.strength < $1.suite.strength }
    }

    /// Returns whether another manager's document contains an identifier, an origin or a key of this manager. No two
    /// managers in one app may share any.
    public func conflicts(with other: KeyMaterial) -> Bool {
        let own = current.material
        let origins = Set([own.url] + own.appLinkOrigins)
        return own.idmIdentifier.hasSameBytes(as: other.idmIdentifier)
            || !origins.isDisjoint(with: [other.url] + other.appLinkOrigins)
            || !Set(own.rootKeys + [own.onlineKey]).isDisjoint(with: other.rootKeys + [other.onlineKey])
            || !Set(own.encryptionKeys.map(\.publicKey)).isDisjoint(with: other.encryptionKeys.map(\.publicKey))
    }
}
