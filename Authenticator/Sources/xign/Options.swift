import Foundation
import Terminal

/// What several commands understand.
enum Options {
    static let home = Parameter<String?>.option(
        "home", "DIR", "Where activations and keys are kept; else $XIGN_HOME, else ~/.xign.", completion: .directories)

    static let authorityFile = Parameter<String?>.option(
        "ca-file", "FILE",
        "Certificates (PEM) of authorities to trust for HTTPS beside the system's; else $XIGN_CA_FILE.",
        completion: .files)

    /// What a manager shows: as text, or as a picture of it.
    static let code = Parameter<String>.argument(
        "CODE", "A picture of the QR code (PNG, JPEG; - for standard input), a link, or the code's text.",
        completion: .files)
}

extension ParsedArguments {
    var home: Home {
        let standard = FileManager.default.homeDirectoryForCurrentUser.appending(path: ".xign").path
        return Home(self[Options.home] ?? variable("XIGN_HOME") ?? standard, network: network)
    }

    var network: Network { Network(authorityFile: self[Options.authorityFile] ?? variable("XIGN_CA_FILE")) }

    private func variable(_ name: String) -> String? {
        ProcessInfo.processInfo.environment[name].flatMap { $0.isEmpty ? nil : $0 }
    }
}
