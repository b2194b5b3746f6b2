import Terminal
import XignSDK

extension Command {
    /// The command group `pin`.
    static func pin(_ words: any Wording) -> Command {
        Command("pin", "Change the PIN of this device.", subcommands: [.pinChange(words)])
    }

    /// The command `pin change`.
    private static func pinChange(_ words: any Wording) -> Command {
        let pinStdin = Parameter<Bool>.flag(
            "pin-stdin", "Read the present PIN, then the new one, from standard input, one line each.")
        return Command(
            "change", "Replace the PIN of this device by another one.",
            discussion: """
                You confirm the change with the present PIN, then choose the new one. The other devices of your \
                account keep their own PINs. Codes that this device had made for further devices are void afterwards.

                If the connection is lost at the end, the manager may have changed the PIN or not: try the new PIN \
                first.
                """,
            [Options.manager, Options.isAgreed, pinStdin]
        ) { given, console in
            let options = Confirmation.Options(
                consent: given[Options.isAgreed] ? .agreed : nil, pinFromInput: given[pinStdin])
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
            try console.choose(NewPIN(access.pinSpec, for: .change), fromInput: !asks)
            let unknown: Text = """
                The PIN may have been changed: when you are asked for it next, try the new one first, then the old \
                one. To change it to the same new PIN again: xign pin change
                """
            do {
                try finish(unknown: unknown) { () throws(XignSdkError) in
                    try personalizer.finishChangePinSynchronous(request: access)
                }
                return console.print("The PIN of this device is \("changed", .green).")
            } catch let error as XignSdkError where error.errorCode == .samePin && asks {
                // The SDK has noticed it before it used the permission up.
                console.report("Refused: it is the present PIN.")
            }
        }
    }
}
