import Terminal
import XignServer
import XignUseCases

extension Command {
    /// `export`.
    static let export: Command = {
        let users = Parameter<Bool>.flag(
            "users", "Include users with their memberships and roles, and the administrators.")
        let attributes = Parameter<Bool>.flag("attributes", "Include users with the values of their attributes, too.")
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
            [users, attributes, output]
        ) { given, console in
            try given.withManager { manager in
                let data: ExportDeclaration.UserData =
                    given[attributes] ? .attributes : given[users] ? .directory : .none
                let yaml = try ExportDeclaration(manager.context).yaml(data)
                let file = try OutputFile(given[output])
                do { try file.write(yaml) } catch {
                    file.discard()
                    throw error
                }
                try file.finish()
                if given[output] != "-" { console.print("Exported the declaration to \(given[output]).") }
                for conflict in try manager.context.nameConflicts() {
                    console.report("warning: \(conflict). apply refuses or corrects it.")
                }
                if yaml.count > ExportDeclaration.maximumByteCount {
                    console.report(
                        "warning: apply takes files of 1 MiB at most: divide the users among several, each with the key users."
                    )
                }
            }
        }
    }()
}
