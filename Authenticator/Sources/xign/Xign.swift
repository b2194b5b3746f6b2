import CIsolation
import Foundation
import PictureReading
import Terminal
import XignSDK

/// The authenticator for the terminal, built only on the SDK's public interface.
@main
struct Xign {
    static let program = Program(
        "xign", version: XignSdk.version, "Passwordless login from the terminal.", notes: ExitStatus.explanation,
        common: [Options.home, Options.authorityFile],
        commands: [
            .trust, .activate, .login, .inApp, .accounts, .check, .alias, .activation, .pin, .factor, .invitation,
            .forget, .delete,
        ])

    static func main() {
        if CommandLine.arguments.first == Reader.name { Reader.run() }
        // PINs and keys are in this process's memory. On Linux this call cannot fail.
        _ = isolation_hide()
        exit(program.run(CommandLine.arguments.dropFirst()))
    }
}
