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
    /// The home folder. A person is told of a device in another one, which is never used unasked.
    /// - Throws: ``CommandFailure`` if there is none, or if a variable's path is not UTF-8.
    func home(_ console: Console, _ words: any Wording) throws -> Home {
        let tpm = try variable("XIGN_TPM2_TCTI").map(TPM.init(address:)) ?? TPM()
        if let named = try self[Options.home] ?? variable("XIGN_HOME") {
            return Home(named, network: try network, tpm: tpm)
        }
        let standard = try DefaultHome(variable: variable("HOME"), passwordEntry: DefaultHome.passwordEntry)
        if let other = standard.otherDevice { console.report("xign: \(words.storage.deviceElsewhere(other))") }
        return Home(standard.path, network: try network, tpm: tpm)
    }

    var network: Network {
        get throws { Network(authorityFile: try self[Options.authorityFile] ?? variable("XIGN_CA_FILE")) }
    }

    /// Returns the value of a variable; nil if it is empty.
    /// - Throws: ``CommandFailure`` if it is not UTF-8: a text with other characters would be another path.
    private func variable(_ name: String) throws -> String? {
        guard let value = getenv(name), value.pointee != 0 else { return nil }
        guard let text = String(validatingCString: value) else {
            throw CommandFailure(.usage) { $0.storage.notText(variable: name) }
        }
        return text
    }
}
