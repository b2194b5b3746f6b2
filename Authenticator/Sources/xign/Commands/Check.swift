import Terminal
import XignSDK

extension Command {
    /// The command `check`.
    static func check(_ words: any Wording) -> Command {
        let json = Parameter.json
        return Command(
            "check", "Check this device for signs of manipulation, and where it keeps its keys.",
            discussion: """
                The manager learns the findings at each login, and a website can refuse the device because of them. \
                The check works without activation and network. It only finds what does not hide: no finding is no \
                proof.

                The exit status is 0 if there is no finding, 5 if there is one, and 78 if there is none, but the TPM \
                with the keys of this device cannot be used.
                """,
            [json]
        ) { given, console in
            let home = given.home
            let result = try explaining { try home.sdk().xignCommon.executeSecurityCheckSynchronous() }
            let report = CheckReport(result, try KeyStoreReport(home.keyStore))
            if given[json] { try console.print(json: report) } else { report.lines.forEach { console.print($0) } }
            if let failure = report.failure { throw failure }
        }
    }
}
