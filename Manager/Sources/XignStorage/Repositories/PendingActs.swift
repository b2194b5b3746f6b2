import XignDomain
import XignProtocol

/// The acts that wait for a second administrator. They name people, and are sealed with all that their confirmation
/// rests on.
package struct PendingActs {
    let transaction: any Transaction

    /// Finds an act. It may have ended by time.
    /// - Returns: nil where there is none, and for an act that this version does not know: see `unknownName`.
    package func find(_ id: PendingActID) throws -> PendingAct? {
        try transaction.row(Column.self, from: "pending_act WHERE id = \(id)").flatMap(act)
    }

    /// Finds the name of an act that this version does not know: a later one has stored it.
    /// - Returns: nil where there is none such.
    package func unknownName(_ id: PendingActID) throws -> String? {
        let row = try transaction.row(Column.self, from: "pending_act WHERE id = \(id)")
        return try row.flatMap { Self.unknownName(in: try open($0)) }
    }

    /// Returns the acts that began after a moment, newest first.
    package func all(begunAfter moment: Timestamp) throws -> [PendingAct] {
        try transaction.rows(
            Column.self, from: "pending_act WHERE created_at > \(moment) ORDER BY created_at DESC, id"
        ).compactMap(act)
    }

    /// Counts the acts of an account, and opens none: a row that does not open keeps nobody from another act.
    package func count(of account: AccountID, begunAfter moment: Timestamp) throws -> Int {
        try transaction.value(
            "SELECT count(*) FROM pending_act WHERE account_id = \(account) AND created_at > \(moment)") ?? 0
    }

    package func insert(_ act: PendingAct) throws {
        let stored = try MessageCoding.encode(StoredPendingAct(act))
        let sealed = try transaction.vault.seal(stored, at: Self.place(act.id))
        let values = Column.values { column in
            switch column {
            case .id: .of(act.id)
            case .accountID: .of(act.accountID)
            case .processID: .of(act.process)
            case .sealedAct: .of(sealed)
            case .createdAt: .of(act.createdAt)
            }
        }
        try transaction.execute("INSERT INTO pending_act \(values)")
    }

    /// Removes an act that takes effect, or that is withdrawn.
    /// - Returns: false where it was removed before.
    package func remove(_ id: PendingActID) throws -> Bool {
        try transaction.changedRows("DELETE FROM pending_act WHERE id = \(id)") == 1
    }

    /// Removes the acts that an account has confirmed.
    func removeAll(of account: AccountID) throws {
        try transaction.execute("DELETE FROM pending_act WHERE account_id = \(account)")
    }

    /// Returns acts that began at a moment or before it.
    package func all(begunUntil moment: Timestamp, limit: Int) throws -> [PendingAct] {
        try transaction.rows(
            Column.self, from: "pending_act WHERE created_at <= \(moment) ORDER BY created_at LIMIT \(limit)"
        ).compactMap(act)
    }

    private enum Column: Int, ColumnSet {
        case id, accountID, processID, sealedAct, createdAt
        static let names = ColumnNames(Self.self)
    }

    static func place(_ id: PendingActID) -> Vault.Place {
        Vault.Place(column: "pending_act.act", activation: nil, item: id.description)
    }

    /// - Returns: nil for an act that this version does not know.
    private func act(_ row: TableRow<Column>) throws -> PendingAct? {
        let bytes = try open(row)
        let id: PendingActID = try row(.id)
        do { return try MessageCoding.decode(StoredPendingAct.self, from: bytes).act(id) } catch {
            guard Self.unknownName(in: bytes) != nil else { throw error }
            return nil
        }
    }

    private func open(_ row: TableRow<Column>) throws -> [UInt8] {
        try transaction.vault.open(try row(.sealedAct), at: Self.place(try row(.id)))
    }

    private static func unknownName(in bytes: [UInt8]) -> String? {
        let name = try? MessageCoding.decode(NamedAct.self, from: bytes).act.effect.keys.first
        return name.flatMap { ActName(rawValue: $0) == nil ? $0 : nil }
    }
}

/// The part of a stored act that has its name.
private struct NamedAct: Decodable {
    struct Act: Decodable { let effect: [String: Objects] }
    struct Objects: Decodable {}

    let act: Act
}

/// The encoding of an act inside the seal. The columns beside it are for lookups.
private struct StoredPendingAct: Codable {
    let act: Administration
    let object: [UInt8]
    let text: StoredText
    let account: AccountID
    let process: SessionID
    let createdAt: Int64

    init(_ pending: PendingAct) {
        act = pending.act
        object = pending.object
        text = StoredText(pending.text)
        account = pending.accountID
        process = pending.process
        createdAt = pending.createdAt.rawValue
    }

    func act(_ id: PendingActID) -> PendingAct {
        PendingAct(
            id: id, act: act, object: object, text: text.text, accountID: account, process: process,
            createdAt: Timestamp(rawValue: createdAt))
    }
}
