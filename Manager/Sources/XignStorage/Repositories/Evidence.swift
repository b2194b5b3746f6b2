import XignDomain
import XignProtocol

/// What users have signed. The statement can be read; the signatures are sealed, since a PIN's signature is a verifier of the PIN
/// for whoever has the device's secrets.
package struct Evidence {
    let transaction: any Transaction
    private var vault: Vault { transaction.vault }

    package func insert(
        session: SessionID, activation: Activation, service: ServiceID, consent: SignedStatement, at now: Timestamp
    ) throws {
        let sealed = try vault.seal(consent.serialized, at: Self.place(activation, session))
        try transaction.execute(
            """
            INSERT INTO evidence (session_id, activation_id, service_id, at, statement, sealed_consent)
            VALUES (\(session), \(activation.id), \(service), \(now), \(consent.payload), \(sealed))
            """)
    }

    /// The statement that was confirmed in a session.
    package func statement(of session: SessionID) throws -> [UInt8]? {
        try transaction.row("SELECT statement FROM evidence WHERE session_id = \(session)")?("statement")
    }

    private static func place(_ activation: Activation, _ session: SessionID) -> Vault.Place {
        Vault.Place(
            column: "evidence.consent", account: activation.accountID, activation: activation.id,
            item: session.description)
    }
}
