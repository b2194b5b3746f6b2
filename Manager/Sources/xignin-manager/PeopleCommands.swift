import Terminal
import XignServer
import XignUseCases

extension Command {
    /// `people import FILE`.
    static let peopleImport: Command = {
        let file = Parameter<String>.argument(
            "FILE", "CSV with a first line that names the columns, or - for standard input.", completion: .files,
            parse: { $0 })
        let organization = Parameter<String?>.option(
            "organization", "NAME", "The organization whose members the people become.", parse: { $0 })
        let isRehearsal = Parameter<Bool>.flag("dry-run", "Report what would change, and change nothing.")
        let json = Parameter.json
        return Command(
            "import", "Add many people to an organization.",
            discussion: """
                The columns are name, givenName, familyName, email, phoneNumber, language (en or de), roles (shop/buyer, with spaces between), \
                the names of declared attributes, and accountNames.SERVICE for the name of the account there, in any order; name is required. Cells are separated by commas, semicolons or tabs. The file is UTF-8, with at most 10,000 people and 4 MiB.

                Known people are reported, and never changed. The whole file takes effect, or nothing does. Nobody gets an activation: \
                `activation issue` hands it out.
                """,
            [file, organization, isRehearsal, json],
            examples: ["xignin-manager people import people.csv --organization 'Example Inc.' --dry-run"]
        ) { given, console in
            guard let organization = given[organization] else {
                throw Failure(.usage, "--organization NAME is missing: it says where the people become members")
            }
            let bytes = try InputFile.read(given[file], upTo: PeopleTable.maximumByteCount)
            try given.withManager { manager in
                let lines = try reportingAll(of: given[file], console) {
                    try console.showingWork { progress in
                        try ImportPeople(manager.context, by: OperatorName.current, reporting: progress)(
                            bytes, to: organization, isRehearsal: given[isRehearsal])
                    }
                }
                if given[json] {
                    return try console.print(json: ImportReport(lines: lines, dryRun: given[isRehearsal]))
                }
                for line in lines {
                    console.print("line \(line.line): \(line.state == .added ? "added" : "known") \(line.user)")
                }
                let added = lines.count { $0.state == .added }
                console.print("\(added) added, \(lines.count - added) known and left as they are.")
                if given[isRehearsal] { console.print("This was a dry run: nothing was changed.") }
            }
        }
    }()
}

/// The output of `people import --json`.
private struct ImportReport: Encodable {
    let lines: [ImportPeople.Line]
    let dryRun: Bool
}
