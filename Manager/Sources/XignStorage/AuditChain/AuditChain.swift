import XignCrypto
import XignDomain
import XignProtocol

/// The chain of the audit log: one link for each event, with a position, a digest, and an HMAC that depends on all
/// links before.
///
/// Events commit in another order than that of their ids, so positions follow the order of linking. The functions that
/// write are called by the manager with the lease.
package struct AuditChain {
    let transaction: any Transaction

    private static let row: Int64 = 1
    static let place = Vault.Place(column: "audit_chain.state")

    // MARK: State and key

    /// Returns the ends of the chain; nil where no event was linked yet.
    /// - Throws: `Vault.OpeningError` for a state that was changed by hand.
    package func state() throws -> AuditChainState? {
        try transaction.value("SELECT sealed_state FROM audit_chain WHERE id = \(Self.row)").map { sealed in
            try MessageCoding.decode(
                AuditChainState.self, from: try transaction.vault.open(sealed, at: Self.place))
        }
    }

    /// Returns the ends of the chain; nil also for a state that was changed by hand.
    /// - Throws: `StorageError`: a database that fails is no state that was changed.
    func readableState() throws -> AuditChainState? {
        do { return try state() } catch let error as StorageError { throw error } catch { return nil }
    }

    /// Returns true if there is a state, even one that does not open.
    package func hasState() throws -> Bool {
        try transaction.row("SELECT id FROM audit_chain WHERE id = \(Self.row)") != nil
    }

    /// Returns the key of the links; nil where none was drawn.
    package func key() throws -> AuditChainKey? {
        try transaction.keys.signingKeys(purpose: AuditChainKey.purpose).first.map { AuditChainKey($0.privateKey) }
    }

    /// Returns true if there is a state, a key or a link.
    func hasBegun() throws -> Bool {
        try hasState()
            || transaction.row("SELECT id FROM signing_key WHERE purpose = \(AuditChainKey.purpose)") != nil
            || transaction.row("SELECT position FROM audit_link LIMIT 1") != nil
    }

    /// Begins an empty chain. Has no effect where key, state or links exist: what an attacker has removed of them is
    /// not made anew, so that it stays missing.
    package func begin(at now: Timestamp) throws {
        guard try !hasBegun() else { return }
        try transaction.keys.insert(
            Keys.SigningKey(
                purpose: AuditChainKey.purpose, id: "1", privateKey: Array(SecureRandom.bytes(count: 32)),
                signsFrom: now),
            at: now)
        let sealed = try sealed(AuditChainState())
        try transaction.execute("INSERT INTO audit_chain (id, sealed_state) VALUES (\(Self.row), \(sealed))")
    }

    /// Removes links, key and state, and begins an empty chain with a new key. Nobody links until the lease has ended,
    /// so a manager that has read the former chain adds nothing to the new one. The checked time stays.
    package func replace(leasedTo owner: [UInt8], at now: Timestamp, seconds: Int64) throws {
        let checked = try readableState()?.checkedTime
        try transaction.execute("DELETE FROM audit_link")
        try transaction.execute("DELETE FROM audit_chain")
        // Unread: one that somebody has changed does not open.
        try transaction.execute("DELETE FROM signing_key WHERE purpose = \(AuditChainKey.purpose)")
        try begin(at: now)
        if let checked { try setCheckedTime(Timestamp(rawValue: checked)) }
        _ = try takeLease(owner, at: now, seconds: seconds)
    }

    func store(_ state: AuditChainState) throws {
        let sealed = try sealed(state)
        try transaction.execute("UPDATE audit_chain SET sealed_state = \(sealed) WHERE id = \(Self.row)")
    }

    private func sealed(_ state: AuditChainState) throws -> [UInt8] {
        try transaction.vault.seal(try MessageCoding.encode(state), at: Self.place)
    }

    // MARK: The lease

    /// Takes or prolongs the lease of the manager that adds links.
    /// - Parameter seconds: its time; another manager takes it over after that.
    /// - Returns: false where another manager has it, and where the chain was not begun.
    package func takeLease(_ owner: [UInt8], at now: Timestamp, seconds: Int64) throws -> Bool {
        let until = now + seconds
        // An end further ahead was set by a clock that was fast.
        let farthest = until + Timestamp.clockTolerance
        return try transaction.changedRows(
            """
            UPDATE audit_chain SET lease_owner = \(owner), lease_until = \(until)
            WHERE id = \(Self.row) AND (
                lease_owner IS NULL OR lease_owner = \(owner) OR lease_until <= \(now) OR lease_until > \(farthest))
            """) == 1
    }

    // MARK: Linking

    /// Returns the events between two places in the order of their ids, and which of them have a link.
    package func events(
        after place: [UInt8], before end: [UInt8], limit: Int
    ) throws -> [(record: AuditRecord, isLinked: Bool)] {
        try transaction.rows(
            AuditLog.Column.self, PositionColumn.self,
            from: """
                audit LEFT JOIN audit_link ON audit_link.audit_id = audit.id
                WHERE audit.id > \(place) AND audit.id < \(end) ORDER BY audit.id LIMIT \(limit)
                """
        ).map { (try AuditRecord($0), try $1.optional(.position, as: Int64.self) != nil) }
    }

    /// Adds a link for each event that has none.
    /// - Parameter place: the place up to which new events are linked then; nil leaves it.
    /// - Throws: `StorageError` with `.corrupt` where the key is missing.
    package func append(_ records: [AuditRecord], linkedUntil place: [UInt8]?) throws {
        guard var state = try state() else { return }
        guard let key = try key() else { throw StorageError(.corrupt, "the key of the audit chain is missing") }
        for record in records {
            let salt = record.network.map { _ in Array(SecureRandom.bytes(count: AuditRecord.saltByteCount)) }
            let network = record.network.flatMap { network in
                salt.map { AuditRecord.digest(ofNetwork: network, salt: $0) }
            }
            let (position, digest) = (state.last.position + 1, record.digest(network: network))
            let link = key.link(of: record.id, digest, at: position, after: state.last.link.bytes)
            let count = try transaction.changedRows(
                """
                INSERT INTO audit_link (position, audit_id, network_salt, digest, link)
                VALUES (\(position), \(record.id), \(salt), \(digest), \(link)) ON CONFLICT (audit_id) DO NOTHING
                """)
            if count == 1 { state.last = AuditChainEnd(position: position, link: link, auditID: record.id) }
        }
        if let place { state.linkedUntil = Octets(place) }
        try store(state)
    }

    /// Stores the place of the walk.
    package func setWalked(until place: [UInt8]) throws {
        guard var state = try state() else { return }
        state.walkedUntil = Octets(place)
        try store(state)
    }

    // MARK: Reading

    /// Returns the moment of the oldest event that was not linked when its turn came; nil where there is none. Reads
    /// the events since then alone, however many the log has.
    ///
    /// Without a state, or with one that was changed, it is the oldest event of the log, linked or not. An event that
    /// was added with a time of the past is not counted: the walk through the whole log links it.
    package func oldestUnlinked(at now: Timestamp) throws -> Timestamp? {
        guard var place = try readableState()?.linkedUntil.bytes else {
            return try transaction.value("SELECT id FROM audit ORDER BY id LIMIT 1").map {
                TimeOrderedID.moment(of: $0)
            }
        }
        // After a clock that was fast, the events of a while stand for all.
        if TimeOrderedID.place(at: now).lexicographicallyPrecedes(place) { place = TimeOrderedID.place(at: now - 900) }
        return try transaction.value(
            """
            SELECT a.id FROM audit a LEFT JOIN audit_link l ON l.audit_id = a.id
            WHERE a.id > \(place) AND l.position IS NULL ORDER BY a.id LIMIT 1
            """
        ).map { TimeOrderedID.moment(of: $0) }
    }

    /// A link with its event.
    package struct Link: Sendable {
        package let position: Int64
        package let auditID: [UInt8]
        package let networkSalt: [UInt8]?
        /// The salted hash of a network that was erased.
        package let networkDigest: [UInt8]?
        package let digest: [UInt8]
        package let link: [UInt8]
        /// Nil where the event is gone.
        package let record: AuditRecord?
    }

    private enum NetworkColumn: Int, ColumnSet {
        case network, networkSalt
        static let names = ColumnNames(Self.self)
    }

    private enum PositionColumn: Int, ColumnSet {
        case position
        static let names = ColumnNames(Self.self)
    }

    private enum LinkColumn: Int, ColumnSet {
        case position, auditID, networkSalt, networkDigest, digest, link
        static let names = ColumnNames(Self.self)
    }

    /// Returns the links after a position, in their order.
    package func links(after position: Int64, limit: Int) throws -> [Link] {
        try transaction.rows(
            LinkColumn.self, AuditLog.Column.self,
            from: """
                audit_link LEFT JOIN audit ON audit.id = audit_link.audit_id
                WHERE position > \(position) ORDER BY position LIMIT \(limit)
                """
        ).map { link, record in
            let isPresent = try record.optional(.id, as: [UInt8].self) != nil
            return Link(
                position: try link(.position), auditID: try link(.auditID),
                networkSalt: try link.optional(.networkSalt), networkDigest: try link.optional(.networkDigest),
                digest: try link(.digest), link: try link(.link), record: isPresent ? try AuditRecord(record) : nil)
        }
    }

    /// Returns a link that stands outside of both ends; nil where there is none. Only a change by hand makes one.
    package func linkOutside(_ state: AuditChainState) throws -> (position: Int64, auditID: [UInt8])? {
        for row in [
            try transaction.row(
                LinkColumn.self,
                from: "audit_link WHERE position > \(state.last.position) ORDER BY position LIMIT 1"),
            try transaction.row(
                LinkColumn.self,
                from: "audit_link WHERE position <= \(state.removed.position) ORDER BY position LIMIT 1"),
        ] {
            if let row { return (try row(.position), try row(.auditID)) }
        }
        return nil
    }

    // MARK: Erasure and retention

    /// Erases the network of a linked event, and with the salt the means to guess it.
    package func eraseNetwork(of auditID: [UInt8]) throws {
        guard
            let row = try transaction.row(
                NetworkColumn.self,
                from: """
                    audit_link JOIN audit ON audit.id = audit_id
                    WHERE audit_id = \(auditID) AND network_salt IS NOT NULL AND network IS NOT NULL
                    """)
        else { return }
        let digest = AuditRecord.digest(ofNetwork: try row(.network), salt: try row(.networkSalt))
        try transaction.execute(
            """
            UPDATE audit_link SET network_salt = NULL, network_digest = \(digest) WHERE audit_id = \(auditID)
            """)
        try transaction.execute("UPDATE audit SET network = NULL WHERE id = \(auditID)")
    }

    /// The links do not continue the chain from its sealed beginning: somebody has changed the database.
    package struct Damage: Error {
        /// The first position that does not hold.
        package let position: Int64

        package init(position: Int64) { self.position = position }
    }

    /// Removes the first links whose events have left the log.
    ///
    /// A link between others stays until all links before it can go: an event that was linked late has a later position
    /// than its neighbours. Each link is verified: the last one that goes becomes the sealed beginning of the chain.
    /// - Parameters:
    ///   - place: the place before which all events are gone.
    ///   - end: the place before which the retention removes events.
    ///   - limit: the number of links at most.
    /// - Throws: `Damage` for a link that does not hold; then the transaction must not commit.
    func remove(before place: [UInt8], endOfRetention end: [UInt8], limit: Int) throws {
        guard var state = try state() else { return }
        let first = state.removed.position + 1
        guard let key = try key() else { throw Damage(position: first) }
        for found in try links(after: state.removed.position, limit: limit) {
            let position = state.removed.position + 1
            guard found.position == position, position <= state.last.position,
                key.isLink(
                    found.link, of: found.auditID, found.digest, at: position, after: state.removed.link.bytes)
            else { throw Damage(position: position) }
            guard found.auditID.lexicographicallyPrecedes(place) else { break }
            state.removed = AuditChainEnd(position: position, link: found.link, auditID: found.auditID)
        }
        if state.removedBefore.bytes.lexicographicallyPrecedes(end) { state.removedBefore = Octets(end) }
        try store(state)
        try transaction.execute(
            "DELETE FROM audit_link WHERE position >= \(first) AND position <= \(state.removed.position)")
    }
}
