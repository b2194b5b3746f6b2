import XignDomain
import XignProtocol

/// The consents of people to logins at websites: see `WebsiteConsent`.
extension Evidence {
    /// Returns the consent of an account to logins at a service: the statement of its newest login there.
    ///
    /// The statement is read from the sealed JWS alone, which `finish` has verified.
    /// - Returns: nil where there is none, and where the newest one has ended or was erased.
    /// - Throws: `Vault.OpeningError` for a JWS that was moved.
    package func consent(of account: AccountID, at service: ServiceID) throws -> WebsiteConsent? {
        try consent(
            of: account,
            from: """
                evidence WHERE activation_id IN (SELECT id FROM activation WHERE account_id = \(account))
                    AND service_id = \(service) ORDER BY at DESC, session_id LIMIT 1
                """)
    }

    /// Returns the consent that one device of an account has given: the statement of its own newest login at a service.
    /// - Returns: nil where there is none, and where the newest one has ended or was erased.
    /// - Throws: `Vault.OpeningError` for a JWS that was moved.
    package func consent(
        of account: AccountID, by activation: ActivationID, at service: ServiceID
    ) throws -> WebsiteConsent? {
        try consent(
            of: account,
            from: """
                evidence WHERE activation_id = \(activation)
                    AND service_id = \(service) ORDER BY at DESC, session_id LIMIT 1
                """)
    }

    private func consent(of account: AccountID, from tail: SQL) throws -> WebsiteConsent? {
        guard let row = try transaction.row(ConsentColumn.self, from: tail),
            try row.optional(.isConsentEnded, as: Bool.self) != true,
            let sealed: [UInt8] = try row.optional(.sealedConsent)
        else { return nil }
        let (activation, process): (ActivationID, SessionID) = (try row(.activationID), try row(.sessionID))
        let place = Self.place("evidence.consent", account, activation, process.description)
        let consent = try SignedStatement(parsing: try vault.open(sealed, at: place), type: .consent)
        return WebsiteConsent(process: process, statement: try ConsentStatement(parsing: consent.payload))
    }

    /// Ends the consents of an account to logins at services: the next login asks for everything again.
    package func endConsents(of account: AccountID, at services: [ServiceID]) throws {
        try transaction.execute(
            """
            UPDATE evidence SET is_consent_ended = \(true)
            WHERE activation_id IN (SELECT id FROM activation WHERE account_id = \(account))
                AND service_id IN (\(services)) AND is_consent_ended IS NULL
            """)
    }

    /// Ends the consent that was given in one process.
    func endConsent(_ process: SessionID) throws {
        try transaction.execute("UPDATE evidence SET is_consent_ended = \(true) WHERE session_id = \(process)")
    }

    private enum ConsentColumn: Int, ColumnSet {
        case sessionID, activationID, sealedConsent, isConsentEnded
        static let names = ColumnNames(Self.self)
    }
}
