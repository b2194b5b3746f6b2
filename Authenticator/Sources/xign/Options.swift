import Foundation
import Terminal

/// The options and arguments that several commands share, without help: it depends on the language.
enum Options {
    static let home = Parameter<String?>.option("home", "DIR", completion: .directories)
    static let authorityFile = Parameter<String?>.option("ca-file", "FILE", completion: .files)
    static let manager = Parameter<String?>.option("manager", "MANAGER")
    static let isAgreed = Parameter<Bool>.flag("yes", short: "y")
    /// The code that a manager shows, as text or as a picture.
    static let code = Parameter<String>.argument("CODE", completion: .files)
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
