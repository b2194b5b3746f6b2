import Terminal
import XignDomain
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
            [name, secret, json], examples: ["xignin-manager service show shop"]
        ) { given, console in
            try given.withManager { manager in
                let service = try describe(given[name], includingSecret: given[secret], manager)
                if given[json] { return try console.print(json: service) }
                show(service, console)
            }
        }
    }()

    private static func show(_ shown: ServiceRegistration, _ console: Console) {
        let service = shown.service
        console.print("Service:        \(service.name) (\(service.displayName))")
        console.print("Organization:   \(shown.organization)")
        if let website = service.website { console.print("Website:        \(website)") }
        console.print("Issuer:         \(shown.issuer)")
        console.print("Client id:      \(service.id.text)")
        if let secret = shown.clientSecret { console.print("Client secret:  \(secret)") }
        if let end = shown.formerSecretUntil { console.print("Former secret:  accepted until \(end)") }
        console.print("Authentication: \(shown.tokenEndpointAuthMethod)")
        for uri in service.redirectURIs { console.print("Redirect URI:   \(uri)") }
        let algorithm = service.signingAlgorithm
        console.print("ID tokens:      \(algorithm.rawValue): \(algorithm.clients)")
        console.print(
            "PKCE:           \(service.pkce.rawValue)\(service.isLegacy ? ": neither it nor a nonce is demanded" : "")")
        if service.allowsInApp { console.print("Apps:           log in directly, or through the service's Keycloak") }
        for setting in shown.declared where !shownOtherwise.contains(setting.name) { console.print(labelled(setting)) }
        if !service.attributes.isEmpty || !service.declared.declaredAttributes.isEmpty {
            console.print("Claims:         in \(service.claimsIn.rawValue)")
        }
        for attribute in service.attributes {
            let terms =
                [attribute.isRequired ? "required" : "optional"] + attribute.verification.words
            console.print("Attribute:      \(attribute.name.rawValue): \(terms.joined(separator: ", "))")
        }
        for attribute in service.declared.declaredAttributes {
            console.print("Attribute:      \(attribute.name): \(attribute.isRequired ? "required" : "optional")")
        }
        for role in shown.roles {
            let alternatives = role.alternatives.map { $0.map(\.rawValue).joined(separator: " + ") }
            let platforms = role.platforms.map { ", on \($0.map(\.rawValue).joined(separator: " or "))" } ?? ""
            let channels = role.channels.map { ", by \($0.map(\.rawValue).joined(separator: " or "))" } ?? ""
            console.print(
                "Role:           \(role.name): \(alternatives.joined(separator: " or "))\(platforms)\(channels)")
        }
    }

    /// The declared members with lines of their own.
    private static let shownOtherwise: Set<String> = [
        "name", "displayName", "website", "redirectUris", "signingAlgorithm", "pkce", "legacy", "confidential", "inApp",
        "attributes", "claimsIn",
    ]

    /// `service list`.
    static let serviceList: Command = {
        let json = Parameter.json
        return Command("list", "List services.", [json], examples: ["xignin-manager service list"]) { given, console in
            try given.withManager { manager in
                let services = try ListServices(manager.context)()
                if given[json] { return try console.print(json: services) }
                var table = Table(["NAME", "DISPLAY NAME", "ORGANIZATION", "CLIENT ID"])
                for service in services {
                    table.append([
                        "\(service.service.name)", "\(service.service.displayName)", "\(service.organization)",
                        "\(service.service.id.text)",
                    ])
                }
                console.print(table)
            }
        }
    }()

    /// `service secret NAME`.
    static let serviceSecret: Command = {
        let name = serviceName
        return Command(
            "secret", "Print a service's client secret.", [name, Parameter<Bool>.json],
            examples: ["xignin-manager service secret shop"]
        ) { given, console in
            try given.withManager { manager in
                let service = try describe(given[name], includingSecret: true, manager)
                guard let secret = service.clientSecret else {
                    throw Failure(65, "\(given[name]) has no secret: it is a public client, or authenticates with keys")
                }
                try given.print(
                    SecretReport(service: service.service.name, clientSecret: secret), or: "\(secret)", on: console)
            }
        }
    }()

    /// `service rotate-secret NAME`.
    static let serviceRotateSecret: Command = {
        let name = serviceName
        let overlap = Parameter<Int64>.option(
            "overlap", "HOURS",
            "Accept the old secret for this time, at most \(RotateSecret.maximumOverlapHours) hours.",
            default: 0
        ) { Int64($0).flatMap { (1...RotateSecret.maximumOverlapHours).contains($0) ? $0 : nil } }
        let end = Parameter.flag("end-overlap", "Generate no secret; end the old one.")
        return Command(
            "rotate-secret", "Replace a service's client secret.",
            discussion: """
                Prints the new secret. Without --overlap the old one stops working at once. With it, the website's servers can get \
                the new secret one after another; the old one ends by itself, or with --end-overlap.
                """,
            [name, overlap, end, Agreement.isAgreed, Parameter<Bool>.json],
            examples: [
                Example("xignin-manager service rotate-secret shop", "After a leak: the old secret ends at once."),
                Example("xignin-manager service rotate-secret shop --overlap 24", "One server after the other."),
            ]
        ) { given, console in
            try given.withManager { manager in
                let found = try DescribeService(manager.context)(given[name], includingSecret: true)
                // A service without a secret is refused below.
                let service = found?.clientSecret == nil ? nil : found
                guard !given[end] else {
                    guard given[overlap] == 0 else {
                        throw Failure(.usage, "give --overlap or --end-overlap, not both")
                    }
                    if let service, let until = service.formerSecretUntil {
                        try given.ask(
                            "End it?",
                            showing: [
                                "Ends the former secret of \(service.title), which is accepted until \(until).",
                                "A server of the website that still has it is refused at once.",
                            ], on: console)
                    }
                    let hasEnded = try EndFormerSecret(manager.context)(ofService: given[name])
                    return try given.print(
                        SecretReport(service: given[name], changed: hasEnded),
                        or: hasEnded ? "The former secret has ended." : "There is no former secret.", on: console)
                }
                if let service { try given.askToReplace(service, overlapHours: given[overlap], console) }
                try RotateSecret(manager.context)(ofService: given[name], overlapHours: given[overlap])
                let changed = try describe(given[name], includingSecret: true, manager)
                try given.print(
                    SecretReport(
                        service: changed.service.name, clientSecret: changed.clientSecret,
                        formerSecretUntil: changed.formerSecretUntil, changed: true),
                    or: "\(changed.clientSecret ?? "")", on: console)
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
            [name, logout, address, Parameter<Bool>.json],
            examples: ["xignin-manager service check shop https://shop.example.org/callback"]
        ) { given, console in
            try given.withManager { manager in
                let use: CheckRedirectURI.Use = given[logout] ? .logout : .login
                let result = try CheckRedirectURI(manager.context)(given[address], for: use, ofService: given[name])
                let isJSON = given[Parameter<Bool>.json]
                if isJSON, let result { try console.print(json: RedirectURIReport(given[address], use, result)) }
                switch result {
                case nil: throw unknownService(given[name])
                case .registered: if !isJSON { console.print("registered") }
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
                    if !isJSON { console.print(difference, of: given[address]) }
                    throw Failure(65, "the address is not registered for \(given[name])")
                }
            }
        }
    }()

    private static let serviceName = Parameter<String>.argument("NAME", "The service's name.", parse: { $0 })
}

