import Terminal
import XignSDK

/// Who asks for what: what a person must have seen before saying yes.
struct ConsentScreen {
    let request: AuthenticateRequest
    let attributes: RequestedAttributes
    /// There is a person who will be asked what is open.
    let isAsked: Bool

    var lines: [Text] {
        let service = request.serviceInformation
        let organization = request.organizationInformation
        var lines: [Text] = [
            "Log in at:     \(service.name, .bold)", "Address:       \(service.origin, .bold)",
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

    /// What has become of the attributes after everything was decided.
    var decidedLines: [Text] { ["", "\(request.serviceInformation.name) will receive:"] + attributeLines }

    private var attributeLines: [Text] {
        attributes.lines(isAsked: isAsked, idmIdentifier: request.idmIdentifier)
    }
}
