import XignCrypto
import XignDomain
import XignProtocol

/// A request with an effect. Bound to its operation and its activation: what became of it is the answer to no other.
package struct SeenRequest: Sendable {
    private let operation: DeviceOperationName
    private let activation: ActivationID
    private let content: [UInt8]

    /// - Parameter content: what the request is recognised by, within its operation and activation.
    package init(_ operation: DeviceOperationName, of activation: ActivationID, content: [UInt8]) {
        self.operation = operation
        self.activation = activation
        self.content = content
    }

    /// HMAC-SHA256(manager secret, "xign/1 seen" || LP(operation) || activation id || content). A plain hash would test guesses at an
    /// activation PIN for whoever has the database, a recorded `open` and the activation's secret.
    fileprivate func identifier(_ vault: Vault) -> [UInt8] {
        let name = Array(operation.rawValue.utf8)
        let message = Array("xign/1 seen".utf8) + [0, UInt8(name.count)] + name + activation.bytes + content
        return Array(HMAC<SHA256>.authenticationCode(for: message, using: vault.managerSecret))
    }
}

/// The outcomes of requests that were answered: a repetition gets the same again, without effect.
package struct SeenRequests {
    let transaction: any Transaction
    private var vault: Vault { transaction.vault }

    /// What became of a request; nil where it is new.
    /// - Throws: `DecodingError` where something else was remembered than an outcome of this type.
    package func outcome<Outcome: Decodable>(
        of request: SeenRequest, as type: Outcome.Type = Outcome.self
    ) throws -> Outcome? {
        let row = try transaction.row("SELECT outcome FROM seen_request WHERE id = \(request.identifier(vault))")
        guard let text: String = try row?("outcome") else { return nil }
        return try MessageCoding.decode(type, from: Array(text.utf8))
    }

    package func remember(_ request: SeenRequest, outcome: some Encodable, until end: Timestamp) throws {
        let text = String(decoding: try MessageCoding.encode(outcome), as: UTF8.self)
        try transaction.execute(
            "INSERT INTO seen_request (id, outcome, expires_at) VALUES (\(request.identifier(vault)), \(text), \(end))")
    }

    /// Removes requests whose time has passed.
    /// - Returns: how many; fewer than `limit` means that nothing is left.
    package func removeOld(before: Timestamp, limit: Int) throws -> Int {
        try transaction.changedRows(
            """
            DELETE FROM seen_request WHERE id IN (
                SELECT id FROM seen_request WHERE expires_at < \(before) LIMIT \(limit))
            """)
    }
}
