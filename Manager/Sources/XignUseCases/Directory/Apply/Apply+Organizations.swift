import XignDomain
import XignProtocol
import XignStorage

/// Organizations, with their services.
extension ApplyRun {
    mutating func apply(_ declaration: Declaration.Organization, _ path: String) throws {
        let declared = declaration.declared
        refuse(declared.flaws, of: path)
        expectOtherThanOwn(declared.name, "\(path).name")
        let old = try self.organization(named: declared.name)
        let organization = Organization(id: old?.id ?? .random(), declared: declared)
        let former = old?.groups ?? GroupNames.none
        if isSound, organization != old {
            try transaction.organizations.save(organization)
            let change = differences(
                from: old?.declared.rendered(.complete), to: declared.rendered(.complete, without: []))
            try record(
                old.map { "changed organization \($0.name): \(change)" } ?? "added organization \(declared.name)")
            try endGroups(of: organization, former: former)
            if old?.sharedLogin != nil, organization.sharedLogin == nil {
                try transaction.endSharedLogins(in: organization.id)
            }
        }
        for (index, service) in (declaration.services ?? []).enumerated() {
            try apply(service, organization, "\(path).services[\(index)]")
            advance()
        }
        try expectGroupsOfServices(in: organization, former: former, path)
    }

    /// Finds the organization of a canonical name, also one from the time before names had to be canonical.
    func organization(named name: String) throws -> Organization? {
        try transaction.organizations.find(name: name)
            ?? transaction.organizations.all().first { CanonicalText.cleaned($0.name).hasSameBytes(as: name) }
    }
}