extension ParsedArguments {
    fileprivate func askToReplace(_ service: ServiceRegistration, overlapHours: Int64, _ console: Console) throws {
        let end =
            overlapHours > 0
            ? "The present one is accepted for \(overlapHours) hours more."
            : "The present one is refused at once: nobody logs in there until the website has the new one."
        let former = service.formerSecretUntil.map { " The one before it, accepted until \($0), ends now." } ?? ""
        try ask(
            "Replace it?", showing: ["Replaces the client secret of \(service.title).", "\(end + former)"], on: console)
    }
}

extension ServiceRegistration {
    fileprivate var title: Text { "\(service.name, .bold) (\(service.displayName)) of \(organization)" }
}

/// The JSON of `service secret` and `service rotate-secret`.
private struct SecretReport: Encodable {
    let service: String
    var clientSecret: String?
    var formerSecretUntil: String?
    var changed: Bool?
}

/// The JSON of `service check`.
private struct RedirectURIReport: Encodable {
    let address: String
    let use: String
    let registered: Bool
    /// True for an address of the other use.
    let registeredOtherwise: Bool
    let closest: String?
    let differsAtCharacter: Int?

    init(_ address: String, _ use: CheckRedirectURI.Use, _ result: CheckRedirectURI.Outcome) {
        (self.address, self.use) = (address, use == .login ? "login" : "logout")
        (registered, registeredOtherwise) = (result == .registered, result == .registeredOtherwise)
        let difference: RedirectURI.Difference? = if case .differs(let found) = result { found } else { nil }
        (closest, differsAtCharacter) = (difference?.registered, difference?.character)
    }
}

extension Console {
    fileprivate func print(_ difference: RedirectURI.Difference, of address: String) {
        print("differs at character \(difference.character) from the closest address:")
        print("given:      \(address)")
        print("registered: \(difference.registered)")
        let same: Text = "given:      \(String(decoding: address.utf8.prefix(difference.character - 1), as: UTF8.self))"
        print(.verbatim(String(repeating: " ", count: same.width) + "^"))
    }
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

extension VerificationDemand {
    fileprivate var words: [String] {
        switch self {
        case .none: []
        case .any: ["verified"]
        case .byOperator: ["verified by an operator"]
        }
    }
}
