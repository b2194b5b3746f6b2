import XignCrypto
import XignDomain
import XignProtocol

/// Logouts for websites (OpenID Connect Back-Channel Logout 1.0).
extension Outbox {
    /// Adds a logout, unless it waits already: however often a login ends, its website needs to know it once.
    package func append(_ logout: LogoutNotice) throws {
        let name = "xign/1 logout \(logout.serviceID) \(logout.sessionID)"
        try append(
            .logout, id: Array(SHA256.hash(data: Array(name.utf8)).prefix(16)), at: nil, to: logout.serviceID.text,
            LogoutPayload(
                service: logout.serviceID.text, subject: logout.subject.text, session: logout.sessionID.text))
    }
}

extension Outbox.Item {
    /// - Throws: `Vault.OpeningError`, `DecodingError` for a row that somebody has altered.
    package func logout(_ vault: Vault) throws -> LogoutNotice {
        let payload: LogoutPayload = try payload(vault)
        return LogoutNotice(
            serviceID: ServiceID(payload.service), subject: MappingID(payload.subject),
            sessionID: LogoutSessionID(payload.session))
    }
}

private struct LogoutPayload: Codable {
    let service: String
    let subject: String
    let session: String
}
