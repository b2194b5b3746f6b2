import Foundation
import Terminal

/// What several commands understand.
enum Options {
    static let home = Parameter<String?>.option(
        "home", "DIR", "Where activations and keys are kept; else $XIGN_HOME, else ~/.xign.", completion: .directories)

    /// What a manager shows: as text, or as a picture of it.
    static let code = Parameter<String>.argument(
        "CODE", "A picture of the QR code (PNG, JPEG; - for standard input), a link, or the code's text.",
        completion: .files)
}

extension ParsedArguments {
    var home: Home {
        let variable = ProcessInfo.processInfo.environment["XIGN_HOME"].flatMap { $0.isEmpty ? nil : $0 }
        let standard = FileManager.default.homeDirectoryForCurrentUser.appending(path: ".xign").path
        return Home(self[Options.home] ?? variable ?? standard)
    }
}
