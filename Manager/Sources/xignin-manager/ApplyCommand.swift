import Glibc
import Terminal
import XignManager

extension Command {
    /// `apply FILE`.
    static let apply: Command = {
        let file = Parameter<String>.argument(
            "FILE", "YAML, or - for standard input.", completion: .files, parse: { $0 })
        let json = Parameter.json
        return Command(
            "apply", "Bring organizations, services, roles, users and settings in line with a file.",
            discussion: """
                Everything in the file takes effect, or nothing. What the file does not mention stays; lists that it has are exact. \
                Applying a file again changes nothing.
                """,
            [file, json]
        ) { given, console in
            let yaml = try InputFile.read(given[file])
            try given.withManager { manager in
                let changes = try Apply(manager)(yaml)
                if given[json] { return try console.print(json: ["changes": changes]) }
                for change in changes { console.print("\(change)") }
                if changes.isEmpty { console.print("Everything is as declared.") }
            }
        }
    }()
}
