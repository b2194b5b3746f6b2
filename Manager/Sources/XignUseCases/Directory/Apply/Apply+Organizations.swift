import XignDomain
import XignProtocol
import XignStorage

/// Organizations, with their services.
extension ApplyRun {
    mutating func apply(_ declared: Declaration.Organization, _ path: String) throws {
        let name = partyName(declared.name, "\(path).name")
        let address = declared.address.map { displayText($0, "\(path).address") }
        let description = declared.description.map { displayText($0, "\(path).description") }
        if let website = declared.website {
            expect(RedirectURI.isAcceptable(website), "\(path).website", "an https address")
        }
        let old = try self.organization(named: name)
        let organization = Organization(
            id: old?.id ?? .random(), name: name, website: declared.website, address: address,
            description: description)
        if isSound, organization != old {
            try transaction.organizations.save(organization)
            try record(
                old.map { "changed organization \($0.name): \(differences(from: $0.fields, to: organization.fields))" }
                    ?? "added organization \(organization.name)")
        }
        for (index, service) in (declared.services ?? []).enumerated() {
            try apply(service, organization, "\(path).services[\(index)]")
            advance()
        }
    }

    /// Finds the organization of a canonical name, also one from the time before names had to be canonical.
    func organization(named name: String) throws -> Organization? {
        try transaction.organizations.find(name: name)
            ?? transaction.organizations.all().first { CanonicalText.cleaned($0.name).hasSameBytes(as: name) }
    }
}
