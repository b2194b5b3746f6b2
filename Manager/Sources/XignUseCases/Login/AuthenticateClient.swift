import XignDomain
import XignStorage

/// Authenticates a service at the back channel by its client secret or key (RFC 6749, section 2.3).
package struct AuthenticateClient: Sendable {
    private let context: Context

    package init(_ context: Context) { self.context = context }

    /// Authenticates a client by its secret. A public client has none: its codes are protected by the verifier instead.
    /// - Parameter secret: as it was sent; nil where none was.
    /// - Throws: `ClientFault`; `StorageError`.
    package func callAsFunction(_ clientID: String, secret: String?) throws -> AuthenticatedClient {
        let declared = try active(clientID)
        let service = declared.service
        if service.isConfidential {
            guard let secret else { throw ClientFault.noCredential }
            guard service.accepts(secret: BearerHash(of: secret), at: context.clock.now()) else {
                throw service.secretHash == nil ? ClientFault.noSecret : .wrongSecret
            }
        } else if secret != nil {
            throw ClientFault.publicClient
        }
        return AuthenticatedClient(declared: declared, assertion: nil)
    }

    /// Authenticates a client by an assertion.
    /// - Parameter verify: verifies the assertion with the keys of the service; returns its `jti`.
    /// - Throws: `ClientFault`; `StorageError`; what `verify` throws.
    package func callAsFunction(
        _ clientID: String, verify: (Service) throws -> OneTimeValue
    ) throws -> AuthenticatedClient {
        let declared = try active(clientID)
        guard !declared.service.client.keys.isEmpty else { throw ClientFault.noKeys }
        return AuthenticatedClient(declared: declared, assertion: try verify(declared.service))
    }

    private func active(_ clientID: String) throws -> DeclaredService {
        guard let declared = try FindService(context)(ServiceID(clientID)) else { throw ClientFault.unknownClient }
        guard declared.service.isActive else { throw ClientFault.inactive }
        return declared
    }

    /// Records in the audit log that a known client failed to authenticate.
    /// - Parameter isAdmitted: decides for a known service if this failure is recorded.
    package func recordFailure(_ clientID: String, isAdmitted: (Service) -> Bool) async throws {
        guard
            let service = try context.database.readStatement({ try $0.declared.service(ServiceID(clientID))?.service }),
            isAdmitted(service)
        else { return }
        let credential = service.client.keys.isEmpty ? "secret" : "assertion"
        let reason = service.isActive ? "wrong or missing \(credential)" : "the service is switched off"
        let now = context.clock.now()
        try await context.database.write {
            try $0.audit.append(AuditEvent(.clientRefused, at: now, serviceID: service.id, detail: reason))
        }
    }

    /// Reads the authenticated service in this transaction; nil if it was switched off or its credentials were
    /// replaced.
    static func current(_ authenticated: Service, _ transaction: any Transaction) throws -> DeclaredService? {
        guard let declared = try transaction.declared.service(authenticated.id) else { return nil }
        let service = declared.service
        guard service.isActive, service.secretHash == authenticated.secretHash,
            service.formerSecret == authenticated.formerSecret, service.client.keys == authenticated.client.keys
        else { return nil }
        return declared
    }
}
