import XignDomain
import XignProtocol
import XignStorage

extension Transaction {
    /// Finds the organization that an operator names.
    /// - Throws: `ManagerError` with the code `unknownOrganization`.
    func organization(named typed: String) throws -> Organization {
        if let found = try organizations.find(name: typed)
            ?? organizations.find(name: CanonicalText.canonical(typed))
        {
            return found
        }
        let names = try organizations.all().map(\.name).joined(separator: ", ")
        throw ManagerError(
            .unknownOrganization, "There is no organization “\(typed)”\(names.isEmpty ? "" : ", but \(names)").")
    }
}
