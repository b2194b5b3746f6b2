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
                if let end = service.formerSecretUntil { console.print("Former secret:  accepted until \(end)") }
                console.print("Authentication: \(service.tokenEndpointAuthMethod)")
                for uri in service.redirectUris { console.print("Redirect URI:   \(uri)") }
                console.print("ID tokens:      \(service.idTokenSignedResponseAlg): \(service.clients)")
                console.print(
                    "PKCE:           \(service.pkce)\(service.legacy ? ": neither it nor a nonce is demanded" : "")")
                if service.inApp { console.print("Apps:           log in directly, or through the service's Keycloak") }
                console.print("Opened codes:   \(service.openedQRCodes)")
                for setting in service.clientSettings { console.print(labelled(setting)) }
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
        return Command("secret", "Print a service's client secret.", [name]) { given, console in
            try given.withManager { manager in
                let service = try describe(given[name], includingSecret: true, manager)
                guard let secret = service.clientSecret else {
                    throw Failure(65, "\(given[name]) has no secret: it is a public client, or authenticates with keys")
                }
                console.print("\(secret)")
            }
        }
    }()

    /// `service rotate-secret NAME`.
    static let serviceRotateSecret: Command = {
        let name = serviceName
        let overlap = Parameter<Int64>.option(
            "overlap", "HOURS", "Accept the old secret for this time, at most \(Context.maximumOverlapHours) hours.",
            default: 0
        ) { Int64($0).flatMap { (1...Context.maximumOverlapHours).contains($0) ? $0 : nil } }
        let end = Parameter.flag("end-overlap", "Generate no secret; end the old one.")
        return Command(
            "rotate-secret", "Replace a service's client secret.",
            discussion: """
                Prints the new secret. Without --overlap the old one stops working at once. With it, the website's servers can get \
                the new secret one after another; the old one ends by itself, or with --end-overlap.
                """,
            [name, overlap, end]
        ) { given, console in
            try given.withManager { manager in
                guard !given[end] else {
                    guard given[overlap] == 0 else {
                        throw Failure(.usage, "give --overlap or --end-overlap, not both")
                    }
                    let hasEnded = try manager.context.endFormerSecret(ofService: given[name])
                    return console.print(hasEnded ? "The former secret has ended." : "There is no former secret.")
                }
                try manager.context.rotateSecret(ofService: given[name], overlapHours: given[overlap])
                console.print("\(try describe(given[name], includingSecret: true, manager).clientSecret ?? "")")
            }
        }
    }()

    /// `service check NAME ADDRESS`.
    static let serviceCheck: Command = {
        let name = serviceName
        let logout = Parameter.flag("logout", "The address is the post_logout_redirect_uri of a logout.")
        let address = Parameter<String>.argument(
            "ADDRESS", "The redirect_uri that the website sends.", parse: { $0 })
        return Command(
            "check", "Compare an address with a service's redirect URIs.",
            discussion: """
                For a website whose login or logout ends at a page that says that its address is not registered: the parameter \
                redirect_uri or post_logout_redirect_uri of its request, decoded, must be one of the registered addresses, byte for byte.
                """,
            [name, logout, address]
        ) { given, console in
            try given.withManager { manager in
                let use: CheckRedirectURI.Use = given[logout] ? .logout : .login
                switch try CheckRedirectURI(manager.context)(given[address], for: use, ofService: given[name]) {
                case nil: throw unknownService(given[name])
                case .registered: console.print("registered")
                case .registeredOtherwise:
                    throw Failure(
                        65,
                        use == .login
                            ? "it is registered in postLogoutRedirectUris: check it with --logout"
                            : "it is registered in redirectUris: check it without --logout")
                case .differs(nil):
                    throw Failure(
                        65,
                        use == .login
                            ? "the service has no redirect URIs"
                            : "the service has no addresses for after a logout (postLogoutRedirectUris)")
                case .differs(let difference?):
                    console.print("differs at character \(difference.character) from the closest address:")
                    console.print("given:      \(given[address])")
                    console.print("registered: \(difference.registered)")
                    console.print(.verbatim(String(repeating: " ", count: 11 + difference.character) + "^"))
                    throw Failure(65, "the address is not registered for \(given[name])")
                }
            }
        }
    }()

    private static let serviceName = Parameter<String>.argument("NAME", "The service's name.", parse: { $0 })
}

private func describe(_ name: String, includingSecret: Bool, _ manager: Manager) throws -> ServiceRegistration {
    guard let service = try DescribeService(manager.context)(name, includingSecret: includingSecret) else {
        throw unknownService(name)
    }
    return service
}

private func unknownService(_ name: String) -> Failure {
    Failure(65, "there is no service \(name): `xignin-manager service list` names them")
}

/// Returns a setting as a line of `service show`.
private func labelled(_ setting: (name: String, text: String)) -> Text {
    let label = "\(setting.name):"
    return .verbatim(label + String(repeating: " ", count: max(1, 16 - label.count))) + Text(setting.text)
}
