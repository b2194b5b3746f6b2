import XignCrypto
import XignDomain
import XignProtocol
import XignStorage

/// The authorization code of a confirmed login, for the browser or the app that collects it.
struct IssueCode {
    let login: Goal.Login
    let process: Process
    /// The login's service, as this transaction reads it.
    let service: DeclaredService
    let confirmation: Confirmation
    let now: Timestamp
    let transaction: any Transaction

    /// Stores a code.
    /// - Parameters:
    ///   - hash: the hash of the code.
    ///   - redirectURI: nil for a code that the service's own app collects.
    /// - Returns: nil where account, device, membership, role or service were withdrawn since the confirmation.
    func callAsFunction(_ hash: BearerHash, redirectURI: String?) throws -> AuthorizationCode? {
        guard service.service.takes(process),
            let standing = try transaction.standings.find(confirmation.claim.activationID, at: service),
            standing.isActive, let role = standing.roles.first(where: { $0.id == confirmation.roleID })
        else { return nil }
        let (activation, account, serviceID) = (standing.activation, standing.account, service.service.id)
        let mappingID =
            try standing.mappingID
            ?? transaction.services.addMappingID(
                MappingID(Base64URL.encode(SecureRandom.bytes(count: 16))), of: account.id, at: serviceID)
        let requirements = login.requirements
        let confirmed = ConfirmedLogin(
            sessionID: process.id, serviceID: serviceID, accountID: account.id, activationID: activation.id,
            mappingID: mappingID, roleName: role.name, factors: confirmation.factors,
            authenticatedAt: confirmation.authenticatedAt)
        let scope = requirements.scope.filter { $0 != LoginRequirements.offlineScope || process.offlineUntil != nil }
        let code = AuthorizationCode(
            hash: hash, login: confirmed, redirectURI: redirectURI, scope: scope, nonce: requirements.nonce,
            codeChallenge: requirements.codeChallenge, dpopThumbprint: requirements.dpopThumbprint,
            offlineUntil: process.offlineUntil,
            expiresAt: now + AuthorizationCode.lifetimeSeconds, redeemedAt: nil)
        try transaction.grants.insert(code)
        return code
    }

    /// Records the code in the audit log.
    func record(_ code: AuthorizationCode) throws {
        try transaction.audit.append(
            AuditEvent(
                .codeIssued, at: now, accountID: code.login.accountID, activationID: code.login.activationID,
                serviceID: code.login.serviceID, sessionID: code.login.sessionID))
    }
}
