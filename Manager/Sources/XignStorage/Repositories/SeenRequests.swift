import XignCrypto
import XignDomain
import XignProtocol

/// The identity of a request with an effect, so that an outcome answers no other request.
package struct SeenRequest: Sendable {
    private enum Identity: Sendable {
        case sealed(RequestName)
        case content(DeviceOperationName, ActivationID, [UInt8])
        case event(AuditEvent.Kind, [UInt8])
    }

    private let identity: Identity

    /// A sealed request: only the same ciphertext has the same identity.
    package init(_ name: RequestName) { identity = .sealed(name) }

    /// A request that is recognised by a part of its content, however it is sealed.
    /// - Parameter content: bytes that identify the request within its operation and activation.
    package init(_ operation: DeviceOperationName, of activation: ActivationID, content: [UInt8]) {
        identity = .content(operation, activation, content)
    }

    /// An event of the audit log that is recorded once, and that no device has caused.
    /// - Parameter content: bytes that identify the event within its kind.
    package init(_ event: AuditEvent.Kind, content: [UInt8]) { identity = .event(event, content) }

    /// Returns the name of a sealed request; for content
    /// HMAC-SHA256(manager secret, "xign/1 seen" || LP(operation) || activation id || content); for an event
    /// HMAC-SHA256(manager secret, "xign/1 seen event" || LP(kind) || content).
    ///
    /// With a plain hash, the database, a recorded `open` and the activation's secret would allow guesses at an
    /// activation PIN to be tested.
    fileprivate func identifier(_ vault: TransactionVault) throws -> [UInt8] {
        switch identity {
        case .sealed(let name): return name.bytes
        case .content(let operation, let activation, let content):
            let name = Array(operation.rawValue.utf8)
            let message = Array("xign/1 seen".utf8) + [0, UInt8(name.count)] + name + activation.bytes + content
            return Array(HMAC<SHA256>.authenticationCode(for: message, using: try vault.managerSecret))
        case .event(let kind, let content):
            let name = Array(kind.rawValue.utf8)
            let message = Array("xign/1 seen event".utf8) + [0, UInt8(name.count)] + name + content
            return Array(HMAC<SHA256>.authenticationCode(for: message, using: try vault.managerSecret))
        }
    }
}

/// The outcomes of answered requests. A repeated request gets the same outcome, without a second effect.
package struct SeenRequests {
    let transaction: any Transaction
    private var vault: TransactionVault { transaction.vault }

    private enum Column: Int, ColumnSet {
        case id, outcome, expiresAt
        static let names = ColumnNames(Self.self)
    }

    /// Returns the outcome of a request; nil for a new request.
    /// - Throws: `DecodingError` where the stored outcome has another type.
    package func outcome<Outcome: Decodable>(
        of request: SeenRequest, as type: Outcome.Type = Outcome.self
    ) throws -> Outcome? {
        let identifier = try request.identifier(vault)
        let row = try transaction.row(Column.self, from: "seen_request WHERE id = \(identifier)")
        guard let text: String = try row?(.outcome) else { return nil }
        return try MessageCoding.decode(type, from: Array(text.utf8))
    }

    /// Remembers the outcome of a request that was not seen before, as its caller knows.
    /// - Throws: `.uniqueViolation` for a request that was seen.
    package func remember(_ request: SeenRequest, outcome: some Encodable, until end: Timestamp) throws {
        let values = try values(request, outcome, end)
        try transaction.execute("INSERT INTO seen_request \(values)")
    }

    /// Remembers the outcome of a request unless it has one, without a look beforehand: on PostgreSQL a look locks a
    /// part of the index, and conflicts with every request that is remembered there.
    /// - Returns: false for a request that was seen. Its outcome stays as it is.
    package func rememberNew(_ request: SeenRequest, outcome: some Encodable, until end: Timestamp) throws -> Bool {
        let values = try values(request, outcome, end)
        return try transaction.changedRows("INSERT INTO seen_request \(values) ON CONFLICT (id) DO NOTHING") == 1
    }

    private func values(_ request: SeenRequest, _ outcome: some Encodable, _ end: Timestamp) throws -> SQL.Values {
        let text = String(decoding: try MessageCoding.encode(outcome), as: UTF8.self)
        let identifier = try request.identifier(vault)
        return Column.values { column in
            switch column {
            case .id: .of(identifier)
            case .outcome: .of(text)
            case .expiresAt: .of(end)
            }
        }
    }

    /// Removes outcomes that expired before a moment.
    /// - Returns: the number of outcomes; fewer than `limit` means that none is left.
    package func removeOld(before: Timestamp, limit: Int) throws -> Int {
        try transaction.changedRows(
            """
            DELETE FROM seen_request WHERE id IN (
                SELECT id FROM seen_request WHERE expires_at < \(before) LIMIT \(limit))
            """)
    }
}
