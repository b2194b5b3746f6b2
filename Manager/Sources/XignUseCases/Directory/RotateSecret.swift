import XignDomain
import XignStorage

extension Context {
    /// The longest overlap of two client secrets.
    package static let maximumOverlapHours: Int64 = 30 * 24

    /// Replaces the client secret of a service. A secret that was replaced before ends.
    /// - Parameter overlapHours: the time for which the replaced secret is still accepted, until each of the website's
    ///   servers has the new one; 0 ends it at once.
    /// - Throws: `ManagerError` where there is no such service, or it has no secret.
    package func rotateSecret(ofService name: String, overlapHours: Int64 = 0) throws {
        let secret = BearerToken.generate()
        let now = clock.now()
        let overlapEnd = overlapHours > 0 ? now + overlapHours * 3600 : nil
        try database.write { transaction in
            let service = try transaction.confidentialService(name)
            try transaction.services.setSecret(secret, of: service.id, acceptingFormerUntil: overlapEnd)
            try transaction.audit.append(
                AuditEvent(
                    .serviceSecretChanged, at: now, serviceID: service.id,
                    detail: overlapEnd.map { "the former one is accepted until \($0.iso8601)" }))
        }
    }

    /// Ends the replaced client secret of a service.
    /// - Returns: false where none was accepted any longer.
    /// - Throws: `ManagerError` where there is no such service, or it has no secret.
    package func endFormerSecret(ofService name: String) throws -> Bool {
        let now = clock.now()
        return try database.write { transaction in
            let service = try transaction.confidentialService(name)
            guard let former = service.formerSecret, now < former.expiresAt else { return false }
            try transaction.services.removeFormerSecret(of: service.id)
            try transaction.audit.append(
                AuditEvent(.serviceSecretChanged, at: now, serviceID: service.id, detail: "ended the former one"))
            return true
        }
    }
}

extension Transaction {
    fileprivate func confidentialService(_ name: String) throws -> Service {
        guard let service = try services.find(name: name), service.secretHash != nil else {
            throw ManagerError(.noSecret, "There is no service \(name) with a client secret.")
        }
        return service
    }
}
