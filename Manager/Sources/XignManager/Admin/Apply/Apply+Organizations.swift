import XignDomain
import XignProtocol
import XignStorage

/// Organizations, with their services.
extension ApplyRun {
    mutating func apply(_ declared: Declaration.Organization, _ path: String) throws {
        expectDisplayText(declared.name, "\(path).name")
        if let address = declared.address { expectDisplayText(address, "\(path).address") }
        if let description = declared.description { expectDisplayText(description, "\(path).description") }
        if let website = declared.website {
            expect(RedirectURI.isAcceptable(website), "\(path).website", "an https address")
        }
        let old = try transaction.organizations.find(name: declared.name)
        let organization = Organization(
            id: old?.id ?? Self.uuid(), name: declared.name, website: declared.website, address: declared.address,
            description: declared.description)
        if isSound, organization != old {
            try transaction.organizations.save(organization)
            try record(
                old.map { "changed organization \($0.name): \(differences(from: $0.fields, to: organization.fields))" }
                    ?? "added organization \(organization.name)")
        }
        for (index, service) in (declared.services ?? []).enumerated() {
            try apply(service, organization, "\(path).services[\(index)]")
        }
    }
}
