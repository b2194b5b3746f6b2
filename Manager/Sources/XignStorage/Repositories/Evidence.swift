import XignDomain
import XignProtocol

/// The signed statements of users. A statement is readable. Its signatures are sealed: with the device's secrets, a
/// PIN's signature would allow guesses at the PIN to be tested.
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

    /// Returns the statement that was confirmed in a session.
    package func statement(of session: SessionID) throws -> [UInt8]? {
        try transaction.row("SELECT statement FROM evidence WHERE session_id = \(session)")?("statement")
    }

    private static func place(_ activation: Activation, _ session: SessionID) -> Vault.Place {
        Vault.Place(
            column: "evidence.consent", account: activation.accountID, activation: activation.id,
            item: session.description)
    }
}
