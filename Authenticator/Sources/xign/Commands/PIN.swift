import Terminal
import XignSDK

extension Command {
    /// The command group `pin`.
    static func pin(_ words: any Wording) -> Command {
        Command("pin", words.pin.help.summary, subcommands: [.pinChange(words)])
    }

    /// The command `pin change`.
    private static func pinChange(_ words: any Wording) -> Command {
        let help = words.pin.changeHelp
        let manager = Options.manager.explained(by: words.program.manager)
        let isAgreed = Options.isAgreed.explained(by: words.program.isAgreed)
        let pinStdin = Parameter.pinStdin.explained(by: words.pin.changePinStdin)
        return Command(
            "change", help.summary, discussion: help.discussion, [manager, isAgreed, pinStdin],
            examples: ["xign pin change"]
        ) {
            given, console in
            let options = Confirmation.Options(
                consent: given[isAgreed] ? .agreed : nil, pinFromInput: given[pinStdin])
            let change = try Change(given, options: options, console: console, words: words)
            try explaining {
                try change.run(change.personalizer.startChangePinSynchronous(idmIdentifier: change.idm)) { result in
                    guard case .apiAccessChangePin(let access) = result else { throw change.foreignAnswer }
                    try change.changePIN(access)
                }
            }
        }
    }
}

extension Change {
    fileprivate func changePIN(_ access: ApiAccessChangePin) throws {
        while true {
            try confirmation.choose(NewPIN(access.pinSpec, for: .change))
            do {
                try finish(unknown: words.pin.unknown) { [personalizer] in
                    try personalizer.finishChangePinSynchronous(request: access)
                }
                return console.print(words.pin.changed)
            } catch let error as XignSdkError where error.errorCode == .samePin && asks {
                // The SDK has noticed it before it used the permission up.
                console.report(words.pin.isPresent)
            }
        }
    }
}
