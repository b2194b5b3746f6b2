import Glibc
import Terminal
import XignServer
import XignUseCases

extension Command {
    /// `apply FILE`.
    static let apply: Command = {
        let file = Parameter<String>.argument(
            "FILE", "YAML, or - for standard input.", completion: .files, parse: { $0 })
        let isRehearsal = Parameter<Bool>.flag("dry-run", "Report what would change, and change nothing.")
        let json = Parameter.json
        return Command(
            "apply", "Bring organizations, services, roles, users and settings in line with a file.",
            discussion: """
                The whole file takes effect, or nothing does. Objects that it does not mention stay; lists that it contains are exact. \
                Applying a file again changes nothing. All errors of the file are reported, each with its line.

                With --dry-run the report, the errors and the exit status are the same, and the database stays as it is.
                """,
            [file, isRehearsal, json],
            examples: [
                Example("xignin-manager apply website.yaml --dry-run", "Shows what would change."),
                "xignin-manager apply website.yaml",
            ]
        ) { given, console in
            let yaml = try InputFile.read(given[file])
            if given[isRehearsal] { try given.expectCurrentSchema() }
            try given.withManager { manager in
                let report = try reportingAll(of: given[file], console) {
                    try console.showingWork { progress in
                        let apply = Apply(manager.context, by: OperatorName.current, reporting: progress)
                        return try given[isRehearsal] ? apply.rehearse(yaml) : apply.report(yaml)
                    }
                }
                for warning in report.warnings { console.report("warning: \(warning)") }
                if given[json] { return try console.print(json: ReportOnRun(report, isRehearsal: given[isRehearsal])) }
                for change in report.changes { console.print("\(change)") }
                if report.changes.isEmpty { console.print("Everything is as declared.") }
                if given[isRehearsal], !report.changes.isEmpty {
                    console.print("This was a dry run: nothing was changed.")
                }
            }
        }
    }()
}

/// The output of `apply --json`.
private struct ReportOnRun: Encodable {
    let changes: [String]
    let warnings: [String]
    let dryRun: Bool

    init(_ report: ApplyReport, isRehearsal: Bool) {
        (changes, warnings, dryRun) = (report.changes, report.warnings, isRehearsal)
    }
}

extension ParsedArguments {
    /// Refuses a database that this program would have to migrate: opening it would change it.
    fileprivate func expectCurrentSchema() throws {
        try explaining { try folder.expectCurrentSchema(try configuration(), override: self[Options.database]) }
    }
}

/// Reports every error of a file, each on a line.
func reportingAll<Result>(of file: String, _ console: Console, _ body: () throws -> Result) throws -> Result {
    do { return try body() } catch let errors as DeclarationErrors {
        for error in errors.all { console.report("\(file): \(error)") }
        let count = errors.all.count == 1 ? "an error" : "\(errors.all.count) errors"
        throw Failure(78, "\(count) in \(file): nothing was changed [manager.declaration]")
    }
}
