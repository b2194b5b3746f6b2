import XignDomain
import XignProtocol
import XignStorage

extension Transaction {
    /// Finds the organization of exactly this name, or of its canonical form.
    func findOrganization(named typed: String) throws -> Organization? {
        try organizations.find(name: typed) ?? organizations.find(name: CanonicalText.canonical(typed))
    }

    /// Finds the organization that an operator names.
    /// - Throws: `ManagerError` with the code `unknownOrganization`.
    func organization(named typed: String) throws -> Organization {
        if let found = try findOrganization(named: typed) { return found }
        let names = try organizations.all().map(\.name).joined(separator: ", ")
        throw ManagerError(
            .unknownOrganization, "There is no organization \"\(typed)\"\(names.isEmpty ? "" : ", but \(names)").")
    }

    /// Returns the name of a scope's organization, or its id where it was removed; nil for the manager.
    func organizationName(of scope: Scope) throws -> String? {
        try scope.organization.map { try organizations.find(id: $0)?.name ?? $0.text }
    }
}
