/// A shell for which completions are generated.
enum Shell: String, CaseIterable {
    case bash
    case zsh
    case fish

    /// Returns the script that makes this shell complete a program's command line.
    func script(for program: Program) -> String {
        switch self {
        case .bash: BashCompletion(program: program).script
        case .zsh: ZshCompletion(program: program).script
        case .fish: FishCompletion(program: program).script
        }
    }
}

extension Command {
    /// The command `completion SHELL`, which every program has.
    static func completion(of program: Program) -> Command {
        let names = Shell.allCases.map(\.rawValue)
        let shell = Parameter.argument("SHELL", program.wording.completionShell, completion: .values(names)) {
            Shell(rawValue: $0)
        }
        return Command(
            "completion", program.wording.completion, discussion: program.wording.completionUse(program.name), [shell]
        ) { given, console in console.print(.verbatim(given[shell].script(for: program))) }
    }
}
