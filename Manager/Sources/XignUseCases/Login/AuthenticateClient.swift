import XignDomain
import XignStorage

/// Authenticates a service at the back channel by its client secret (RFC 6749, section 2.3).
package struct AuthenticateClient: Sendable {
    private let context: Context

    package init(_ context: Context) { self.context = context }

    /// - Parameter secret: as it was sent; nil where none was.
    /// - Returns: the service; nil for an unknown or inactive one and for a wrong secret alike. A public client has no
    ///   secret: its codes are protected by the verifier instead.
    package func callAsFunction(_ clientID: String, secret: String?) throws -> Service? {
        guard let service = try context.database.read({ try $0.services.find(id: ServiceID(clientID)) }),
            service.isActive
        else { return nil }
        guard let secretHash = service.secretHash else { return secret == nil ? service : nil }
        return BearerHash(of: secret ?? "") == secretHash ? service : nil
    }

    /// Records in the audit log that a known client failed to authenticate.
    /// - Parameter isAdmitted: decides for a known service if this failure is recorded.
    package func recordFailure(_ clientID: String, isAdmitted: (Service) -> Bool) async throws {
        guard let service = try context.database.read({ try $0.services.find(id: ServiceID(clientID)) }),
            isAdmitted(service)
        else { return }
        let reason = service.isActive ? "wrong or missing secret" : "the service is switched off"
        let now = context.clock.now()
        try await context.database.write {
            try $0.audit.append(AuditEvent(.clientRefused, at: now, serviceID: service.id, detail: reason))
        }
    }

    /// Reads the authenticated service in this transaction; nil if it was switched off or its secret was replaced.
    static func current(_ authenticated: Service, _ transaction: any Transaction) throws -> Service? {
        guard let service = try transaction.services.find(id: authenticated.id), service.isActive,
            service.secretHash == authenticated.secretHash
        else { return nil }
        return service
    }
}
