import Terminal
import XignSDK

/// Who asks for what: what a person must have seen before saying yes.
struct ConsentScreen {
    private let request: AuthenticateRequest

    init(_ request: AuthenticateRequest) { self.request = request }

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
        lines.append("It receives:   \(Self.received(request.info))")
        return lines
    }

    private static func received(_ info: AuthenticationPersonalInformation) -> Text {
        let names = RequestedAttributes(info).required
        guard !names.isEmpty else { return "your role, and a pseudonym that no other website gets" }
        return "your role, a pseudonym, and: \(names.joined(separator: ", "))"
    }
}
