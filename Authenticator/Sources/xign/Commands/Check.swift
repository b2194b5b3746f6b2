import Terminal
import XignSDK

extension Command {
    /// The command `check`.
    static func check(_ words: any Wording) -> Command {
        let help = words.check.help
        let json = Parameter.json.explained(by: words.program.json)
        return Command(
            "check", help.summary, discussion: help.discussion, [json],
            examples: ["xign check"]
        ) { given, console in
            let home = try given.home(console, words)
            let result = try explaining { try home.sdk().xignCommon.executeSecurityCheckSynchronous() }
            let report = CheckReport(result, try KeyStoreReport(home.keyStore))
            if given[json] {
                try console.print(json: report)
            } else {
                report.lines(words).forEach { console.print($0) }
            }
            if let failure = report.failure { throw failure }
        }
    }
}
