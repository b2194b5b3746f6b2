extension Command {
    /// The command `help [COMMAND...]`, which every program has.
    static func help(of program: Program) -> Command {
        let words = Parameter<[String]>.arguments("COMMAND", program.wording.helpOf)
        return Command("help", program.wording.helpCommand, [words]) { given, console in
            // The line of the command itself, with --help at its end.
            let named = given[words]
            guard case .help(let path) = try Parser.parse(named + ["--help"], for: program), path.count == named.count
            else { throw UsageError(program.wording.helpUnknown(named.joined(separator: " "))) }
            console.print(.verbatim(Help(program: program, path: path).text))
        }
    }
}
