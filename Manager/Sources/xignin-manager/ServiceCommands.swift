import Terminal
import XignServer
import XignUseCases

extension Command {
    /// `service show NAME`.
    static let serviceShow: Command = {
        let name = serviceName
        let secret = Parameter.flag("secret", "Show the client secret too.")
        let json = Parameter.json
        return Command(
            "show", "Show a service: what its website or app must be configured with.",
            discussion: "With --json and without --secret it is the file that apps ship for InApp-Authentication.",
            [name, secret, json]
        ) { given, console in
            try given.withManager { manager in
                let service = try describe(given[name], includingSecret: given[secret], manager)
                if given[json] { return try console.print(json: service) }
                console.print("Service:        \(service.name) (\(service.displayName))")
                console.print("Organization:   \(service.organization)")
                if let website = service.website { console.print("Website:        \(website)") }
                console.print("Issuer:         \(service.issuer)")
                console.print("Client id:      \(service.clientId)")
                if let secret = service.clientSecret { console.print("Client secret:  \(secret)") }
                for uri in service.redirectUris { console.print("Redirect URI:   \(uri)") }
                console.print("ID tokens:      \(service.idTokenSignedResponseAlg): \(service.clients)")
                console.print(
                    "PKCE:           \(service.pkce)\(service.legacy ? ": neither it nor a nonce is demanded" : "")")
                if service.inApp { console.print("Apps:           log in directly, or through the service's Keycloak") }
                console.print("Opened codes:   \(service.openedQRCodes)")
                if !service.attributes.isEmpty { console.print("Claims:         in \(service.claimsIn)") }
                for attribute in service.attributes {
                    let terms =
                        [attribute.required ? "required" : "optional"] + (attribute.verified ? ["verified"] : [])
                    console.print("Attribute:      \(attribute.name): \(terms.joined(separator: ", "))")
                }
                if let security = service.security { console.print("Devices:        \(security.text)") }
                for role in service.roles {
                    let alternatives = role.alternatives.map { $0.joined(separator: " + ") }.joined(separator: " or ")
                    let platforms = role.platforms.map { ", on \($0.joined(separator: " or "))" } ?? ""
                    let channels = role.channels.map { ", by \($0.joined(separator: " or "))" } ?? ""
                    console.print("Role:           \(role.name): \(alternatives)\(platforms)\(channels)")
                }
            }
        }
    }()

    /// `service list`.
    static let serviceList: Command = {
        let json = Parameter.json
        return Command("list", "List services.", [json]) { given, console in
            try given.withManager { manager in
                let services = try ListServices(manager.context)()
                if given[json] { return try console.print(json: services) }
                var table = Table(["NAME", "DISPLAY NAME", "ORGANIZATION", "CLIENT ID"])
                for service in services {
                    table.append([
                        "\(service.name)", "\(service.displayName)", "\(service.organization)", "\(service.clientId)",
                    ])
                }
                console.print(table)
            }
        }
    }()

    /// `service secret NAME`.
    static let serviceSecret: Command = {
        let name = serviceName
        let rotate = Parameter.flag("rotate", "Generate a new secret; the old one stops working.")
        return Command("secret", "Print a service's client secret.", [name, rotate]) { given, console in
            try given.withManager { manager in
                if given[rotate] { try manager.context.rotateSecret(ofService: given[name]) }
                guard let secret = try describe(given[name], includingSecret: true, manager).clientSecret else {
                    throw Failure(65, "\(given[name]) is a public client: it has no secret")
                }
                console.print("\(secret)")
            }
        }
    }()

    private static let serviceName = Parameter<String>.argument("NAME", "The service's name.", parse: { $0 })
}

private func describe(_ name: String, includingSecret: Bool, _ manager: Manager) throws -> ServiceRegistration {
    guard let service = try DescribeService(manager.context)(name, includingSecret: includingSecret) else {
        throw Failure(65, "there is no service \(name): `xignin-manager service list` names them")
    }
    return service
}
