import XignDomain
import XignProtocol

/// The messages that wait for their delivery by a manager: notices for the program that `notify` in `manager.yaml`
/// names, mails to people, and logouts for websites.
///
/// A row is sealed when its act is written, in the same transaction, and refers to nothing: it outlives the account. It
/// stays until a manager says that it was delivered, so it is delivered at least once.
package struct Outbox {
    /// Sent with each row, with its kind.
    package static let topic: StaticString = "outbox"

    package enum Kind: String, Sendable, CaseIterable {
        case notice, mail, invitationMail, logout
    }

    /// A row that a manager has taken.
    package struct Item: Sendable {
        let id: [UInt8]
        /// The number of times that it was taken, this time included.
        package let attempt: Int
        /// The receiver that it shares with other rows; nil where there is one for all.
        let receiver: String?
        let sealedPayload: [UInt8]

        /// The row's id in log lines, and in the payload.
        package var idText: String { Base64URL.encode(id) }

        /// - Throws: `Vault.OpeningError`, `DecodingError` for a row that somebody has altered.
        package func payload<Payload: Decodable>(
            _ vault: Vault, as type: Payload.Type = Payload.self
        ) throws -> Payload {
            try MessageCoding.decode(type, from: vault.open(sealedPayload, at: Outbox.place(id)))
        }
    }

    let transaction: any Transaction

    /// The time of a row whose act knows none. It begins to age when somebody takes it, or looks for old rows.
    private static let undated = Timestamp(rawValue: 0)

    /// Adds a row. Has no effect if one with this id waits already.
    /// - Parameter now: nil in an act that knows no time.
    /// - Returns: false where one waits already.
    @discardableResult
    func append(
        _ kind: Kind, id: [UInt8], at now: Timestamp?, to receiver: String? = nil, _ payload: some Encodable
    ) throws -> Bool {
        let sealed = try transaction.vault.seal(try MessageCoding.encode(payload), at: Self.place(id))
        let created = now ?? Self.undated
        let values = Column.values { column in
            switch column {
            case .id: .of(id)
            case .kind: .of(kind)
            case .receiver: .of(receiver)
            case .sealedPayload: .of(sealed)
            case .createdAt: .of(created)
            case .attempts: .of(0)
            case .nextAttemptAt: .of(created)
            }
        }
        let added = try transaction.changedRows("INSERT INTO outbox \(values) ON CONFLICT (id) DO NOTHING")
        if added > 0 { try transaction.notify(Self.topic, kind.rawValue) }
        return added > 0
    }

    /// Returns the earliest moment at which a row of a kind can be taken; nil where there is none.
    package func nextAttempt(of kind: Kind) throws -> Timestamp? {
        try transaction.value(
            """
            SELECT MIN(moment) AS earliest FROM (
                SELECT MIN(next_attempt_at) AS moment FROM outbox WHERE kind = \(kind) AND receiver IS NULL
                UNION ALL
                SELECT MAX(next_attempt_at) AS moment FROM outbox WHERE kind = \(kind) AND receiver IS NOT NULL
                GROUP BY receiver
            ) AS moments
            """
        )
    }

    /// The number at which counting ends, so that a long outbox costs no more than a short one.
    package static let countLimit = 1000

    /// Returns the number of rows of a kind, at most `countLimit`.
    package func count(of kind: Kind) throws -> Int {
        return try transaction.value(
            """
            SELECT count(*) FROM (SELECT 1 AS one FROM outbox WHERE kind = \(kind) LIMIT \(Self.countLimit))
                AS waiting
            """) ?? 0
    }

    /// Returns the time of the oldest row, of whichever kind; nil where there is none.
    package func oldest() throws -> Timestamp? {
        try transaction.value(
            "SELECT created_at FROM outbox WHERE created_at > \(Self.undated) ORDER BY created_at LIMIT 1"
        )
    }

    /// Takes a row of a kind that is due: the one with the most attempts, so that its pauses grow and not those of its
    /// receiver's next ones. Nobody else can take it until the lease ends; a manager that is killed meanwhile leaves it
    /// to the others then.
    ///
    /// A row whose receiver has another one under way, or one that failed and waits, is left alone: a receiver that
    /// does not answer is tried with one row at a time, and holds up nobody else.
    package func take(_ kind: Kind, at now: Timestamp, leasedUntil lease: Timestamp) throws -> Item? {
        guard
            let row = try transaction.row(
                Column.self,
                from: """
                    outbox AS item WHERE kind = \(kind) AND next_attempt_at <= \(now) AND NOT EXISTS (
                        SELECT 1 FROM outbox AS other
                        WHERE other.receiver = item.receiver AND other.next_attempt_at > \(now))
                    ORDER BY attempts DESC, next_attempt_at, created_at, id LIMIT 1
                    """)
        else { return nil }
        // The item is opened after this transaction, with the vault of the whole manager.
        try transaction.vault.confirm()
        let item = Item(
            id: try row(.id), attempt: try row(.attempts) + 1, receiver: try row.optional(.receiver),
            sealedPayload: try row(.sealedPayload))
        let changed = try transaction.changedRows(
            """
            UPDATE outbox SET attempts = \(item.attempt), next_attempt_at = \(lease),
                created_at = CASE created_at WHEN \(Self.undated) THEN \(now) ELSE created_at END
            WHERE id = \(item.id) AND attempts = \(item.attempt - 1)
            """)
        return changed == 1 ? item : nil
    }

    /// Removes a row that was delivered, or never can be.
    package func remove(_ item: Item) throws {
        try transaction.execute("DELETE FROM outbox WHERE id = \(item.id)")
    }

    /// Gives a row back. Has no effect if another manager has taken it since the lease ended.
    package func failed(_ item: Item, nextAttemptAt moment: Timestamp) throws {
        try transaction.execute(
            """
            UPDATE outbox SET next_attempt_at = \(moment) WHERE id = \(item.id) AND attempts = \(item.attempt)
            """)
    }

    /// Postpones the rows of an item's receiver, so that a slow one leaves time to the others.
    package func postpone(receiverOf item: Item, until moment: Timestamp) throws {
        guard let receiver = item.receiver else { return }
        try transaction.execute(
            "UPDATE outbox SET next_attempt_at = \(moment) WHERE receiver = \(receiver) AND next_attempt_at < \(moment)"
        )
    }

    /// Lets rows without a time age from now on.
    package func date(at now: Timestamp) throws {
        try transaction.execute("UPDATE outbox SET created_at = \(now) WHERE created_at = \(Self.undated)")
    }

    /// Removes rows that were written before a moment.
    /// - Returns: the number of rows; fewer than `limit` means that none is left.
    package func removeOld(before moment: Timestamp, limit: Int) throws -> Int {
        try transaction.changedRows(
            """
            DELETE FROM outbox WHERE id IN (
                SELECT id FROM outbox WHERE created_at < \(moment) LIMIT \(limit))
            """)
    }

    private enum Column: Int, ColumnSet {
        case id, kind, receiver, sealedPayload, createdAt, attempts, nextAttemptAt
        static let names = ColumnNames(Self.self)
    }

    static func place(_ id: [UInt8]) -> Vault.Place {
        Vault.Place(column: "outbox.payload", item: Base64URL.encode(id))
    }
}

extension Outbox.Kind: SQLValue {}
