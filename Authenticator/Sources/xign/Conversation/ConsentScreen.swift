import Terminal
import XignSDK

/// The description of a login request that a person must see before consenting.
struct ConsentScreen {
    let request: AuthenticateRequest
    let attributes: RequestedAttributes
    /// True if a person will be asked about open decisions.
    let isAsked: Bool

    var lines: [Text] {
        let service = request.serviceInformation
        let organization = request.organizationInformation
        var lines: [Text] = [
            "Log in at:     \(service.name, .bold)",
            // A login in an app ends in no browser, and has no address (docs/protocol.md, section 5).
            service.url == nil ? "Address:       none, in an app" : "Address:       \(service.origin, .bold)",
            "Run by:        \(organization.name)",
        ]
        if let website = organization.websiteURL { lines.append("               \(website)") }
        if let description = service.serviceDescription { lines.append("               \(description)") }
        lines.append("Confirmed by:  \(request.idmIdentifier)")
        if let role = request.selectedRole { lines.append("Role:          \(role.name)") }
        if attributes.all.isEmpty {
            lines.append("It receives:   your role, and a pseudonym that no other website gets")
        } else {
            lines.append("It receives:   your role, a pseudonym that no other website gets, and:")
        }
        return lines + attributeLines
    }

    /// The attributes after all decisions.
    var decidedLines: [Text] { ["", "\(request.serviceInformation.name) will receive:"] + attributeLines }

    private var attributeLines: [Text] {
        attributes.lines(isAsked: isAsked, idmIdentifier: request.idmIdentifier)
    }
}
