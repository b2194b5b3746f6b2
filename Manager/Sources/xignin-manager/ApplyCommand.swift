import Glibc
import Terminal
import XignServer
import XignUseCases

extension Command {
    /// `apply FILE`.
    static let apply: Command = {
        let file = Parameter<String>.argument(
            "FILE", "YAML, or - for standard input.", completion: .files, parse: { $0 })
        let json = Parameter.json
        return Command(
            "apply", "Bring organizations, services, roles, users and settings in line with a file.",
            discussion: """
                The whole file takes effect, or nothing does. Objects that it does not mention stay; lists that it contains are exact. \
                Applying a file again changes nothing. All errors of the file are reported, each with its line.
                """,
            [file, json]
        ) { given, console in
            let yaml = try InputFile.read(given[file])
            try given.withManager { manager in
                let apply = Apply(manager.context, by: OperatorName.current)
                let changes = try reportingAll(of: given[file], console) { try apply(yaml) }
                let warnings =
                    try manager.context.nameConflicts() + manager.context.rolesForDeviceAlone()
                    + manager.context.rolesForUncheckedBrowsers() + manager.context.permanentUnlockAdvice()
                for warning in warnings { console.report("warning: \(warning)") }
                if given[json] { return try console.print(json: ["changes": changes]) }
                for change in changes { console.print("\(change)") }
                if changes.isEmpty { console.print("Everything is as declared.") }
            }
        }
    }()
}

/// Reports every error of a file, each on a line.
private func reportingAll<Result>(of file: String, _ console: Console, _ body: () throws -> Result) throws -> Result {
    do { return try body() } catch let errors as DeclarationErrors {
        for error in errors.all { console.report("\(file): \(error)") }
        let count = errors.all.count == 1 ? "an error" : "\(errors.all.count) errors"
        throw Failure(78, "\(count) in \(file): nothing was changed [manager.declaration]")
    }
}
