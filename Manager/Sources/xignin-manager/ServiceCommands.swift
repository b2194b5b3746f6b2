import Terminal
import XignDomain
import XignServer
import XignStorage
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
                let report = try ServiceReport(named: given[name], withSecret: given[secret], manager)
                if given[json] { return try console.print(json: report) }
                console.print("Service:        \(report.name) (\(report.displayName))")
                console.print("Organization:   \(report.organization)")
                console.print("Issuer:         \(report.issuer)")
                console.print("Client id:      \(report.clientId)")
                if let secret = report.clientSecret { console.print("Client secret:  \(secret)") }
                for uri in report.redirectUris { console.print("Redirect URI:   \(uri)") }
                console.print("ID tokens:      \(report.idTokenSignedResponseAlg): \(report.clients)")
                console.print(
                    "PKCE:           \(report.pkce)\(report.legacy ? ": neither it nor a nonce is demanded" : "")")
                if !report.attributes.isEmpty { console.print("Claims:         in \(report.claimsIn)") }
                for attribute in report.attributes {
                    let terms =
                        [attribute.required ? "required" : "optional"] + (attribute.verified ? ["verified"] : [])
                    console.print("Attribute:      \(attribute.name): \(terms.joined(separator: ", "))")
                }
                for role in report.roles {
                    let alternatives = role.alternatives.map { $0.joined(separator: " + ") }.joined(separator: " or ")
                    console.print("Role:           \(role.name): \(alternatives)")
                }
            }
        }
    }()

    /// `service list`.
    static let serviceList: Command = {
        let json = Parameter.json
        return Command("list", "List services.", [json]) { given, console in
            try given.withManager { manager in
                let names = try manager.context.database.read { try $0.services.all().map(\.name) }
                let reports = try names.map { try ServiceReport(named: $0, withSecret: false, manager) }
                if given[json] { return try console.print(json: reports) }
                var table = Table(["NAME", "DISPLAY NAME", "ORGANIZATION", "CLIENT ID"])
                for report in reports {
                    table.append([
                        "\(report.name)", "\(report.displayName)", "\(report.organization)", "\(report.clientId)",
                    ])
                }
                console.print(table)
            }
        }
    }()

    /// `service secret NAME`.
    static let serviceSecret: Command = {
        let name = serviceName
        let rotate = Parameter.flag("rotate", "Draw another one; the old one is good no more.")
        return Command("secret", "Print a service's client secret.", [name, rotate]) { given, console in
            try given.withManager { manager in
                if given[rotate] { try manager.context.rotateSecret(ofService: given[name]) }
                guard let secret = try ServiceReport(named: given[name], withSecret: true, manager).clientSecret else {
                    throw Failure(65, "\(given[name]) is a public client: it has no secret")
                }
                console.print("\(secret)")
            }
        }
    }()

    private static let serviceName = Parameter<String>.argument("NAME", "The service's name.", parse: { $0 })
}

/// A service as it is configured elsewhere, with the names that OpenID Connect's registration uses.
private struct ServiceReport: Encodable {
    struct Role: Encodable {
        let name: String
        let alternatives: [[String]]
    }

    struct Attribute: Encodable {
        let name: String
        let required: Bool
        /// Only of what can be verified.
        let verified: Bool
    }

    let name: String
    let displayName: String
    let organization: String
    let issuer: String
    let clientId: String
    let clientSecret: String?
    let redirectUris: [String]
    let idTokenSignedResponseAlg: String
    let pkce: String
    let legacy: Bool
    let active: Bool
    let attributes: [Attribute]
    let claimsIn: String
    let roles: [Role]

    /// Which clients the algorithm is for: for people alone.
    var clients: String { Service.SigningAlgorithm(rawValue: idTokenSignedResponseAlg)?.clients ?? "" }

    init(named name: String, withSecret: Bool, _ manager: Manager) throws {
        let found = try manager.context.database.read {
            transaction -> (Service, Organization?, [XignDomain.Role], String?)? in
            guard let service = try transaction.services.find(name: name) else { return nil }
            return (
                service, try transaction.organizations.find(id: service.organizationID),
                try transaction.services.roles(of: service.id),
                withSecret ? try transaction.services.secret(of: service.id) : nil
            )
        }
        guard let (service, organization, roles, secret) = found else {
            throw Failure(65, "there is no service \(name): `xignin-manager service list` names them")
        }
        self.name = service.name
        displayName = service.displayName
        self.organization = organization?.name ?? ""
        issuer = manager.context.issuer.description
        clientId = service.id
        clientSecret = secret
        redirectUris = service.redirectURIs
        idTokenSignedResponseAlg = service.signingAlgorithm.rawValue
        legacy = service.proofKey == .legacy
        // As it is declared.
        pkce = (service.proofKey == .legacy ? .optional : service.proofKey).rawValue
        active = service.isActive
        attributes = service.attributes.map {
            Attribute(name: $0.name.rawValue, required: $0.isRequired, verified: $0.mustBeVerified)
        }
        claimsIn = service.claimsIn.rawValue
        self.roles = roles.map { Role(name: $0.name, alternatives: $0.alternatives.map { $0.map(\.rawValue) }) }
    }
}
