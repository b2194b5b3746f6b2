import CIsolation
import Foundation
import PictureReading
import Terminal
import XignSDK

/// The authenticator for the terminal, built only on the SDK's public interface.
@main
struct Xign {
    static func program(_ words: any Wording) -> Program {
        let commands: [(any Wording) -> Command] = [
            Command.trust, Command.activate, Command.login, Command.inApp, Command.accounts, Command.check,
            Command.alias, Command.activation, Command.pin, Command.factor, Command.invitation, Command.forget,
            Command.delete,
        ]
        return Program(
            "xign", version: XignSdk.version, words.program.summary, exitStatuses: words.program.exitStatuses,
            common: [
                Options.home.explained(by: words.program.home),
                Options.authorityFile.explained(by: words.program.authorityFile),
            ],
            commands: commands.map { $0(words) }, wording: words.terminal,
            failure: { ($0 as? CommandFailure).map { Failure($0, in: words) } })
    }

    static func main() {
        let arguments = ThisProcess.arguments
        if arguments.first == Reader.name { Reader.run() }
        // PINs and keys are in this process's memory. On Linux this call cannot fail.
        _ = isolation_hide()
        let words = Language(environment: ProcessInfo.processInfo.environment).words
        exit(program(words).run())
    }
}
