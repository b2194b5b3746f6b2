import Foundation
import Terminal

/// The options and arguments that several commands share.
enum Options {
    static let home = Parameter<String?>.option(
        "home", "DIR", "The folder of activations and keys. Default: $XIGN_HOME, or ~/.xign.", completion: .directories)

    static let authorityFile = Parameter<String?>.option(
        "ca-file", "FILE",
        "Certificates (PEM) of additional authorities to trust for HTTPS. Default: $XIGN_CA_FILE.",
        completion: .files)

    /// The manager of a command that concerns one activation of this device.
    static let manager = Parameter<String?>.option(
        "manager", "MANAGER", "The manager, named as in xign accounts. Needed only if there are several.")

    /// The manager of a command that concerns all activations of this device.
    static let onlyManager = Parameter<String?>.option(
        "manager", "MANAGER", "Only at this manager, named as in xign accounts.")

    static let isAgreed = Parameter<Bool>.flag("yes", short: "y", "Do not ask for confirmation.")

    /// The code that a manager shows, as text or as a picture.
    static let code = Parameter<String>.argument(
        "CODE", "A picture of the QR code (PNG or JPEG; - for standard input), a link, or the code's text.",
        completion: .files)
}

extension ParsedArguments {
    var home: Home {
        let standard = FileManager.default.homeDirectoryForCurrentUser.appending(path: ".xign").path
        let tpm = variable("XIGN_TPM2_TCTI").map(TPM.init(address:)) ?? TPM()
        return Home(self[Options.home] ?? variable("XIGN_HOME") ?? standard, network: network, tpm: tpm)
    }

    var network: Network { Network(authorityFile: self[Options.authorityFile] ?? variable("XIGN_CA_FILE")) }

    private func variable(_ name: String) -> String? {
        ProcessInfo.processInfo.environment[name].flatMap { $0.isEmpty ? nil : $0 }
    }
}
