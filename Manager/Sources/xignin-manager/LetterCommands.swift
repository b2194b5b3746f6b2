import Terminal
import XignDomain
import XignServer
import XignStorage
import XignUseCases

extension Command {
    /// `user letters`.
    static let userLetters: Command = {
        let organization = Parameter<String?>.option(
            "organization", "NAME", "Writes to the members of an organization.")
        let users = Parameter<String?>.option(
            "users", "FILE", "Writes to users instead: a name in each line of FILE, or - for standard input.",
            completion: .files, parse: { $0 })
        let codes = Parameter<String?>.option(
            "codes", "FILE", "A new file for the letters with the codes. Required.", completion: .files, parse: { $0 })
        let pins = Parameter<String?>.option(
            "pins", "FILE", "A new file for the letters with the PINs. Required.", completion: .files, parse: { $0 })
        return Command(
            "letters", "Write letters to many people, each with an activation for a first device.",
            discussion: """
                Writes two files of letters to print, one with QR codes and links, one with PINs, both by user name. Let them go by different \
                ways: whoever has both letters of a person has the account. Browsers print each letter on a page of its own. Both files are \
                secret, and only their owner can read them: remove them when they are printed.

                People who have a device, or for whom an activation waits, get no letter, so the command can be run again when more people have \
                come. A letter that was lost is replaced by `xignin-manager activation issue`.
                """,
            [organization, users, HandoutOptions.lifetime, codes, pins],
            examples: [
                "xignin-manager user letters --organization 'Example Inc.' --valid 21d --codes codes.html --pins pins.html"
            ]
        ) { given, console in
            guard let codes = given[codes], let pins = given[pins] else {
                throw Failure(.usage, "--codes FILE or --pins FILE is missing: each letter has one half of a secret")
            }
            let recipients = try IssueLetters.Recipients(organization: given[organization], users: given[users])
            try given.withManager { manager in
                let files = try LetterFiles(codes: codes, pins: pins, of: manager.context)
                let report = try console.showingWork { progress -> IssueLetters.Report in
                    let issue = IssueLetters(manager.context, by: OperatorName.current, reporting: progress)
                    do {
                        return try issue(to: recipients, lifetime: given[HandoutOptions.lifetime]) {
                            try files.write($0)
                        }
                    } catch let error as StorageError where error.code == .outcomeUnknown {
                        // The codes may be valid: then nobody could make these letters again.
                        files.keepUnfinished()
                        throw error
                    }
                }
                if report.people > 0 { try files.finish() }
                for line in report.lines { console.print(line) }
                guard report.people > 0 else { return }
                console.print(
                    "Valid for \(given[HandoutOptions.lifetime].text). Remove both files when they are printed.")
            }
        }
    }()
}

extension IssueLetters.Recipients {
    fileprivate init(organization: String?, users: String?) throws {
        switch (organization, users) {
        case (let name?, nil): self = .members(of: name)
        case (nil, let path?):
            guard let text = String(validating: try InputFile.read(path), as: UTF8.self) else {
                throw Failure(.noInput, "\(path) is no text in UTF-8")
            }
            self = .users(
                text.split(whereSeparator: \.isNewline).map(String.init)
                    .filter { $0.contains { !$0.isWhitespace } })
        case (nil, nil), (_?, _?):
            throw Failure(.usage, "name either an organization by --organization or a file of users by --users")
        }
    }
}

extension IssueLetters.Report {
    fileprivate var lines: [Text] {
        let written: Text =
            switch people {
            case 0: "Nobody gets a letter."
            case 1: "Wrote the letters of 1 person."
            default: "Wrote the letters of \(people) people."
            }
        return [written]
            + IssueLetters.Omission.allCases.compactMap { omission -> Text? in
                omitted[omission].map { "No letter: \($0) \(omission.reason)." }
            }
    }
}

extension IssueLetters.Omission {
    fileprivate var reason: String {
        switch self {
        case .hasDevice: "with a device"
        case .activationWaits: "with an activation that waits for its device"
        case .tooManyWrongPINs: "with too many wrong PINs at activations within thirty days"
        case .disabled: "with a disabled account"
        }
    }
}
