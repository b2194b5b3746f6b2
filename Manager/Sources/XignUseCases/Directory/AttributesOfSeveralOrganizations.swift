import XignDomain
import XignProtocol
import XignStorage

extension Transaction {
    /// Lists the declared attributes that active services of several organizations receive, a sentence each: their
    /// websites can find out by the values that a person is the same one.
    func attributesOfSeveralOrganizations() throws -> [String] {
        let active = try services.all().filter(\.isActive)
        return try settings.policy().attributes.compactMap { attribute in
            let receiving = active.filter { service in
                service.declared.declaredAttributes.contains { $0.name.hasSameBytes(as: attribute.name) }
            }
            guard Set(receiving.map(\.organizationID)).count > 1 else { return nil }
            return "settings.attributes: \(attribute.name) goes to services of several organizations: "
                + "\(receiving.map(\.name).joined(separator: ", ")). Their websites can compare people by it, which `sub` "
                + "prevents"
        }
    }
}
