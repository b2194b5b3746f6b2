import XignDomain
import XignStorage

/// The events that an operator may see: all of them, or those of some organizations.
struct AuditScope: Sendable {
    /// Organizations and services, of which an event belongs to one.
    struct Places: Sendable {
        let organizations: Set<OrganizationID>
        let services: Set<ServiceID>

        func contains(_ event: AuditEvent) -> Bool {
            event.serviceID.map(services.contains) ?? false
                || event.organizationID.map(organizations.contains) ?? false
        }

        var subjects: [AuditSubject] {
            organizations.map { .organization($0) } + services.map { .service($0) }
        }
    }

    /// Nil for everything.
    let places: Places?

    init(_ authority: Authority, _ transaction: any Transaction) throws {
        guard !authority.includes(.manager) else {
            places = nil
            return
        }
        places = try Places(of: Set(authority.scopes.compactMap(\.organization)), transaction)
    }

    /// True for an operator of the manager, who also sees networks.
    var isOfManager: Bool { places == nil }

    /// The organization of an operator of just one.
    var organization: OrganizationID? {
        places.flatMap { $0.organizations.count == 1 ? $0.organizations.first : nil }
    }

    func contains(_ event: AuditEvent) -> Bool { places?.contains(event) ?? true }
}

extension AuditScope.Places {
    /// The organizations with all of their services.
    init(of organizations: Set<OrganizationID>, _ transaction: any Transaction) throws {
        self.init(organizations: organizations, services: try transaction.services.ids(of: organizations))
    }
}
