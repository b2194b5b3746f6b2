import XignDomain
import XignStorage

/// Ends the replaced client secret of a service.
package struct EndFormerSecret: Sendable {
    private let context: Context

    package init(_ context: Context) { self.context = context }

    /// - Returns: false where none was accepted any longer.
    /// - Throws: `ManagerError` where there is no such service, or it has no secret.
    package func callAsFunction(ofService name: String) throws -> Bool {
        let now = context.clock.now()
        return try context.database.write { transaction in
            let service = try transaction.confidentialService(name)
            guard let former = service.formerSecret, now < former.expiresAt else { return false }
            try transaction.services.removeFormerSecret(of: service.id)
            try transaction.audit.append(
                AuditEvent(.serviceSecretChanged, at: now, serviceID: service.id, detail: "ended the former one"))
            return true
        }
    }
}
