import XignDomain
import XignStorage

/// Replaces the client secret of a service. A secret that was replaced before ends.
package struct RotateSecret: Sendable {
    /// The longest overlap of two client secrets.
    package static let maximumOverlapHours: Int64 = 30 * 24

    private let context: Context

    package init(_ context: Context) { self.context = context }

    /// - Parameter overlapHours: the time for which the replaced secret is still accepted, until each of the website's
    ///   servers has the new one; 0 ends it at once.
    /// - Throws: `ManagerError` where there is no such service, or it has no secret.
    package func callAsFunction(ofService name: String, overlapHours: Int64 = 0) throws {
        let secret = BearerToken.generate()
        let now = context.clock.now()
        let overlapEnd = overlapHours > 0 ? now + overlapHours * 3600 : nil
        try context.database.write { transaction in
            let service = try transaction.confidentialService(name)
            try transaction.services.setSecret(secret, of: service.id, acceptingFormerUntil: overlapEnd)
            try transaction.audit.append(
                AuditEvent(
                    .serviceSecretChanged, at: now, serviceID: service.id,
                    detail: overlapEnd.map { "the former one is accepted until \($0.iso8601)" }))
        }
    }
}

extension Transaction {
    /// Finds a service that has a client secret.
    /// - Throws: `ManagerError` where there is none.
    func confidentialService(_ name: String) throws -> Service {
        guard let service = try services.find(name: name), service.secretHash != nil else {
            throw ManagerError(.noSecret, "There is no service \(name) with a client secret.")
        }
        return service
    }
}
