import Terminal
import XignServer
import XignUseCases

extension ExitStatus {
    /// Some check of `doctor` has warned, and none has failed. As monitoring plugins have it.
    static let warned: ExitStatus = 1
    /// Some check of `doctor` has failed.
    static let failed: ExitStatus = 2
}

extension Command {
    /// `doctor`.
    static let doctor: Command = {
        let isOffline = Parameter<Bool>.flag("offline", "Look at this machine and the database alone.")
        let authorities = Parameter<String?>.option(
            "ca-file", "FILE", "Certificates in PEM that are trusted besides the system's.", completion: .files
        ) { $0 }
        let checks = Finding.Check.allCases.map(\.rawValue)
        let accepted = Parameter<[String]>.options(
            "accept", "CHECK", "Do not count the warnings of this check. Failures count always.",
            completion: .values(checks), parse: { checks.contains($0) ? $0 : nil })
        let json = Parameter.json
        return Command(
            "doctor", "Check the installation, and say what to do.",
            discussion: """
                Looks at the files, the database, the keys, and the manager's addresses as browsers and devices reach them. It changes \
                nothing, and prints no secrets: a write to the database is rolled back. On SQLite it reads the whole database.

                The exit status is 0 if all is well, 1 after a warning, and 2 after a failure.
                """,
            [isOffline, authorities, accepted, json],
            examples: ["xignin-manager doctor", "xignin-manager doctor --accept retention --json"]
        ) { given, console in
            var options = Doctor.Options()
            options.database = given[Options.database]
            options.isOffline = given[isOffline]
            options.authorities = try given[authorities].map { try InputFile.read($0) }
            let findings = Doctor(try given.folder, options)()
            let status = findings.status(accepting: Set(given[accepted].compactMap(Finding.Check.init(rawValue:))))
            if given[json] {
                try console.print(json: Report(status: status, checks: findings))
            } else {
                for finding in findings {
                    console.print("\(finding.status.name.padded(to: 8)) \(finding.check.rawValue): \(finding.text)")
                    if let advice = finding.advice { console.print("         -> \(advice)") }
                }
            }
            switch status {
            case .ok: return
            case .warning: throw Failure(.warned, "there are warnings")
            case .failure: throw Failure(.failed, "something needs to be corrected")
            }
        }
    }()
}

/// The output of `doctor --json`.
private struct Report: Encodable {
    let status: Finding.Status
    let checks: [Finding]
}

extension String {
    fileprivate func padded(to width: Int) -> Text {
        .verbatim(self + String(repeating: " ", count: max(0, width - count)))
    }
}
