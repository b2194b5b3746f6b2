import XignCrypto
import XignDomain
import XignProtocol

/// The notices that wait for the program that `notify` in `manager.yaml` names.
///
/// A row is composed and sealed when its act is written, and refers to nothing: it outlives the account, and an address
/// that is changed later does not redirect it.
///
/// Rows are written only while the outbox is open: a manager with a program opens it for some days ahead, again and
/// again. The setting is in the database, since the manager or command that acts may be another than the one that
/// delivers.
package struct Outbox {
    /// Sent with each row.
    package static let topic: StaticString = "outbox"
    private static let openUntilName = "outboxOpenUntil"

    /// A row that a manager has taken.
    package struct Item: Sendable {
        let id: [UInt8]
        /// The number of times that it was taken, this time included.
        package let attempt: Int
        let sealedPayload: [UInt8]

        /// The row's id in log lines, and in the payload.
        package var idText: String { Base64URL.encode(id) }

        /// - Throws: `Vault.OpeningError`, `DecodingError` for a row that somebody has altered.
        package func payload(_ vault: Vault) throws -> NoticePayload {
            try MessageCoding.decode(NoticePayload.self, from: vault.open(sealedPayload, at: Outbox.place(id)))
        }
    }

    let transaction: any Transaction

    /// Lets rows be written until a moment.
    package func open(until moment: Timestamp) throws {
        try transaction.settings.set(Self.openUntilName, to: "\(moment.rawValue)")
    }

    /// Adds a row, if the outbox is open.
    package func append(_ event: NoticeEvent, of account: Account) throws {
        guard let end = try transaction.settings.value(of: Self.openUntilName).flatMap({ Int64($0) }),
            event.at < Timestamp(rawValue: end)
        else { return }
        let id = Array(SecureRandom.bytes(count: 16))
        let payload = NoticePayload(
            id: Base64URL.encode(id), at: event.at.seconds, kind: event.kind.rawValue,
            user: account.name, device: event.device, operator: event.operatorName,
            email: try verifiedAddress(of: account.id))
        let sealed = try transaction.vault.seal(try MessageCoding.encode(payload), at: Self.place(id))
        try transaction.execute(
            """
            INSERT INTO outbox (id, sealed_payload, created_at, attempts, next_attempt_at)
            VALUES (\(id), \(sealed), \(event.at), \(0), \(event.at))
            """)
        try transaction.notify(Self.topic, "")
    }

    /// Returns the earliest moment at which a row can be taken; nil where there is none.
    package func nextAttempt() throws -> Timestamp? {
        try transaction.row("SELECT next_attempt_at FROM outbox ORDER BY next_attempt_at LIMIT 1")?("next_attempt_at")
    }

    /// Takes the row that has been due for the longest time. Nobody else can take it until the lease ends; a manager
    /// that is killed meanwhile leaves it to the others then.
    package func take(at now: Timestamp, leasedUntil lease: Timestamp) throws -> Item? {
        guard
            let row = try transaction.row(
                """
                SELECT id, attempts, sealed_payload FROM outbox WHERE next_attempt_at <= \(now)
                ORDER BY next_attempt_at, created_at, id LIMIT 1
                """)
        else { return nil }
        let item = Item(
            id: try row("id"), attempt: try row("attempts") + 1, sealedPayload: try row("sealed_payload"))
        let changed = try transaction.changedRows(
            """
            UPDATE outbox SET attempts = \(item.attempt), next_attempt_at = \(lease)
            WHERE id = \(item.id) AND attempts = \(item.attempt - 1)
            """)
        return changed == 1 ? item : nil
    }

    package func delivered(_ item: Item) throws {
        try transaction.execute("DELETE FROM outbox WHERE id = \(item.id)")
    }

    /// Gives a row back. Has no effect if another manager has taken it since the lease ended.
    package func failed(_ item: Item, nextAttemptAt moment: Timestamp) throws {
        try transaction.execute(
            """
            UPDATE outbox SET next_attempt_at = \(moment) WHERE id = \(item.id) AND attempts = \(item.attempt)
            """)
    }

    /// Removes rows that were written before a moment.
    /// - Returns: the number of rows; fewer than `limit` means that none is left.
    package func removeOld(before: Timestamp, limit: Int) throws -> Int {
        try transaction.changedRows(
            "DELETE FROM outbox WHERE id IN (SELECT id FROM outbox WHERE created_at < \(before) LIMIT \(limit))")
    }

    /// The mail address that an operator has verified, the primary one first. Others may be anybody's.
    private func verifiedAddress(of account: AccountID) throws -> String? {
        try transaction.attributeValues.all(of: account).first { $0.attribute == .email && $0.isVerified }?.text
    }

    private static func place(_ id: [UInt8]) -> Vault.Place {
        Vault.Place(column: "outbox.payload", item: Base64URL.encode(id))
    }
}

/// A notice as the program gets it. `docs/operations.md` describes the members, which are never changed, only added to.
package struct NoticePayload: Codable, Sendable, Equatable {
    /// An identifier that stays with the notice, so that the program recognises a repeated delivery.
    package let id: String
    /// Unix seconds.
    package let at: Int64
    package let kind: String
    package let user: String
    package let device: String?
    package let `operator`: String?
    package let email: String?
}
