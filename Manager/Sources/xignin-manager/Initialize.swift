import Glibc
import QRCode
import Terminal
import XignDomain
import XignProtocol
import XignServer
import XignUseCases

extension Command {
    /// `init`: creates keys, configuration and database of a manager.
    static let initialize: Command = {
        let issuer = Parameter<String?>.option(
            "issuer", "URL",
            "Where browsers and devices will reach it: https://login.example.org; without it \(issuerForTrials).",
            parse: { $0 })
        let appLinkOrigins = Parameter<[String]>.options(
            "app-link-origin", "URL",
            "Where the links of QR codes and invitations lead: https://app.login.example.org, which is the default for the "
                + "issuer https://login.example.org. The first one is in new links.",
            parse: { $0 })
        let administrator = Parameter<String?>.option(
            "administrator", "NAME", "Add the first administrator, too, and print an activation for their device.",
            parse: { try UserName($0).text })
        let rootKeys = Parameter<String?>.option(
            "root-keys", "FILE", "A new file for the root keys, on a medium that you keep offline.", completion: .files
        ) { ["", "-"].contains($0) ? nil : $0 }
        let json = Parameter.json
        return Command(
            "init", "Create a manager: its keys, its configuration, its database.",
            discussion: """
                Writes the data folder. Move root-keys.json offline, or let --root-keys name a file there: whoever has it can speak for \
                this manager, and the manager itself does not need it. Keep a copy of key-encryption-key apart from the database's backups.

                The issuer can never be changed, and the origins of links with the root keys alone. http is for trials on this machine.

                With --administrator it prints a link and a QR code for that person's authenticator, valid for 24 hours, and a PIN. \
                Hand them over through different channels: whoever has both administers this manager. The link works once the \
                manager serves.
                """,
            [
                issuer, appLinkOrigins, administrator, rootKeys, HandoutOptions.picture, HandoutOptions.pinStdin, json,
            ],
            examples: ["xignin-manager init --issuer https://login.example.org --administrator grace"]
        ) { given, console in
            guard given[administrator] != nil || !given.hasHandoutOptions else {
                throw Failure(.usage, "--qr and --pin-stdin are for the activation of --administrator NAME")
            }
            let pin = try given[administrator].map { _ in try given.activationPIN(console) }
            let picture = try given.picture(console)
            try explaining {
                let folder = try given.folder
                var configuration = Configuration(issuer: issuerForTrials, database: nil)
                try configuration.apply(variables: Configuration.environment)
                configuration.issuer = given[issuer] ?? configuration.issuer
                configuration.database = given[Options.database] ?? configuration.database
                let isForTrials = given[issuer] == nil && configuration.issuer == issuerForTrials
                let origin = try configuration.issuerOrigin()
                let fingerprint = try folder.initialize(
                    configuration, appLinkOrigins: given[appLinkOrigins], rootKeys: given[rootKeys])
                var handout: Handout?
                if let name = given[administrator], let pin {
                    handout = try given.addFirstAdministrator(name, pin, configuration)
                }
                if let handout { try picture?.write(QRCode(handout.link)) }
                if given[json] {
                    return try console.print(
                        json: InitializationReport(
                            issuer: origin.description, data: folder.path,
                            rootKeys: given[rootKeys] ?? folder.rootKeysPath, fingerprint: fingerprint,
                            administrator: handout?.report))
                }
                console.print("A new manager for \(origin) in \(folder.path).")
                if isForTrials {
                    console.print(
                        "No --issuer was given, so it is this one, for trials on this machine. It can never be changed:"
                    )
                    console.print(
                        "for others, begin again in another folder with `xignin-manager init --issuer https://login.example.org`."
                    )
                }
                console.print("Its fingerprint, for people who run `xign trust`:")
                console.print("    \(fingerprint, .bold)")
                let keep: Text = given[rootKeys].map { "Keep \($0) offline" } ?? "Move \(folder.rootKeysPath) offline"
                let start: Text =
                    folder.isInstalled && hasSystemd ? "systemctl enable --now xignin-manager" : "xignin-manager serve"
                // Each command looks for the manager where Debian's package has it.
                let data: Text = folder.isInstalled ? "" : " --data \(folder.path)"
                console.print("Next:")
                let place: Text = origin.isSecure ? ", behind a proxy with TLS" : ""
                console.print("  1. \(keep), and a copy of key-encryption-key apart from the database's backups.")
                console.print("  2. Start it: `\(start)\(data)`\(place).")
                console.print("  3. Add a website: `xignin-manager apply FILE\(data)`.")
                console.print("     Find faults: `xignin-manager doctor\(data)`.")
                guard let handout else { return }
                console.print("Then \(handout.report.user, .bold), who administers this manager, activates a device:")
                given.show(handout, console)
            }
        }
    }()
}

/// True where systemd starts services (sd_booted(3)), as in no container.
private var hasSystemd: Bool { access("/run/systemd/system", F_OK) == 0 }

private let issuerForTrials = "http://127.0.0.1:8080"

private struct InitializationReport: Encodable {
    let issuer: String
    let data: String
    let rootKeys: String
    let fingerprint: String
    let administrator: Handout.Report?
}

extension ParsedArguments {
    fileprivate var hasHandoutOptions: Bool { self[HandoutOptions.picture] != nil || self[HandoutOptions.pinStdin] }

    /// Adds the first administrator to a new manager, with an activation.
    fileprivate func addFirstAdministrator(
        _ name: String, _ pin: PIN, _ configuration: Configuration
    ) throws -> Handout {
        let manager = try manager(configuration)
        defer { manager.context.database.close() }
        let issued = try AddUser(manager.context)(name, pin: pin, by: OperatorName.current)
        _ = try manager.context.grant(.administrator, toUser: name, by: OperatorName.current)
        return Handout(issued, shown(pin))
    }
}
