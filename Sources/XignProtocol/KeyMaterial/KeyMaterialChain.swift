/// The material of one manager as an app trusts it: what the app shipped, and every update that the one before it has
/// verified (protocol.md, section 1; the attacks of The Update Framework: rollback, freeze, stolen online key).
///
///     shipped --online key--> sequence 8 --roots--> epoch 2, sequence 1 --online key--> ...
public struct KeyMaterialChain: Sendable {
    /// Why an update is refused; the current document stays.
    public enum UpdateError: Error, Equatable, Sendable {
        /// Not newer than what is known. Harmless: an old copy, or the same again.
        case notNewer
        /// Not signed by the keys that this change needs.
        case untrusted
        /// Of another manager, or changes what its signature does not allow to change.
        case forbiddenChange
    }

    /// The newest document. It may have expired: it verifies its successor all the same, but nothing is sealed with it.
    public private(set) var current: SignedKeyMaterial

    /// The documents that lead from the shipped one to the current one: of each epoch the first and the last.
    ///
    /// `init(trusting:)` takes them again. Within an epoch the online key alone has signed, and only the first document bears the
    /// signatures of the roots before it. So without the first of an epoch, the others are vouched for by none.
    public private(set) var documents: [SignedKeyMaterial]

    /// Begins with the document that the app ships.
    /// - Throws: `untrusted` where its own online key has not signed it: it is damaged or was never issued.
    public init(trusting shipped: SignedKeyMaterial) throws(UpdateError) {
        guard shipped.signatureCount(among: [shipped.material.onlineKey]) == 1 else { throw .untrusted }
        current = shipped
        documents = [shipped]
    }

    /// Begins with the first of several documents, and goes on to the others.
    /// - Throws: `UpdateError` for the first that the one before it does not vouch for; `untrusted` without documents.
    public init(trusting documents: [SignedKeyMaterial]) throws(UpdateError) {
        guard let first = documents.first else { throw .untrusted }
        try self.init(trusting: first)
        for next in documents.dropFirst() { try update(to: next) }
    }

    /// Begins with documents of which a person compares the fingerprint.
    ///
    /// The fingerprint names roots, and anybody can write their names beside an online key of their own. So the roots must have
    /// signed, as many as they demand, one document of the epoch that the documents end with. Within an epoch neither roots nor
    /// online key can change: that document vouches for the others.
    /// - Throws: as `init(trusting:)`; `untrusted` where the roots have signed none.
    public init(confirming documents: [SignedKeyMaterial]) throws(UpdateError) {
        try self.init(trusting: documents)
        let epoch = current.material.epoch
        guard documents.contains(where: { $0.material.epoch == epoch && $0.isSignedByItsRoots }) else {
            throw .untrusted
        }
    }

    /// Goes on to `next`, if the current document vouches for it.
    /// - Throws: `UpdateError`; nothing has changed then.
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

    /// The strongest key that both sides can use, or nil where the document has expired or claims to be good for longer than
    /// any manager issues one: the app fetches the next document first.
    /// - Parameter time: Unix seconds.
    public func encryptionKey(at time: Int64) -> EncryptionKey? {
        let (remaining, overflow) = current.material.expiresAt.subtractingReportingOverflow(time)
        guard !overflow, (1...KeyMaterial.maximumLifetimeSeconds).contains(remaining) else { return nil }
        return current.material.encryptionKeys.filter { $0.suite.isAvailable }
            .max { $0.suite.strength < $1.suite.strength }
    }

    /// Whether the other document claims an identifier, an origin or a key of this manager; two managers may share none.
    public func conflicts(with other: KeyMaterial) -> Bool {
        let own = current.material
        let origins = Set([own.url] + own.appLinkOrigins)
        return own.idmIdentifier.hasSameBytes(as: other.idmIdentifier)
            || !origins.isDisjoint(with: [other.url] + other.appLinkOrigins)
            || !Set(own.rootKeys + [own.onlineKey]).isDisjoint(with: other.rootKeys + [other.onlineKey])
            || !Set(own.encryptionKeys.map(\.publicKey)).isDisjoint(with: other.encryptionKeys.map(\.publicKey))
    }
}
