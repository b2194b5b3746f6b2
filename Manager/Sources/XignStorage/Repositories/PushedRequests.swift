import XignDomain
import XignProtocol

/// Pushed authorization requests (RFC 9126). A row stands for a request that has led to no code yet.
package struct PushedRequests {
    let transaction: any Transaction

    package func insert(_ request: PushedRequest) throws {
        let place = Self.place(request.hash, request.serviceID)
        let sealed = try transaction.vault.seal(Array(request.parameters.utf8), at: place)
        let values = Column.values { column in
            switch column {
            case .hash: .of(request.hash)
            case .serviceID: .of(request.serviceID)
            case .sealedParameters: .of(sealed)
            case .expiresAt: .of(request.expiresAt)
            }
        }
        try transaction.execute("INSERT INTO pushed_request \(values)")
    }

    package func find(_ hash: BearerHash) throws -> PushedRequest? {
        try transaction.row(
            Column.self, from: "pushed_request WHERE hash = \(hash)"
        ).map { row in
            let service: ServiceID = try row(.serviceID)
            let parameters = try transaction.vault.open(try row(.sealedParameters), at: Self.place(hash, service))
            return PushedRequest(
                hash: hash, serviceID: service, parameters: String(decoding: parameters, as: UTF8.self),
                expiresAt: try row(.expiresAt))
        }
    }

    /// Uses a request up, in the transaction that issues its code.
    /// - Returns: false where another login has used it before.
    package func consume(_ hash: BearerHash) throws -> Bool {
        try transaction.changedRows("DELETE FROM pushed_request WHERE hash = \(hash)") == 1
    }

    /// Removes requests that expired before a moment, except those of logins that have begun: the number of logins is
    /// limited, that of pushed requests is not.
    /// - Returns: the number of requests; fewer than `limit` means that none is left.
    package func removeOld(before: Timestamp, limit: Int) throws -> Int {
        try transaction.changedRows(
            """
            DELETE FROM pushed_request WHERE hash IN (
                SELECT p.hash FROM pushed_request p WHERE p.expires_at < \(before)
                    AND NOT EXISTS (SELECT 1 FROM browser_request b WHERE b.pushed_request = p.hash)
                LIMIT \(limit))
            """)
    }

    private enum Column: Int, ColumnSet {
        case hash, serviceID, sealedParameters, expiresAt
        static let names = ColumnNames(Self.self)
    }

    static func place(_ hash: BearerHash, _ service: ServiceID) -> Vault.Place {
        Vault.Place(
            column: "pushed_request.sealed_parameters", item: "\(service.text) \(Base64URL.encode(hash.bytes))")
    }
}
