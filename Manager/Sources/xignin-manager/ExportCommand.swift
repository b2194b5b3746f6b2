import Terminal
import XignServer
import XignUseCases

extension Command {
    /// `export`.
    static let export: Command = {
        let users = Parameter<Bool>.flag(
            "users", "Include users with their memberships and roles, and the administrators.")
        let attributes = Parameter<Bool>.flag("attributes", "Include users with the values of their attributes, too.")
        let withoutKey = Parameter<Bool>.flag(
            "without-key", "The key-encryption key is lost: leave out attributes and administrators, which it seals.")
        let output = Parameter<String>.option(
            "output", short: "o", "FILE", "The new file, which only you can read; without it standard output.",
            default: "-", completion: .files
        ) { $0 }
        return Command(
            "export", "Print the declared state as a file that apply takes.",
            discussion: """
                It has the settings, the organizations, the services and their roles, and no secrets. Applying it changes nothing; \
                applied to a new manager, it makes the same services, with client ids and secrets of their own.

                Users are personal data, so they are left out unless you ask for them. Keep a file with users as you keep a backup.
                """,
            [users, attributes, withoutKey, output, Parameter<Bool>.json],
            examples: ["xignin-manager export --output /root/xign.yaml"]
        ) { given, console in
            try given.expectFile(given[output])
            func write(_ declaration: ExportDeclaration, warnings furtherWarnings: () throws -> [String]) throws {
                let data: ExportDeclaration.UserData =
                    given[attributes] ? .attributes : given[users] ? .directory : .none
                let yaml = try declaration.yaml(data)
                let file = try OutputFile(given[output])
                do { try file.write(yaml) } catch {
                    file.discard()
                    throw error
                }
                try file.finish()
                var warnings = try furtherWarnings()
                if yaml.count > ExportDeclaration.maximumByteCount {
                    warnings.append(
                        "apply takes files of 1 MiB at most: divide the users among several, each with the key users.")
                }
                if given[output] != "-" {
                    try given.print(
                        FileReport(file: given[output], warnings: warnings),
                        or: "Exported the declaration to \(given[output]).", on: console)
                }
                for warning in warnings { console.report("warning: \(warning)") }
            }
            guard !given[withoutKey] else {
                guard !given[attributes] else {
                    throw Failure(.usage, "--attributes needs the key-encryption key, which seals them")
                }
                return try given.withoutKey { declaration in
                    try write(declaration) {
                        let names = given[users] ? try declaration.administratorNames() : []
                        guard !names.isEmpty else { return [] }
                        return [
                            "the administrators are not in it, since their roles are sealed: "
                                + "\(names.joined(separator: ", "))."
                        ]
                    }
                }
            }
            try given.withManager { manager in
                try write(ExportDeclaration(manager.context)) {
                    try ListNameConflicts(manager.context)().map { "\($0). apply refuses or corrects it." }
                }
            }
        }
    }()
}

extension ParsedArguments {
    /// Runs a command on the database of a manager whose key-encryption key is lost, and closes it after that.
    fileprivate func withoutKey(_ body: (ExportDeclaration) throws -> Void) throws {
        let configuration = try configuration()
        try explaining {
            let database = try folder.openDatabaseWithoutKey(configuration, override: self[Options.database])
            defer { database.close() }
            try body(ExportDeclaration(withoutKey: database, issuer: try configuration.issuerOrigin()))
        }
    }
}
