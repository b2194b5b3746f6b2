import XignDomain
import XignStorage

extension Context {
    /// Replaces the client secret of a confidential service; the old one is void at once.
    /// - Throws: `ManagerError` where there is no such service, or it has no secret.
    package func rotateSecret(ofService name: String) throws {
        let secret = BearerToken.generate()
        let now = clock.now()
        try database.write { transaction in
            guard let service = try transaction.services.find(name: name), service.isConfidential else {
                throw ManagerError(.noSecret, "There is no service \(name) with a client secret.")
            }
            try transaction.services.setSecret(secret, of: service.id)
            try transaction.audit.append(AuditEvent(.serviceSecretChanged, at: now, serviceID: service.id))
        }
    }
}
